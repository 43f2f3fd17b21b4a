//! The toys: each proves a part of the core that no other game needs yet.

use holotable_env::check::{conforms, play_bytes};
use holotable_env::{
    Arrays, AutoReset, Batch, BatchConfig, Explain, Finite, Game, Layout, Observe, Sample, Save, Show, Slot,
    SlotAction, Tape, Trace, Viewer, Walk, each_outcome, generator, legal_actions, outcomes,
};
use holotable_games::toys::guess::{Action as Named, Guess};
use holotable_games::toys::league::{self, Action as Played, League};
use holotable_games::toys::minefield::{Minefield, Move, minefield};
use holotable_games::toys::secret_pig::SecretPig;
use holotable_games::toys::toy;

#[test]
fn seats_end_one_by_one() {
    for players in 2..=5 {
        let report = conforms(&minefield(players), 100).unwrap();
        assert!(report.eliminated > 50, "{report:?}");
    }
}

/// Creep, creep, ... over the same steps: 11/12 · 7/12 · 11/12 · 11/12 · 7/12 · 11/12 · 0.7, and so on for every way
/// across, by hand for the few that matter.
#[test]
fn the_best_way_across_the_field_is_known() {
    let every_way = |ways: &[&[(f64, u8)]]| -> f64 {
        ways.iter().map(|way| way.iter().map(|(safe, _)| safe / 12.0).product::<f64>()).fold(0.0, f64::max)
    };
    // Steps 2 and 5 are dangerous. Creep to 1, run to 3, creep to 4, run to 6: four rounds, 0.9.
    let jumps = (11.0 * 10.0 * 11.0 * 10.0) / 12f64.powi(4) * 0.9;
    // Run to 2 or creep onto it costs 6 or 5 of 12: nothing with that is near.
    let runs = every_way(&[&[(6.0, 2), (10.0, 4), (10.0, 6)]]);
    let (best, first) = Minefield::best(0, 0);
    assert!((best - jumps).abs() < 1e-6 && runs < jumps, "{best} {jumps} {runs}");
    assert_eq!(first, Move::Creep);
    assert_eq!(
        [Minefield::best(1, 1).1, Minefield::best(3, 2).1, Minefield::best(4, 3).1],
        [Move::Run, Move::Creep, Move::Run]
    );
}

#[test]
fn a_batch_rewards_a_seat_when_it_is_out_and_never_again() {
    for auto_reset in [AutoReset::NextStep, AutoReset::SameStep] {
        let (n, players) = (64, 3);
        let config = BatchConfig { auto_reset, ..BatchConfig::default() };
        let mut batch = Batch::new(minefield(players), n, config);
        let mut arrays = Arrays::new(n, batch.layout(), players);
        batch.write(&mut arrays.buffers());
        let mut ended = vec![[false; 3]; n];
        let (mut early, mut games) = (0, 0);
        for t in 0..200 {
            let resets: Vec<bool> = (0..n).map(|i| batch.is_over(i)).collect();
            let actions: Vec<_> = (0..n).map(|i| SlotAction::Play((t + i) % 2)).collect();
            let last: Vec<u8> = arrays.actor.to_vec();
            batch.step(&actions, &mut arrays.buffers()).unwrap();
            for i in 0..n {
                for (p, ended) in ended[i].iter_mut().enumerate() {
                    let (now, reward) = (arrays.terminated[[i, p]], arrays.reward[[i, p]]);
                    assert_eq!(now, reward != 0.0, "a result is final exactly when it is rewarded");
                    assert!(!(now && *ended), "only once");
                    *ended |= now;
                    early += usize::from(now && !arrays.over[i] && usize::from(last[i]) != p);
                }
                assert!(resets[i] || arrays.over[i] == (ended[i] == [true; 3]));
                if arrays.over[i] {
                    (ended[i], games) = ([false; 3], games + 1);
                }
            }
        }
        assert!(games > 300 && early > 300, "{games} games, {early} seats that ended on another's move");
    }
}

