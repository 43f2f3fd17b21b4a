//! What holds for every registered game under each of its options: a new one is tested before its first own test is written.

use holotable_env::check::{play_bytes, tells_apart};
use holotable_env::json::Value;
use holotable_env::{
    Chance, Error, Explain, Game, Layout, Observe, Pack, Sample, Show, Tabletop, Viewer, generator,
    legal_actions, read_state,
};
use holotable_games::with_game;

use crate::any_game::random_game;
use crate::golden::golden;
use crate::variants::{each_game, games, variants};

/// How many positions of each game, spread over its variants, are searched for twins; `POSITIONS=10000000` searches more.
fn searched() -> usize {
    std::env::var("POSITIONS").map_or(60_000, |n| n.parse().expect("POSITIONS is a number"))
}

#[test]
fn every_observation_and_mask_determine_the_choice() {
    each_game(|name| {
        with_game!(name, |G| {
            let variants = variants::<G>();
            let mut looked_at = 0;
            for game in &variants {
                let mut choose = Sample(generator(7, 1));
                let random = |_: &_, legal: &[_]| legal[choose.below(legal.len())];
                let twins = tells_apart(game, searched() / variants.len(), 1, random);
                let twins = twins.unwrap_or_else(|why| panic!("{name} {:?}: {why}", game.options()));
                looked_at += twins.positions;
            }
            Ok::<usize, Error>(looked_at)
        })
    });
}

#[test]
fn every_state_is_written_and_read_as_json_and_bytes() {
    each_game(|name| {
        with_game!(name, |G| {
            let variants = variants::<G>();
            let n = games(&variants, 3) as u32;
            Ok::<usize, Error>(variants.iter().map(|game| round_trips(game, n)).sum())
        })
    });
}

/// As many seats play as the options say, turns are counted from the first on, and the data set is told from others by sixteen digits.
#[test]
fn every_state_has_its_seats_its_turn_and_its_data() {
    each_game(|name| {
        with_game!(name, |G| {
            let (mut states, mut turns) = (0, 0);
            let variants = variants::<G>();
            let n = games(&variants, 2);
            for (game, seed) in variants.iter().flat_map(|game| (0..n as u64).map(move |seed| (game, seed))) {
                if G::option_specs().iter().any(|spec| spec.name == "players") {
                    assert_eq!(Game::players(game) as i64, game.options().int("players"), "{name}");
                }
                let hash = game.data_hash();
                assert!(hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{name}: {hash}");
                let mut turn = game.turn(&game.start(&mut Sample(generator(seed, 0))));
                assert!(turn <= 1, "{name}: a game begins with turn {turn}");
                random_game(game, seed, |s, _| {
                    assert!(
                        (turn..=turn + 1).contains(&game.turn(s)),
                        "{name}: {} after {turn}",
                        game.turn(s)
                    );
                    turn = game.turn(s);
                    states += 1;
                });
                turns = turns.max(turn);
            }
            assert!(turns > 1, "{name}: no game has a second turn");
            Ok::<usize, Error>(states)
        })
    });
}

/// Odds are told where somebody asks for them (`outcomes`), so that a model reads no more than a network.
#[test]
fn texts_of_actions_tell_no_odds() {
    each_game(|name| {
        with_game!(name, |G| {
            let variants = variants::<G>();
            let mut told = 0;
            for (game, seed) in variants.iter().zip(0..) {
                random_game(game, seed, |s, _| {
                    for a in legal_actions(game, s) {
                        let text = game.describe_action(s, a);
                        assert!(!text.contains('%') && !text.contains("average"), "{name}: {text}");
                        told += 1;
                    }
                });
            }
            Ok::<usize, Error>(told)
        })
    });
}

/// Plays some games, and returns the number of states that came back from JSON and bytes as they were.
fn round_trips<G: Tabletop>(game: &G, games: u32) -> usize {
    let mut states = 0;
    for seed in 0..games {
        let bytes: Vec<u8> = (0..200).map(|i: u32| (i * 29 + seed * 101) as u8).collect();
        let all = play_bytes(game, u64::from(seed), &bytes, |s| {
            game.check(s)?;
            let text = game.to_json(s, Viewer::All).to_string();
            let json: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
            let same = read_state(game, &json).map_err(|e| e.to_string())? == *s;
            let mut bytes = Vec::new();
            s.pack(&mut bytes);
            let rest = &mut &bytes[..];
            states += 1;
            if same && G::State::unpack(rest) == Some(*s) && rest.is_empty() {
                Ok(())
            } else {
                Err(format!("it comes back as another: {text}"))
            }
        });
        all.unwrap_or_else(|why| panic!("{} {:?}, seed {seed}: {why}", G::NAME, game.options()));
    }
    states
}

#[test]
fn every_layout_is_the_golden_one_and_what_is_explained_is_in_range() {
    each_game(|name| {
        with_game!(name, |G| {
            let variants = variants::<G>();
            let (layout, n) = (Layout::of(&variants[0]), games(&variants, 1) as u64);
            golden(&format!("{name}-layout.md"), &layout.markdown());
            let mut values = 0;
            for (game, seed) in variants.iter().flat_map(|game| (0..n).map(move |seed| (game, seed))) {
                // A team game of Rebellion has blocks of its own.
                if name != "rebellion" || Game::players(game) == Game::players(&variants[0]) {
                    layout.ensure_compatible(&Layout::of(game)).unwrap();
                }
                play_bytes(game, seed, &[7; 40], |s| {
                    let mut seen = Explain::default();
                    game.observe(s, 0, &mut seen);
                    values += seen.values.len();
                    let within = seen.values.iter().all(|v| (v.range.0..=v.range.1).contains(&v.value));
                    if within { Ok(()) } else { Err("a value is out of its range".to_owned()) }
                })
                .unwrap();
            }
            Ok::<usize, Error>(values)
        })
    });
}
