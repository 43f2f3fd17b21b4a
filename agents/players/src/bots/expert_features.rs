//! [`ExpertFeatures`]: what a game's hand-written bots make of a position, for networks too.

use std::fmt::Debug;

use holotable_env::{Game, Sink};

/// What a game's bots make of a state: judgement that somebody wrote, unlike [`OddsFeatures`](crate::odds_features::OddsFeatures).
pub trait ExpertFeatures<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// Whether there is a bot whose [distribution](Self::action_distribution) networks can take for a prior.
    const GIVES_PRIOR: bool = true;

    /// Blocks of its own whose rows are those of blocks that the game shows: its own first.
    const ALIKE: &'static [[&'static str; 2]] = &[];

    /// What the bots of a game make of positions, made once.
    fn of(game: &G) -> Self;

    /// Writes what a state is worth for networks, the same blocks in every state, and nothing that `viewer` may not know.
    fn write(&self, game: &G, s: &G::State, viewer: usize, out: &mut impl Sink);

    /// Calls `f` with the actions that a good hand-written bot might take in `s` and the probability of each: the prior of
    /// networks. The result depends only on what the acting player may know.
    fn action_distribution(&self, game: &G, s: &G::State, f: impl FnMut(G::Action, f64));
}

/// No action is left out of a prior altogether: what a bot misjudges can still be learnt.
const LEAST: f64 = 1e-4;

/// Calls `f` with each action and its share: e times as much for each `temperature` that its score is greater.
pub fn softmax<A: Copy>(actions: &[A], scores: &[f64], temperature: f64, mut f: impl FnMut(A, f64)) {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |score: f64| ((score - best) / temperature).exp().max(LEAST);
    let sum: f64 = scores.iter().map(|&score| weight(score)).sum();
    actions.iter().zip(scores).for_each(|(&a, &score)| f(a, weight(score) / sum));
}

/// No bot judges, and there is no prior.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoExpertFeatures;

impl<G: Game> ExpertFeatures<G> for NoExpertFeatures {
    const GIVES_PRIOR: bool = false;

    fn of(_game: &G) -> Self {
        Self
    }

    fn write(&self, _game: &G, _s: &G::State, _viewer: usize, _out: &mut impl Sink) {}

    fn action_distribution(&self, _game: &G, _s: &G::State, _f: impl FnMut(G::Action, f64)) {}
}