#[test]
fn more_than_a_byte_of_actions_and_of_results() {
    let game: Guess = toy(&[]);
    let report = conforms(&game, 40).unwrap();
    assert!(report.enumerated > 5, "a chance of a thousand results is enumerated: {report:?}");
    assert_eq!(Layout::of(&game).actions, 1_000);
    // Conformance and fuzzers reach every legal action: of two bytes each.
    let mut named = [false; 1_000];
    for seed in 0..3_000u64 {
        let bytes = [((seed % 1_000) >> 8) as u8, seed as u8, 1, 2, 3, 4];
        let mut chance = Sample(generator(seed, 0));
        let s = game.start(&mut chance);
        let legal = legal_actions(&game, &s);
        play_bytes(&game, seed, &bytes, |_| Ok(())).unwrap();
        let number = usize::from(bytes[0]) << 8 | usize::from(bytes[1]);
        named[legal[number % legal.len()].index()] = true;
    }
    assert!(named.iter().filter(|&&n| n).count() > 900);
    // A recorded answer above 255 plays back.
    let s = game.start(&mut Walk::default());
    let a = Named::Name { number: Slot::at(999) };
    let all = outcomes(&game, &s, a, 1_000).unwrap();
    let last = all.last().unwrap();
    assert_eq!((all.len(), last.picks[0], last.state.shown.index()), (1_000, 999, 999));
    let mut tape = Tape::new(&last.picks);
    let mut again = s;
    game.step(&mut again, a, &mut Trace::new(&mut tape));
    assert_eq!((tape.finish(), again), (Ok(()), last.state));
}

#[test]
fn outcomes_are_visited_without_holding_them() {
    let game: Guess = toy(&[]);
    let s = game.start(&mut Walk::default());
    let a = Named::Name { number: Slot::at(500) };
    let mut mean = 0.0;
    let n = each_outcome(&game, &s, a, 1_000, |s, walk| mean += walk.probability() * f64::from(s.nearest))
        .unwrap();
    // The mean distance of 0..999 from 500: (1 + ... + 500 + 1 + ... + 499) / 1000.
    assert_eq!((n, mean.round()), (1_000, 250.0));
    assert!(each_outcome(&game, &s, a, 999, |_, _| {}).is_err());
}

#[test]
fn a_game_holds_another_game() {
    let game: League = toy(&[]);
    let report = conforms(&game, 40).unwrap();
    assert!(report.enumerated > 40, "{report:?}");
    let (layout, inner) = (Layout::of(&game), Layout::of(&toy::<SecretPig>(&[])));
    let names: Vec<_> = layout.observation_blocks.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["standing", "pig/seats", "pig/pot"]);
    assert_eq!(layout.observation, 6 + inner.observation);
    let actions: Vec<_> = layout.action_blocks.iter().map(|b| (b.name.as_str(), b.offset, b.len)).collect();
    assert_eq!(actions, [("Stake", 0, 3), ("pig/Roll", 3, 1), ("pig/Hold", 4, 1), ("pig/Point", 5, 5)]);
    assert_eq!(Played::at(7).label(), "pig/Point seat=2");
}

#[test]
fn an_absent_part_is_zeros_and_a_present_one_what_it_shows_itself() {
    let (game, pig): (League, SecretPig) = (toy(&[]), toy(&[]));
    let mut chance = Sample(generator(3, 0));
    let mut s = game.start(&mut chance);
    let inside = |s: &league::State| {
        let mut seen = Explain::default();
        game.observe(s, 0, &mut seen);
        seen.values
            .into_iter()
            .filter_map(|v| Some((v.name.strip_prefix("pig/")?.to_owned(), v.value)))
            .collect::<Vec<_>>()
    };
    assert!(inside(&s).iter().all(|(_, value)| *value == 0.0));
    game.step(&mut s, Played::Stake { less_one: Slot::at(2) }, &mut chance);
    let mut alone = Explain::default();
    pig.observe(&s.pig.unwrap(), 0, &mut alone);
    let alone: Vec<_> = alone.values.into_iter().map(|v| (v.name, v.value)).collect();
    assert_eq!(inside(&s), alone);
}

#[test]
fn nobody_reads_a_hidden_card() {
    let game: SecretPig = toy(&[]);
    let s = game.start(&mut Sample(generator(1, 0)));
    assert!(!game.text(&s, Viewer::Table).contains("bonus"));
    assert_eq!(game.text(&s, Viewer::Seat(0)).matches("bonus").count(), 1);
    assert_eq!(game.text(&s, Viewer::All).matches("bonus").count(), 2);
    assert_eq!(game.to_json(&s, Viewer::Seat(0))["bonus"][1], serde_json::Value::Null);
    let partial = game.to_json(&s, Viewer::Seat(0));
    assert_eq!(
        game.from_json(&partial).unwrap_err().to_string(),
        "bonus[1]: must be a whole number from 0 to 255, not null"
    );
}
