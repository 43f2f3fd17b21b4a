//! The core, proved on the toy.

use holotable_env::SlotAction::Play;
use holotable_env::check::conforms;
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::toys::secret_pig::{Move, SecretPig, secret_pig};

use crate::any_game::game;
use holotable_env::{
    Arrays, AutoReset, Batch, BatchConfig, ErrorKind, Finite, Game, Layout, Replay, Sample, Show, Viewer,
    Walk, generator, legal_actions, outcomes, perft, try_step,
};

#[test]
fn conformance_finds_a_leak() {
    let mut game = secret_pig(2);
    game.leaky = true;
    let why = conforms(&game, 5).unwrap_err();
    assert!(why.contains("a redeal changes what seat"), "{why}");
}

#[test]
fn conformance_finds_a_summary_that_tells_too_much() {
    let mut game = secret_pig(2);
    game.telling = true;
    let why = conforms(&game, 5).unwrap_err();
    assert!(why.contains("changes what seat 0 knows of how the game stands"), "{why}");
}

#[test]
fn perft_counts_by_hand() {
    // The first decision is forced (Roll): six faces. A 1 passes the turn, where again only Roll is legal
    // (6 ways); each other face offers Roll (6 ways) and Hold (1 way): 6 + 5 * 7 = 41.
    let game = secret_pig(2);
    let s = game.start(&mut Sample(generator(1, 0)));
    assert_eq!(perft(&game, &s, 1).0, 6);
    assert_eq!(perft(&game, &s, 2).0, 41);
}

#[test]
fn outcomes_state_their_limit() {
    let game = secret_pig(2);
    let s = game.start(&mut Walk::default());
    assert_eq!(outcomes(&game, &s, Move::Roll, 6).unwrap().len(), 6);
    let e = outcomes(&game, &s, Move::Roll, 5).unwrap_err();
    assert_eq!(e.to_string(), "this action has about 6 results, over the limit of 5; sample it instead");
}

#[test]
fn an_illegal_action_is_named_and_changes_nothing() {
    let game = secret_pig(2);
    let mut s = game.start(&mut Walk::default());
    let before = s;
    let e = try_step(&game, &mut s, Move::Hold, &mut Walk::default()).unwrap_err();
    assert_eq!((e.kind(), s), (ErrorKind::Illegal, before));
    assert_eq!(e.to_string(), "Hold is not legal: with 0 points in the pot");
}

#[test]
fn three_auto_reset_modes() {
    for mode in [AutoReset::NextStep, AutoReset::SameStep, AutoReset::Disabled] {
        let config = BatchConfig { auto_reset: mode, seed: 3, ..BatchConfig::default() };
        let mut batch = Batch::new(secret_pig(2), 1, config);
        let mut arrays = Arrays::new(1, batch.layout(), 2);
        batch.write(&mut arrays.buffers());
        while !arrays.over[0] {
            let a = arrays.mask.row(0).iter().rposition(|&m| m).unwrap();
            batch.step(&[Play(a)], &mut arrays.buffers()).unwrap();
        }
        let rewards = arrays.reward.row(0).to_vec();
        assert!((rewards.iter().sum::<f32>()).abs() < 1e-6, "zero-sum: {rewards:?}");
        let game = batch.game().clone();
        assert!(game.actor(batch.final_state(0)).is_none());
        match mode {
            AutoReset::SameStep => {
                assert!(game.actor(batch.state(0)).is_some());
                assert!(arrays.final_obs.iter().any(|&x| x != 0.0));
            }
            AutoReset::NextStep => {
                assert!(arrays.mask.iter().all(|&m| m), "the mask at the end is all true");
                batch.step(&[Play(0)], &mut arrays.buffers()).unwrap();
                assert_eq!(
                    (arrays.over[0], arrays.terminated[[0, 0]], arrays.reward[[0, 0]]),
                    (false, false, 0.0)
                );
            }
            AutoReset::Disabled => {
                let e = batch.step(&[Play(0)], &mut arrays.buffers()).unwrap_err();
                assert!(e.to_string().contains("must be reset"), "{e}");
                batch.reset_slot(0, None);
                assert!(game.actor(batch.state(0)).is_some());
            }
        }
    }
}

