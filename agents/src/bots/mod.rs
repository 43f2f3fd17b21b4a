//! [`Bots`]: a game's hand-written policies, and the features that go with them.

pub mod dark_side_rising;
mod features;
mod random;
pub mod rebellion_combat;
mod toys;

use holotable_env::Tabletop;

pub use features::{Features, NoFeatures};
pub use random::Random;

use crate::policy::Policy;

/// A game with hand-written bots.
pub trait Bots: Tabletop {
    /// The name of each bot and one line about it, weakest first.
    const BOTS: &'static [(&'static str, &'static str)] = &[];

    /// The name of each specialist, which takes one kind of decision over from any player, and one line about it.
    const SPECIALISTS: &'static [(&'static str, &'static str)] = &[];

    /// The blocks of actions at which a search gains most for its time; empty if it should search every decision.
    const SEARCHED: &'static [&'static str] = &[];

    /// What the bots work out, for networks too; [`NoFeatures`] if nothing.
    type Features: Features<Self>;

    /// What the bots of this game work out, made once.
    fn features(&self) -> Self::Features;

    /// The bot of that name in [`BOTS`](Bots::BOTS).
    fn bot(&self, _name: &str) -> Option<Box<dyn Policy<Self>>> {
        None
    }

    /// `player` with the specialist of that name in [`SPECIALISTS`](Bots::SPECIALISTS).
    fn specialist(&self, _name: &str, _player: Box<dyn Policy<Self>>) -> Option<Box<dyn Policy<Self>>> {
        None
    }
}
