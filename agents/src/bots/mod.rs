//! [`Bots`]: the players by hand-written rules that a game brings along.

pub mod dark_side_rising;
mod random;
pub mod rebellion_combat;

use holotable_env::{Sink, Tabletop};

pub use random::Random;

use crate::policy::Policy;

/// A game with players of its own.
pub trait Bots: Tabletop {
    /// The name of each bot and one line about it, weakest first.
    const BOTS: &'static [(&'static str, &'static str)];

    /// The name of each specialist, who takes one kind of decision over from any player, and one line about it.
    const SPECIALISTS: &'static [(&'static str, &'static str)] = &[];

    /// How well a team stands in an unfinished game, about -1 to 1: a hint for learners.
    fn potential(&self, s: &Self::State, team: usize) -> f32;

    /// What a trained player works out for itself in a state, written after what it observes: the same blocks
    /// in every state, and nothing that the player may not know.
    fn features(&self, s: &Self::State, player: usize, sink: &mut impl Sink);

    /// Calls `f` with the actions that a good player by hand-written rules might take in `s` and the probability
    /// of each; a learner starts from this advice. Nothing that the acting player may not know counts.
    fn action_distribution(&self, s: &Self::State, f: impl FnMut(Self::Action, f64));

    /// The bot of that name in [`BOTS`](Bots::BOTS).
    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>>;

    /// `player` with the specialist of that name in [`SPECIALISTS`](Bots::SPECIALISTS).
    fn specialist(&self, _name: &str, _player: Box<dyn Policy<Self>>) -> Option<Box<dyn Policy<Self>>> {
        None
    }
}
