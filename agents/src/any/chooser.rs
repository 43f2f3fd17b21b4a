//! [`Chooser`]: what chooses moves without knowing the types of games, as functions of other languages do, and [`Chosen`],
//! the policy that asks it.

use std::fmt;
use std::sync::Arc;

use holotable_env::{Finite, GameRng};

use super::position::{Position, fork};
use super::rules::Rules;
use super::traits::AnyState;
use crate::bots::Bots;
use crate::game_match::only_action;
use crate::policy::Policy;

/// A chooser has no answer. It knows why, and whoever made it asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an agent has no answer")
    }
}

impl std::error::Error for Failed {}

/// Chooses moves in positions of any game.
pub trait Chooser: Send {
    /// A legal action for whoever acts in each of these positions, none of which is over. What that seat cannot see has been
    /// dealt anew, and each position has a generator of its own for what the chooser may want to try.
    ///
    /// # Errors
    /// [`Failed`]: the game cannot go on.
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed>;
}

/// The policy that follows a chooser. Once that has failed it plays whatever is legal: nobody reads how the game ends.
pub(super) struct Chosen<G: Bots> {
    pub rules: Arc<Rules<G>>,
    pub chooser: Box<dyn Chooser>,
}

impl<G: Bots> Policy<G> for Chosen<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        if let Some(only) = only_action(game, s) {
            return only;
        }
        let known = Position::at(&self.rules, *s, Some(fork(rng)));
        let chosen = self.chooser.choose(vec![known]).map(|actions| G::Action::at(actions[0]));
        chosen.unwrap_or_else(|Failed| {
            let mut first = None;
            game.legal(s, |a| first = first.or(Some(a)));
            first.expect("the game goes on")
        })
    }
}
