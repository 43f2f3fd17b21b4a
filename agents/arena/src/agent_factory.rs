//! [`AgentFactory`]: makes the players of an agent in tournaments and comparisons.

use holotable_store::error::Error;

use crate::exec;
use holotable_erased::{AnyGame, AnyPlayer};

/// An agent by name, or an external one, of which any number of players can be made.
pub trait AgentFactory: Sync {
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
    /// As [`AnyGame::checkpoint`]; one line where its checksums cannot be read.
    fn checkpoint(&self, _game: &dyn AnyGame) -> Result<Option<String>, Error> {
        Ok(None)
    }
}

/// By name, as [`load`](holotable_players::registry::load) finds agents, and programs.
impl AgentFactory for str {
    fn name(&self) -> &str {
        self
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        exec::player(game, self)
    }

    fn checkpoint(&self, game: &dyn AnyGame) -> Result<Option<String>, Error> {
        game.checkpoint(self)?.map(|source| source.sum()).transpose()
    }
}

/// By name too.
impl AgentFactory for String {
    fn name(&self) -> &str {
        self
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        self.as_str().player(game)
    }

    fn checkpoint(&self, game: &dyn AnyGame) -> Result<Option<String>, Error> {
        self.as_str().checkpoint(game)
    }
}

impl<E: AgentFactory + ?Sized> AgentFactory for &E {
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

/// Factories of one type as trait objects.
pub(crate) fn any_factories<E: AgentFactory>(agents: &[E]) -> Vec<&dyn AgentFactory> {
    agents.iter().map(|agent| agent as &dyn AgentFactory).collect()
}
