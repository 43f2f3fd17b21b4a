//! [`Bots`]: a game's hand-written policies, and what else is worked out of it.

pub mod conflict;
pub mod dark_side_rising;
mod expert_features;
mod random;
pub mod rebellion;
pub mod rebellion_combat;
pub mod risk;
mod toys;

use holotable_env::Tabletop;

use crate::odds_features::OddsFeatures;
use crate::policy::Policy;

pub use expert_features::{ExpertFeatures, NoExpertFeatures};
pub use random::Random;

/// The strongest network of a game, as [`Bots::NETWORKS`] lists it.
pub const PPO: (&str, &str) =
    ("ppo", "the trained network that comes with the game: it corrects what the strongest bot would do");
/// A network of a game that owes its bots nothing, as [`Bots::NETWORKS`] lists it.
pub const ALONE: (&str, &str) = (
    "alone",
    "a trained network that learnt from the rules and itself, with nothing of the hand-written bots",
);

/// A game with hand-written bots.
pub trait Bots: Tabletop {
    /// The name of each bot and one line about it, weakest first.
    const BOTS: &'static [(&'static str, &'static str)] = &[];

    /// The name of each specialist, which takes one kind of decision over from any player, and one line about it.
    const SPECIALISTS: &'static [(&'static str, &'static str)] = &[];

    /// The name of each trained network that comes with the game and one line about it, which says what it owes to the bots.
    const NETWORKS: &'static [(&'static str, &'static str)] = &[];

    /// The blocks of actions at which a search gains most for its time; empty if it should search every decision.
    const SEARCHED: &'static [&'static str] = &[];

    /// The arithmetic of its rules; [`NoOddsFeatures`](crate::odds_features::NoOddsFeatures) if there is none.
    type OddsFeatures: OddsFeatures<Self>;

    /// What its bots make of a position, for networks too; [`NoExpertFeatures`] if nothing.
    type ExpertFeatures: ExpertFeatures<Self>;

    /// The bot of that name in [`BOTS`](Bots::BOTS).
    fn bot(&self, _name: &str) -> Option<Box<dyn Policy<Self>>> {
        None
    }

    /// `player` with the specialist of that name in [`SPECIALISTS`](Bots::SPECIALISTS).
    fn specialist(&self, _name: &str, _player: Box<dyn Policy<Self>>) -> Option<Box<dyn Policy<Self>>> {
        None
    }

    /// The name that stands for the game, under the options in force, in the names of its checkpoints. A game whose options change
    /// its observation has a name and checkpoints for each.
    fn checkpoints(&self) -> &'static str {
        Self::NAME
    }
}
