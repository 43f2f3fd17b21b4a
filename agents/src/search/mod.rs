//! Players who try moves out before they choose: [`Flat`] Monte Carlo and [`Mcts`], for every game.
//!
//! A search never sees more than its seat: each simulation deals what is hidden anew ([`Game::redeal`]), plays
//! chance by sampling, and asks a [`Evaluator`] what the position reached is worth: a bot that plays it to its end, or
//! a trained network. Results are kept by team, so partners help each other and opponents look after themselves.
//! Where the judge has a favourite, it is played unless another move is surely better: over hundreds of decisions
//! the errors of a search that follows every whim of its samples cost more than its finds bring. Where the judge
//! finds no other move worth trying, nothing is searched.
//! All luck comes from the seat's own, so a search within a number of simulations answers the same again; one
//! within a time does not.

mod budget;
mod edge;
mod evaluator;
mod flat;
mod mcts;
mod significance;
mod spec;
mod tree;

use holotable_env::{Chance, Game, GameRng, legal_actions};
use rand::Rng;

pub use budget::Budget;
pub use evaluator::{Evaluation, Evaluator, Playout};
pub use flat::Flat;
pub use mcts::Mcts;
pub(crate) use spec::head;
pub use spec::{Method, Spec};

use crate::game_match::{Match, teams};

/// The position as `seat` may take it to be, all that is hidden dealt anew, and the luck of what follows.
fn deal<G: Game>(game: &G, s: &G::State, seat: usize, rng: &mut GameRng) -> (G::State, Match) {
    let (mut view, mut game_match) = (*s, Match::new(rng.0.next_u64(), game.players()));
    game.redeal(&mut view, seat, &mut game_match.chance);
    (view, game_match)
}

/// Plays the only moves there are until a seat has a choice; that seat and its actions, or `None` at the end.
fn settle<G: Game>(game: &G, s: &mut G::State, chance: &mut impl Chance) -> Option<(usize, Vec<G::Action>)> {
    loop {
        let seat = game.actor(s)?;
        let legal = legal_actions(game, s);
        let [only] = legal[..] else { return Some((seat, legal)) };
        game.step(s, only, chance);
    }
}

/// The score of each team in a finished game.
fn results<G: Game>(game: &G, end: &G::State) -> Vec<f32> {
    teams(game).into_iter().map(|seat| game.score(end, seat)).collect()
}
