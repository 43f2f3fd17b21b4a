//! [`OddsFeatures`]: what follows from the rules of a game by exact arithmetic, for networks and bots.
//!
//! Nothing here is anybody's evaluation of what is good: chances to complete, expected numbers, and the steps that are most
//! likely to reach a chosen subgoal. A network that is told these owes nothing to a hand-written player.

pub mod dark_side_rising;
pub mod rebellion;
pub mod rebellion_combat;
pub mod risk;

use std::fmt::Debug;

use holotable_env::{Game, Relations, Sink, each_legal};

/// Exact arithmetic on the rules of a game. It is made once for a game, so that tables of chances live here and not in the
/// rules.
pub trait OddsFeatures<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// Whether some decisions can be taken as [`subgoals`](Self::subgoals).
    const SUBGOALS: bool = false;

    /// Blocks of its own whose rows are those of blocks that the game shows: its own first.
    const ALIKE: &'static [[&'static str; 2]] = &[];

    /// The arithmetic of a game, made once.
    fn of(game: &G) -> Self;

    /// Which rows actions name: those that the game `shown` names, and rows of its own.
    fn relations(&self, _game: &G, shown: Relations) -> Relations {
        shown.with_alike(Self::ALIKE)
    }

    /// Writes chances in a state for networks, the same blocks in every state, and nothing that `viewer` may not know.
    fn write(&self, game: &G, s: &G::State, viewer: usize, out: &mut impl Sink);

    /// Calls `f` with each subgoal that the actor may have in `s`, and the legal action that is the best step towards it. An
    /// subgoal has the name of an action, each another. Once the step is taken the actor may choose anew. Never empty before the
    /// end.
    ///
    /// Where a decision is no matter of arithmetic each legal action is its own subgoal, and so it is in a game without subgoals.
    fn subgoals(&self, game: &G, s: &G::State, mut f: impl FnMut(G::Action, G::Action)) {
        each_legal(game, s, &mut |a| f(a, a));
    }
}

/// A game of which nothing is computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOddsFeatures;

impl<G: Game> OddsFeatures<G> for NoOddsFeatures {
    fn of(_game: &G) -> Self {
        Self
    }

    fn write(&self, _game: &G, _s: &G::State, _viewer: usize, _out: &mut impl Sink) {}
}