#[test]
fn a_batch_refuses_illegal_actions_and_moves_nothing() {
    let mut batch = Batch::new(secret_pig(2), 3, BatchConfig::default());
    let mut arrays = Arrays::new(3, batch.layout(), 2);
    let before: Vec<_> = (0..3).map(|i| *batch.state(i)).collect();
    let point = Move::at(4).index();
    let e = batch.step(&[Play(0), Play(0), Play(point)], &mut arrays.buffers()).unwrap_err();
    assert_eq!((e.slot, e.action), (2, Play(point)));
    assert_eq!((0..3).map(|i| *batch.state(i)).collect::<Vec<_>>(), before);
}

#[test]
fn a_saved_slot_goes_on_exactly() {
    let play = |batch: &mut Batch<_>, arrays: &mut Arrays, n: usize| {
        for t in 0..n {
            let legal: Vec<usize> =
                arrays.mask.row(0).iter().enumerate().filter(|(_, m)| **m).map(|(i, _)| i).collect();
            batch.step(&[Play(legal[t % legal.len()])], &mut arrays.buffers()).unwrap();
        }
    };
    let mut a = Batch::new(secret_pig(3), 1, BatchConfig { seed: 9, ..BatchConfig::default() });
    let mut arrays = Arrays::new(1, a.layout(), 3);
    a.write(&mut arrays.buffers());
    play(&mut a, &mut arrays, 37);
    let mut b = Batch::new(secret_pig(3), 1, BatchConfig::default());
    b.restore(0, &a.save(0));
    let mut other = arrays.clone();
    play(&mut a, &mut arrays, 50);
    play(&mut b, &mut other, 50);
    assert_eq!(a.state(0), b.state(0));
    assert_eq!(arrays.obs, other.obs);
}

#[test]
fn a_saved_slot_that_is_over_shows_the_same() {
    let config = BatchConfig { auto_reset: AutoReset::Disabled, ..BatchConfig::default() };
    for seed in 0..8 {
        let mut a = Batch::new(secret_pig(3), 1, BatchConfig { seed, ..config });
        let mut arrays = Arrays::new(1, a.layout(), 3);
        a.write(&mut arrays.buffers());
        while !a.is_over(0) {
            let legal = (0..Move::N).rfind(|&action| a.is_legal(0, action)).unwrap();
            a.step(&[Play(legal)], &mut arrays.buffers()).unwrap();
        }
        let mut b = Batch::new(secret_pig(3), 1, BatchConfig { seed: 100, ..config });
        b.restore(0, &a.save(0));
        let mut other = Arrays::new(1, b.layout(), 3);
        b.write(&mut other.buffers());
        assert_eq!((&arrays.obs, &arrays.mask, &arrays.actor), (&other.obs, &other.mask, &other.actor));
        assert_eq!((a.final_state(0), b.is_over(0)), (b.final_state(0), true));
    }
}

#[test]
fn one_slot_is_written_as_among_all() {
    let mut batch = Batch::new(secret_pig(2), 4, BatchConfig::default());
    let mut all = Arrays::new(4, batch.layout(), 2);
    batch.write(&mut all.buffers());
    for _ in 0..20 {
        let legal = |i| (0..Move::N).find(|&action| batch.is_legal(i, action)).unwrap_or(0);
        let legal: Vec<_> = (0..4).map(legal).map(Play).collect();
        batch.step(&legal, &mut all.buffers()).unwrap();
    }
    batch.write(&mut all.buffers());
    let mut one = Arrays::new(4, batch.layout(), 2);
    (0..4).for_each(|i| batch.write_slot(i, &mut one.buffers()));
    assert_eq!((all.obs, all.mask, all.actor), (one.obs, one.mask, one.actor));
}

#[test]
fn a_game_that_shows_nothing_is_played_in_batches() {
    let mut game = secret_pig(2);
    game.blind = true;
    let mut batch = Batch::new(game, 2, BatchConfig::default());
    let mut arrays = Arrays::new(2, batch.layout(), 2);
    batch.write(&mut arrays.buffers());
    assert_eq!((arrays.obs.len(), arrays.mask.row(0).to_vec()), (0, arrays.mask.row(1).to_vec()));
    let legal = [0, 1].map(|i| arrays.mask.row(i).iter().rposition(|&m| m).unwrap()).map(Play);
    let before = [0, 1].map(|i| *batch.state(i));
    batch.step(&legal, &mut arrays.buffers()).unwrap();
    assert_ne!([0, 1].map(|i| *batch.state(i)), before);
}

