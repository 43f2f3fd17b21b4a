//! [`Bench`]: keeps loaded players for the next games.

use std::collections::btree_map::Entry;
use std::sync::{Mutex, PoisonError};

use crate::any::{AnyGame, AnyPlayer, Players};
use crate::error::Error;

/// A pool of loaded players of one agent, which threads take and give back.
struct Pool<'a> {
    spec: &'a str,
    waiting: Mutex<Vec<Box<dyn AnyPlayer>>>,
}

/// The loaded players of some agents, by their numbers.
pub(crate) struct Bench<'a> {
    game: &'a dyn AnyGame,
    pools: Vec<Pool<'a>>,
}

impl<'a> Bench<'a> {
    /// A bench with a player of each agent.
    ///
    /// # Errors
    /// As [`AnyGame::player`].
    pub fn new(game: &'a dyn AnyGame, agents: impl IntoIterator<Item = &'a str>) -> Result<Self, Error> {
        let pool = |spec| Ok(Pool { spec, waiting: Mutex::new(vec![game.player(spec)?]) });
        Ok(Self { game, pools: agents.into_iter().map(pool).collect::<Result<_, Error>>()? })
    }

    /// A player of each of the agents with these numbers.
    ///
    /// # Errors
    /// As [`AnyGame::player`].
    pub fn take(&self, agents: &[usize]) -> Result<Players, Error> {
        let mut players = Players::new();
        for &agent in agents {
            if let Entry::Vacant(place) = players.entry(agent) {
                let Pool { spec, waiting } = &self.pools[agent];
                let free = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
                place.insert(free.map_or_else(|| self.game.player(spec), Ok)?);
            }
        }
        Ok(players)
    }

    /// Keeps players for those who take them next.
    pub fn give_back(&self, players: Players) {
        for (agent, player) in players {
            self.pools[agent].waiting.lock().unwrap_or_else(PoisonError::into_inner).push(player);
        }
    }
}
