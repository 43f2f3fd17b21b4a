//! [`Flat`]: a policy that simulates moves before it chooses, by flat Monte Carlo, for every game. [`OnePly`]: a policy that follows
//! the value right after each move.
//!
//! A tree of the decisions that follow (MCTS) stood beside it until it was measured: at no exploration constant and in no game was
//! it above this search with as many simulations, since luck branches so often that hardly a node is visited twice.
//!
//! A search never sees more than its seat: each simulation deals what is hidden anew ([`Game::redeal`]), samples chance, and
//! asks an [`Evaluator`] for the value of the position that it reaches: a bot that plays it to its end, or a trained network.
//! Results are kept by team, so partners maximise the same score and opponents their own.
//!
//! Where the evaluator's prior has a favourite, that move is played unless another is better by a standard error. Where the
//! prior leaves only one move, nothing is searched. A game may name the kinds of decisions at which a search gains most for its
//! time ([`Bots::SEARCHED`](crate::bots::Bots::SEARCHED)); at the others the evaluator's own move is played: [`Focus`].
//!
//! All random numbers come from the generator of the seat, so a search within a number of simulations is reproducible; one
//! within a time is not.

mod arm;
mod budget;
mod evaluator;
mod flat;
mod focus;
mod one_ply;
mod significance;
mod spec;

use holotable_env::{Game, GameRng, legal_actions};
use rand::Rng;

use crate::match_rngs::{MatchRngs, teams};

pub use budget::Budget;
pub use evaluator::{Evaluation, Evaluator, Playout};
pub use flat::Flat;
pub use focus::{Focus, Kinds};
pub use one_ply::OnePly;
pub(crate) use spec::{FLAT, ONE_PLY, head};
pub use spec::{Method, Spec};

/// The position with everything dealt anew that `seat` cannot see, and the generators for a simulation from there.
fn deal<G: Game>(game: &G, s: &G::State, seat: usize, rng: &mut GameRng) -> (G::State, MatchRngs) {
    let (mut view, mut rngs) = (*s, MatchRngs::new(rng.0.next_u64(), game.players()));
    game.redeal(&mut view, seat, &mut rngs.chance);
    (view, rngs)
}

/// Plays forced moves until a seat has a choice; returns that seat and its actions, or `None` at the end.
fn play_forced<G: Game>(game: &G, s: &mut G::State, rngs: &mut MatchRngs) -> Option<(usize, Vec<G::Action>)> {
    loop {
        let seat = game.actor(s)?;
        let legal = legal_actions(game, s);
        let [only] = legal[..] else { return Some((seat, legal)) };
        rngs.step_alike(game, s, only);
    }
}

/// The score of each team in a finished game.
fn results<G: Game>(game: &G, end: &G::State) -> Vec<f32> {
    teams(game).into_iter().map(|seat| game.score(end, seat)).collect()
}
