//! Random games under the invariant checker: many in `GAMES=100000 cargo test --release ... risk_fuzz`, a few in every run.

use holotable_env::Save;

use crate::any_game::random_game;
use crate::risk_board::game;

/// How many games of each kind.
fn games() -> u64 {
    std::env::var("GAMES").map_or(12, |n| n.parse().expect("GAMES is a number"))
}

#[test]
fn random_games_break_no_invariant() {
    for given in [
        &[("players", "2")][..],
        &[("players", "3")],
        &[("players", "4")],
        &[("players", "5")],
        &[("players", "3"), ("variant", "standard")],
        &[("players", "4"), ("variant", "standard")],
    ] {
        let g = game(given);
        let mut states = 0;
        for seed in 0..games() {
            random_game(&g, seed, |s, a| {
                states += 1;
                g.check(s).unwrap_or_else(|why| panic!("{given:?}, seed {seed}, before {a:?}: {why}"));
            });
        }
        assert!(states > 500 * games(), "{given:?}: {states} states");
    }
}
