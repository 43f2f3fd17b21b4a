//! [`Task`]: what a run learns: a game, what a network is shown of it, and whom evaluations are played against.

use std::fmt;

use holotable_env::{Game, Observe, Standard};

use crate::bots::{Bots, Random};
use crate::features::WithFeatures;
use crate::policy::Policy;

/// The opponent of a name.
type Named<G> = fn(&G, &str) -> Option<Box<dyn Policy<G>>>;

/// A game to learn.
#[derive(Clone)]
pub struct Task<G: Game, O = Standard> {
    /// The game.
    pub game: G,
    /// Who writes the observations.
    pub observer: O,
    /// The names of the opponents for evaluation games, beside `random`.
    bots: Vec<&'static str>,
    bot: Named<G>,
}

impl<G: Observe> Task<G> {
    /// A game as it is shown by itself, against random play.
    pub fn plain(game: G) -> Self {
        Self { game, observer: Standard, bots: Vec::new(), bot: |_, _| None }
    }
}

impl<G: Bots> Task<G, WithFeatures<G>> {
    /// A game with its bots, and with the features that they work out if a network is shown any.
    pub fn with_bots(game: G, features: bool) -> Self {
        let observer = if features { WithFeatures::of(&game) } else { WithFeatures::without() };
        Self { game, observer, bots: G::BOTS.iter().map(|(name, _)| *name).collect(), bot: G::bot }
    }
}

impl<G: Game, O> Task<G, O> {
    /// The names of the opponents for evaluation games.
    pub fn opponents(&self) -> Vec<&'static str> {
        ["random"].into_iter().chain(self.bots.iter().copied()).collect()
    }

    /// The opponent of that name.
    pub fn opponent(&self, name: &str) -> Option<Box<dyn Policy<G>>> {
        if name == "random" { Some(Box::new(Random)) } else { (self.bot)(&self.game, name) }
    }
}

impl<G: Game, O: fmt::Debug> fmt::Debug for Task<G, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, observer, bots, bot: _ } = self;
        f.debug_struct("Task").field("game", game).field("observer", observer).field("bots", bots).finish()
    }
}
