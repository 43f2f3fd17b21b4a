//! [`Bots`]: a game's hand-written policies, and the features and potentials that go with them.

pub mod dark_side_rising;
mod random;
pub mod rebellion_combat;

use holotable_env::{Sink, Tabletop};

pub use random::Random;

use crate::policy::Policy;

/// A game with hand-written bots.
pub trait Bots: Tabletop {
    /// The name of each bot and one line about it, weakest first.
    const BOTS: &'static [(&'static str, &'static str)];

    /// The name of each specialist, which takes one kind of decision over from any player, and one line about it.
    const SPECIALISTS: &'static [(&'static str, &'static str)] = &[];

    /// The potential of an unfinished state for a team, about -1 to 1, for the shaping of rewards.
    fn potential(&self, s: &Self::State, team: usize) -> f32;

    /// Writes hand-crafted features of a state for networks, after what the player observes: the same blocks in every state, and
    /// nothing that the player may not know.
    fn features(&self, s: &Self::State, player: usize, sink: &mut impl Sink);

    /// Calls `f` with the actions that a good hand-written bot might take in `s` and the probability of each, as advice for
    /// networks. The result depends only on what the acting player may know.
    fn action_distribution(&self, s: &Self::State, f: impl FnMut(Self::Action, f64));

    /// The bot of that name in [`BOTS`](Bots::BOTS).
    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>>;

    /// `player` with the specialist of that name in [`SPECIALISTS`](Bots::SPECIALISTS).
    fn specialist(&self, _name: &str, _player: Box<dyn Policy<Self>>) -> Option<Box<dyn Policy<Self>>> {
        None
    }
}
