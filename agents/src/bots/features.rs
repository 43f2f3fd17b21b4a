//! [`Features`]: what a game's bots work out, for networks too.

use std::fmt::Debug;

use holotable_env::{Game, Sink};

/// What a game's bots work out from a state. It is made once for a game, so that tables of chances live here and not in
/// the rules.
pub trait Features<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// Whether there is a bot whose [distribution](Self::action_distribution) networks can take for a prior.
    const GIVES_PRIOR: bool = true;

    /// Writes features of a state for networks, the same blocks in every state, and nothing that `viewer` may not know.
    fn write(&self, game: &G, s: &G::State, viewer: usize, out: &mut impl Sink);

    /// Calls `f` with the actions that a good hand-written bot might take in `s` and the probability of each: the prior of
    /// networks. The result depends only on what the acting player may know.
    fn action_distribution(&self, game: &G, s: &G::State, f: impl FnMut(G::Action, f64));
}

/// Nothing is worked out, and there is no prior.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFeatures;

impl<G: Game> Features<G> for NoFeatures {
    const GIVES_PRIOR: bool = false;

    fn write(&self, _game: &G, _s: &G::State, _viewer: usize, _out: &mut impl Sink) {}

    fn action_distribution(&self, _game: &G, _s: &G::State, _f: impl FnMut(G::Action, f64)) {}
}
