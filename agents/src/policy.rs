//! [`Policy`]: whoever chooses a move from what a player may know, and [`Weighed`], what it thought of the others.

use holotable_env::{Game, GameRng, Layout};
use rand::Rng;

/// Chooses moves for one game.
pub trait Policy<G: Game>: Send {
    /// A legal action for the seat that acts in `s`.
    ///
    /// What that seat cannot see has been dealt anew in `s` ([`Game::redeal`]), so no policy can peek.
    /// The answer depends on nothing but the arguments, so that games may be shared out between threads; only a
    /// search with a time limit also depends on the machine.
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action;

    /// The same choice with what led to it; `None`, and no luck used, from a policy that weighs nothing.
    fn weigh(&mut self, _game: &G, _s: &G::State, _rng: &mut GameRng) -> Option<Weighed<G::Action>> {
        None
    }

    /// What a network is shown in `s`; `None` from a policy that is no network.
    fn features(&mut self, _game: &G, _s: &G::State) -> Option<&[f32]> {
        None
    }

    /// What the [`features`](Self::features) mean.
    fn features_layout(&self, _game: &G) -> Option<Layout> {
        None
    }
}

/// A choice with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed<A> {
    /// What [`Policy::choose`] would have answered.
    pub action: A,
    /// The score that the acting seat expects, 0 to 1: its chance to win where nothing is shared.
    pub score: f64,
    /// Every legal action, the best first.
    pub moves: Vec<Weight<A>>,
}

/// What a policy thinks of one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight<A> {
    /// The action.
    pub action: A,
    /// Its share of a network's probability or of a search's simulations; over all actions these sum to 1.
    pub share: f64,
    /// The score that the acting seat expects after it, 0 to 1; `None` if it was not looked at.
    pub score: Option<f64>,
}

/// A number in [0, 1) with 53 random bits.
pub(crate) fn uniform(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}
