//! Games as values do what the types behind them do.

use std::sync::Arc;

use holotable_env::{BatchConfig, Finite, Layout, OUTCOME_LIMIT, Sample, Viewer, generator};
use holotable_erased::{
    AnyGame, AnyState, Kind, Limits, Players, Refusal, Spread, Xorshift, any_legal, erase,
};
use holotable_games::GAMES;
use holotable_games::toys::minefield::minefield;
use holotable_games::toys::secret_pig::secret_pig;
use holotable_players::bots::Bots;
use holotable_players::match_rngs::MatchRngs;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::registry::load;

const FREE: Limits<'_> = Limits { check: true, decisions: u64::MAX, stop: &|| false };

/// A game by the types, move by move, is the game that is played, told and recorded by the values.
fn plays_alike<G: Bots>(game: &G, spec: &str) {
    let (value, players) = (erase(game.clone()), game.players());
    let (mut typed, mut policy) = (MatchRngs::new(7, players), load(game, spec).unwrap());
    let MatchRngs { chance, mut seats, .. } = MatchRngs::new(7, players);
    let (mut s, mut told) = (game.start(&mut typed.chance), Arc::clone(&value).start(chance));
    let mut player = value.player(spec).unwrap();
    let mut decisions = 0;
    while let Some(seat) = game.actor(&s) {
        assert_eq!((told.actor(), told.json(Viewer::All)), (Some(seat), game.to_json(&s, Viewer::All)));
        let decision = typed.decide(game, &s, seat, policy.as_mut());
        let (action, _) = player.consider(told.as_ref(), &mut seats[seat]);
        assert_eq!(action, decision.action.index());
        decisions += u64::from(!decision.forced);
        game.step(&mut s, decision.action, &mut typed.chance);
        told.apply(action).unwrap();
    }
    let scores: Vec<f32> = (0..players).map(|seat| game.score(&s, seat)).collect();
    let mut table = Players::from([(3, player)]);
    let end = value.play(&vec![3; players], &mut table, 7, FREE).unwrap().unwrap();
    assert_eq!((end.scores, end.summary, end.decisions), (scores, game.summary(&s), decisions));
    let cut = Limits { decisions: decisions - 1, ..FREE };
    assert!(value.play(&vec![3; players], &mut table, 7, cut).unwrap().is_none());

    let (replay, last, _) =
        Arc::clone(&value).record(&vec![3; players], &vec![spec.to_owned(); players], &mut table, 7);
    let frames = Arc::clone(&value).frames(&replay).unwrap();
    assert!(*last == *told && **frames.last().unwrap() == *told);
    assert_eq!(frames.len(), replay.moves.len() + 1);
    let again = Kind::of::<G>().of_replay(&replay, None).unwrap();
    assert_eq!(again.fingerprint(), value.fingerprint());
}

#[test]
fn a_game_is_the_same_by_types_and_as_a_value() {
    for spec in ["random", "coward", "flat:3"] {
        plays_alike(&secret_pig(3), spec);
    }
    plays_alike(&minefield(3), "random");
}

#[test]
fn every_game_is_found_by_its_name() {
    for &name in GAMES {
        let kind = Kind::named(name).unwrap();
        let game = kind.build([], None).unwrap();
        assert_eq!((kind.name, game.facts().name), (name, name));
        assert!(kind.agents().iter().any(|(agent, _)| *agent == kind.strongest()));
        let plain = game.layout(FeatureSet::PLAIN).observation;
        let features = FeatureSet::all().map(|features| game.layout(features).observation);
        assert!(features.iter().all(|&n| n >= plain), "{name}");
        // A new game has no network yet that would be shown more.
        assert!(kind.networks.is_empty() || features.iter().any(|&n| n > plain), "{name}");
    }
    let e = Kind::named("dark_side_rsing").unwrap_err().to_string();
    assert!(e.contains("did you mean 'dark_side_rising'?"), "{e}");
}

#[test]
fn positions_of_other_games_and_options_are_refused() {
    let [two, three] = [2, 3].map(|players| erase(secret_pig(players)));
    let start = |game: &Arc<dyn AnyGame>| Arc::clone(game).start(Sample(generator(1, 0)));
    let (mut s, other): (Box<dyn AnyState>, _) = (start(&two), start(&three));
    assert!(*s != *other && *s == *start(&two));
    assert_eq!(s.assign(other.as_ref()), Err(Refusal::Foreign));
    let [mut batch, foreign] =
        [&two, &three].map(|game| Arc::clone(game).batch(FeatureSet::PLAIN, 2, BatchConfig::default()));
    assert_eq!(batch.restore(0, &foreign.save(0)), Err(Refusal::Foreign));
    assert_eq!(batch.restore(1, &batch.save(0)), Ok(()));
    assert!(*batch.save(0).state == *batch.save(1).state);
}

#[test]
fn what_a_position_cannot_do_changes_nothing() {
    let game = erase(secret_pig(2));
    let mut s = Arc::clone(&game).start(Sample(generator(1, 0))).copy(false);
    let before = s.copy(false);
    let [legal] = s.legal()[..] else { panic!("the first roll is forced") };
    assert_eq!(s.apply(legal), Err(Refusal::NeedsChance(game.label(legal))));
    assert!(matches!(s.apply(1 - legal), Err(Refusal::Illegal(_))));
    assert!(matches!(s.outcomes(legal, 2), Err(Refusal::TooMany(_))));
    assert!(matches!(s.redeal(0), Err(Refusal::NeedsChance(_))));
    assert!(*s == *before && s.rng().is_none());
    let all = s.outcomes(legal, OUTCOME_LIMIT).unwrap();
    assert!((all.iter().map(|o| o.probability).sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn a_batch_shows_the_view_that_it_was_made_for() {
    let game = Kind::named("rebellion_combat").unwrap().build([], None).unwrap();
    for features in FeatureSet::all() {
        let layout: &Layout = game.layout(features);
        let batch = Arc::clone(&game).batch(features, 1, BatchConfig::default());
        let mut shown = vec![0.0; layout.observation];
        let s = batch.save(0).state;
        batch.observe(s.as_ref(), s.actor().unwrap(), &mut shown);
        let mut plain = vec![0.0; game.layout(FeatureSet::PLAIN).observation];
        s.observe(s.actor().unwrap(), &mut plain);
        assert_eq!(shown[..plain.len()], plain);
        let [mut ours, mut theirs] = [vec![0.0; layout.actions], vec![1.0; layout.actions]];
        batch.prior(0, &mut ours);
        s.prior(&mut theirs);
        assert!(ours == theirs && ours.iter().any(|&x| x > 0.0), "a prior goes with any features: {ours:?}");
    }
}

#[test]
fn every_legal_action_is_picked_and_no_other() {
    let mask: Vec<bool> = (0..128).map(|i| i % 7 == 3 || i == 127).collect();
    let word = |part: &[bool]| part.iter().rev().fold(0, |word, &legal| word << 1 | u64::from(legal));
    let legal: Vec<u64> = mask.chunks(64).map(word).collect();
    let mut rng = Xorshift::new(0);
    let mut seen = vec![false; mask.len()];
    (0..5_000).for_each(|_| seen[any_legal(&legal, &mut rng)] = true);
    assert_eq!(seen, mask);
}

#[test]
fn the_median_is_between_the_middle_two() {
    assert_eq!(Spread::of(&[3.0, 1.0, 2.0]), Spread { median: 2.0, min: 1.0, max: 3.0 });
    assert_eq!(Spread::of(&[4.0, 1.0, 2.0, 9.0]), Spread { median: 3.0, min: 1.0, max: 9.0 });
}
