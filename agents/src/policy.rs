//! [`Policy`]: whoever chooses a move from what a player may know.

use holotable_env::{Game, Sample};
use rand_chacha::ChaCha8Rng;

/// The luck of a player's own choices, apart from the luck of the game.
pub type Luck = Sample<ChaCha8Rng>;

/// Chooses moves for one game.
pub trait Policy<G: Game>: Send {
    /// A legal action for the seat that acts in `s`.
    ///
    /// What that seat cannot see has been dealt anew in `s` ([`Game::redeal`]), so no policy can peek.
    /// The answer depends on nothing but the arguments, so that games may be shared out between threads.
    fn choose(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> G::Action;
}
