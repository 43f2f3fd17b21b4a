//! Continues games from positions that were accepted.

use std::collections::BTreeMap;

use holotable_env::{Chance, GameRng, Layout, Tabletop, check, legal_actions, outcomes};
use holotable_erased::{AnyGame, Limits};

/// The most decisions that one input is worth.
const MOST: usize = 300;
/// What takes long is done once in so many decisions.
const SELDOM: usize = 24;
/// The most results of an action that are looked at.
const RESULTS: usize = 300;

/// Plays at random from a position and checks every invariant after each decision, and all that is promised of a position
/// now and then; how many decisions followed.
pub fn continue_game<G: Tabletop>(game: &G, mut s: G::State, rng: &mut GameRng) -> Result<usize, String> {
    let layout = Layout::of(game);
    for decision in 0..MOST {
        game.check(&s)?;
        if decision % SELDOM == 0 {
            check::position(game, &s, &layout, decision == 0, rng)?;
        }
        let legal = legal_actions(game, &s);
        if legal.is_empty() {
            return Ok(decision);
        }
        let action = legal[rng.below(legal.len())];
        if decision % SELDOM == 0
            && let Ok(every) = outcomes(game, &s, action, RESULTS)
        {
            every.iter().try_for_each(|outcome| game.check(&outcome.state))?;
        }
        game.step(&mut s, action, rng);
    }
    Ok(MOST)
}

/// Plays a game with this agent in every seat.
pub fn play_with(game: &dyn AnyGame, agent: &str, seed: u64) -> Result<(), String> {
    let player = game.player(agent).map_err(|e| e.to_string())?;
    let mut players = BTreeMap::from([(0, player)]);
    let limits = Limits { check: true, decisions: MOST as u64, stop: &|| false };
    game.play(&vec![0; game.teams().of_seats().len()], &mut players, seed, limits).map(drop)
}
