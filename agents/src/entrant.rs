//! [`Entrant`]: who takes part in tournaments and comparisons.

use crate::any::{AnyGame, AnyPlayer};
use crate::error::Error;

/// An agent by name, or one from elsewhere, of which players can be had.
pub trait Entrant: Sync {
    /// What reports call it.
    fn name(&self) -> &str;

    /// One more player of this agent for a game.
    ///
    /// # Errors
    /// As `AnyGame::guest` where it has such a name.
    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error>;
}

/// By name, as [`load`](crate::roster::load) finds agents, and programs.
impl Entrant for str {
    fn name(&self) -> &str {
        self
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        game.guest(self)
    }
}

/// By name too.
impl Entrant for String {
    fn name(&self) -> &str {
        self
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        game.guest(self)
    }
}

impl<E: Entrant + ?Sized> Entrant for &E {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        (**self).player(game)
    }
}

/// Entrants of one kind as any.
pub(crate) fn any_entrants<E: Entrant>(agents: &[E]) -> Vec<&dyn Entrant> {
    agents.iter().map(|agent| agent as &dyn Entrant).collect()
}
