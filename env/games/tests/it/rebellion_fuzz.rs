//! Random games of Rebellion under the invariant checker: many in `GAMES=100000 cargo test --release ... rb_fuzz`, a few in every run.

use std::collections::BTreeMap;

use holotable_env::check::{conforms, tells_apart};
use holotable_env::{
    Chance, Explain, Game, Observe, Pack, Sample, Save, Show, Viewer, generator, read_state,
};
use holotable_games::rebellion::State;
use holotable_games::rebellion::state::Stage;
use holotable_games::rebellion::words::{Loyalty, Side};
use serde_json::json;

use crate::any_game::random_game;
use crate::rebellion_board::game;
use crate::variants::{REBELLION, REBELLION_TEAMS};

/// How many games of each kind.
fn games() -> u64 {
    std::env::var("GAMES").map_or(40, |n| n.parse().expect("GAMES is a number"))
}

#[test]
fn random_games_break_no_invariant() {
    for given in REBELLION.into_iter().chain(REBELLION_TEAMS) {
        let g = game(given);
        let (mut states, mut ends) = (0, BTreeMap::new());
        for seed in 0..games() {
            let end = random_game(&g, seed, |s, a| {
                states += 1;
                g.check(s).unwrap_or_else(|why| panic!("{given:?}, seed {seed}, before {a:?}: {why}"));
            });
            *ends.entry(g.summary(&end).reason).or_insert(0) += 1;
            let scores: f32 = (0..2).map(|seat| g.score(&end, seat)).sum();
            assert!((scores - 1.0).abs() < 1e-6);
        }
        println!("{given:?}: {states} states, {ends:?}");
        assert!(states > 200 * games(), "{given:?}: {states} states");
        assert!(ends.len() > 1, "{given:?}: {ends:?}");
    }
}

/// The side whose turn it is moves units; the other side is not asked.
#[test]
fn nobody_moves_on_the_turn_of_the_other_side() {
    for given in REBELLION {
        let (g, mut refused) = (game(given), BTreeMap::new());
        for seed in 1..6 {
            random_game(&g, seed, |s, _| {
                if matches!(s.stage, Stage::Turn | Stage::Target | Stage::From | Stage::Load) {
                    let mut other = *s;
                    other.asked = s.asked.other();
                    let why = g.check(&other).expect_err("the other side cannot move");
                    *refused.entry(why).or_insert(0) += 1;
                }
            });
        }
        let said = |stage: Stage| {
            refused
                .keys()
                .any(|why| why.ends_with(&format!("decide nothing at the stage '{}'", stage.word())))
        };
        assert!([Stage::Turn, Stage::From].into_iter().all(said), "{given:?}: {refused:?}");
    }
}

/// The Empire deploys there without looking round.
#[test]
fn the_base_cannot_be_where_the_empire_has_loyalty() {
    for given in REBELLION {
        let (g, mut edited) = (game(given), 0);
        for seed in 1..4 {
            random_game(&g, seed, |s, _| {
                let able = s.possible.and(g.tables.populous);
                for place in able.iter().filter(|_| !s.revealed) {
                    let mut other = *s;
                    other.loyalty.set(place, Loyalty::Empire);
                    assert!(g.check(&other).is_err(), "{given:?}: {place:?} in {other:?}");
                    edited += 1;
                }
            });
        }
        assert!(edited > 100, "{given:?}: {edited}");
    }
}

/// What a stage does not use is refused by its key.
#[test]
fn what_another_stage_uses_is_empty() {
    let g = game(&[]);
    let odd = [("room", 2), ("against", 1), ("deed", 1), ("left", 3), ("job", 5)];
    let (mut states, stages) = (0, [Stage::Turn, Stage::Battle, Stage::Deploy]);
    random_game(&g, 1, |s, _| {
        for (key, value) in odd.iter().filter(|_| stages.contains(&s.stage)) {
            let mut json = g.to_json(s, Viewer::All);
            json["now"][key] = json!(value);
            let why = format!("'now.{key}' must be empty at the stage '{}'", s.stage.word());
            assert!(read_state(&g, &json).unwrap_err().to_string().ends_with(&why), "{json}");
            states += 1;
        }
    });
    assert!(states > 100, "{states}");
}

/// With all missions and action cards too: what holds for every game, JSON and bytes there and back, values in their ranges, and an observation that leaves
/// nothing out on which what may be done depends.
#[test]
fn all_missions_conform() {
    for (setup, actions) in [("first", "none"), ("normal", "none"), ("first", "all"), ("normal", "all")] {
        let g = game(&[("missions", "all"), ("actions", actions), ("setup", setup)]);
        assert_eq!(conforms(&g, 3).unwrap().games, 3);
        let mut choose = Sample(generator(7, 1));
        tells_apart(&g, 10_000, 1, |_, legal: &[_]| legal[choose.below(legal.len())]).unwrap();
        let mut states = 0;
        for seed in 0..3 {
            random_game(&g, seed, |s, _| {
                states += 1;
                if states % 3 > 0 {
                    return;
                }
                assert_eq!(read_state(&g, &g.to_json(s, Viewer::All)), Ok(*s), "{setup}, seed {seed}");
                let mut bytes = Vec::new();
                s.pack(&mut bytes);
                assert_eq!(State::unpack(&mut &bytes[..]), Some(*s));
                let mut seen = Explain::default();
                g.observe(s, 1, &mut seen);
                let out = seen.values.iter().find(|v| !(v.range.0..=v.range.1).contains(&v.value));
                assert!(out.is_none(), "{:?}", out.map(|v| &v.name));
            });
        }
        assert!(states > 1_000, "{setup}: {states}");
    }
}

/// The Rebels have more action cards than the Empire, which has none with the number of their last one.
#[test]
fn an_action_card_of_the_other_side_is_refused() {
    let g = game(&[("missions", "all"), ("actions", "all")]);
    let card = g.tables.recruits[Side::Rebels].last().map(|card| &card.name);
    assert!(g.tables.recruits[Side::Empire].len() < g.tables.recruits[Side::Rebels].len());
    let mut edited = 0;
    random_game(&g, 1, |s, _| {
        for key in ["act", "used"].into_iter().filter(|_| (s.turn, s.asked) == (Side::Empire, Side::Empire)) {
            let mut json = g.to_json(s, Viewer::All);
            json["now"][key] = json!(card);
            assert!(read_state(&g, &json).is_err(), "{key} in {json}");
            edited += 1;
        }
    });
    assert!(edited > 100, "{edited}");
}