/// Each would take gigabytes: a value some 72 bytes, a line a place of its own.
#[test]
fn a_replay_of_more_values_than_any_game_has_is_refused_before_they_are_read() {
    let numbers = format!("[{}0]\n", "0,".repeat(1 << 21));
    for text in [
        format!("{numbers}{{}}\n{{}}\n"),
        format!("{{}}\n{numbers}{{}}\n"),
        format!("{{}}\n{{\"start\":[]}}\n{numbers}"),
    ] {
        let line = Replay::from_text(&text).unwrap_err().to_string();
        assert!(line.starts_with("line ") && line.len() < 200, "{line}");
    }
    let line = Replay::from_text(&numbers.repeat(3)).unwrap_err().to_string();
    assert_eq!(line, "line 1: it holds more than 1048576 values");
    let line = Replay::from_text(&"\n".repeat(1 << 21)).unwrap_err().to_string();
    assert_eq!(line, "a replay has at most 1048576 lines");
}

#[test]
fn a_spoilt_replay_is_refused_with_its_line() {
    let game = secret_pig(2);
    let mut chance = Sample(generator(4, 0));
    let (mut replay, mut s) = Replay::begin(&game, 4, vec!["a".into(), "b".into()], &mut chance);
    while game.actor(&s).is_some() {
        let a = *legal_actions(&game, &s).last().unwrap();
        replay.step(&game, &mut s, a, &mut chance);
    }
    let text = replay.to_text();
    assert_eq!(*Replay::from_text(&text).unwrap().frames(&game).unwrap().last().unwrap(), s);
    let cut = &text[..text.len() / 2];
    assert_eq!(Replay::from_text(cut).unwrap_err().kind(), ErrorKind::Replay);
    let foreign = text.replace("secret_pig", "chess");
    let e = Replay::from_text(&foreign).unwrap().rules::<SecretPig>(None).unwrap_err();
    assert!(e.to_string().contains("game is chess"), "{e}");
    let edited = text.replacen("\"action\":\"Roll\"", "\"action\":\"Hold\"", 1);
    let e = Replay::from_text(&edited).unwrap().frames(&game).unwrap_err();
    assert!(e.to_string().starts_with("move 1: Hold is not legal"), "{e}");
}

#[test]
fn a_layout_names_what_differs() {
    let layout = Layout::of(&secret_pig(2));
    let mut other = layout.clone();
    other.observation_blocks[1].rows = 2;
    assert_ne!(layout.hash(), other.hash());
    assert_eq!(layout.difference(&other), ["observation pot differs"]);
    assert_eq!((layout.actions, layout.observation), (Move::N, 13));
    let text = secret_pig(2).text(&secret_pig(2).start(&mut Walk::default()), Viewer::Table);
    assert!(text.contains("points"));
}

/// One fighter against another, without cards: dice decide all, and nobody ever has a choice.
#[test]
fn a_game_without_any_decision_offers_forced_moves() {
    let game: RebellionCombat = game(&[("scenario", "dogfight"), ("tactics", "false")]);
    let config = BatchConfig { seed: 5, auto_reset: AutoReset::SameStep, ..BatchConfig::default() };
    let mut batch = Batch::new(game.clone(), 2, config);
    let mut arrays = Arrays::new(2, batch.layout(), 2);
    batch.write(&mut arrays.buffers());
    for _ in 0..3 {
        assert_eq!(
            arrays.mask.rows().into_iter().map(|row| row.iter().filter(|&&m| m).count()).max(),
            Some(1)
        );
        let only = |i: usize| legal_actions(&game, batch.state(i))[0].index();
        let actions = [only(0), only(1)].map(Play);
        let saved = batch.save(0);
        let mut twin = Batch::new(game.clone(), 2, config);
        twin.restore(0, &saved);
        assert_eq!(twin.state(0), batch.state(0));
        batch.step(&actions, &mut arrays.buffers()).unwrap();
    }
}
