//! [`Entrant`]: who takes part in tournaments and comparisons.

use holotable_players::roster;
use holotable_store::error::Error;

use crate::any::{AnyGame, AnyPlayer};
use crate::exec;

/// An agent by name, or one from elsewhere, of which players can be had.
pub trait Entrant: Sync {
    /// What reports call it.
    fn name(&self) -> &str;

    /// One more player of this agent for a game.
    ///
    /// # Errors
    /// As [`exec::player`] where it has such a name.
    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error>;

    /// The checksum of the checkpoint by which it plays; `None` if it needs none, or comes from elsewhere.
    ///
    /// # Errors
    /// As [`roster::checkpoint`].
    fn checkpoint(&self, _game: &dyn AnyGame) -> Result<Option<String>, Error> {
        Ok(None)
    }
}

/// By name, as [`load`](holotable_players::roster::load) finds agents, and programs.
impl Entrant for str {
    fn name(&self) -> &str {
        self
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        exec::player(game, self)
    }

    fn checkpoint(&self, game: &dyn AnyGame) -> Result<Option<String>, Error> {
        roster::checkpoint(game.facts(), self)
    }
}

/// By name too.
impl Entrant for String {
    fn name(&self) -> &str {
        self
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        exec::player(game, self)
    }

    fn checkpoint(&self, game: &dyn AnyGame) -> Result<Option<String>, Error> {
        roster::checkpoint(game.facts(), self)
    }
}

impl<E: Entrant + ?Sized> Entrant for &E {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        (**self).player(game)
    }

    fn checkpoint(&self, game: &dyn AnyGame) -> Result<Option<String>, Error> {
        (**self).checkpoint(game)
    }
}

/// Entrants of one kind as any.
pub(crate) fn any_entrants<E: Entrant>(agents: &[E]) -> Vec<&dyn Entrant> {
    agents.iter().map(|agent| agent as &dyn Entrant).collect()
}
