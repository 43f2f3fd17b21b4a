//! Random games of Rebellion under the invariant checker: many in `GAMES=100000 cargo test --release ... rb_fuzz`, a few in every run.

use std::collections::BTreeMap;

use holotable_env::rebellion::words::Loyalty;
use holotable_env::{Game, Save, Show};

use crate::any_game::random_game;
use crate::rb_board::game;
use crate::variants::REBELLION;

/// How many games of each kind.
fn games() -> u64 {
    std::env::var("GAMES").map_or(40, |n| n.parse().expect("GAMES is a number"))
}

#[test]
fn random_games_break_no_invariant() {
    for given in REBELLION {
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
                    other.loyalty[place] = Loyalty::Empire;
                    assert!(g.check(&other).is_err(), "{given:?}: {place:?} in {other:?}");
                    edited += 1;
                }
            });
        }
        assert!(edited > 100, "{given:?}: {edited}");
    }
}
