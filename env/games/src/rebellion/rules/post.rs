//! [`Post`]: where a leader is.

use holotable_env::Pack;

use super::words::{Place, Stack};

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack)]
pub enum Post {
    /// Not recruited.
    #[default]
    Supply,
    /// In the leader pool.
    Pool,
    /// About to activate a system, or to carry a mission out.
    Ready,
    /// In a system or on the Rebel Base space.
    At(Place),
    /// On a mission that lies face down.
    On(Stack),
    /// Captured by the Empire, in a system.
    Captive(Place),
    /// Out of the game on this side: eliminated, lured to the other one, or replaced by who he has become.
    Gone,
}
