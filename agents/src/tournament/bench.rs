//! [`Bench`]: keeps loaded players for the next games.

use std::collections::btree_map::Entry;
use std::sync::{Mutex, PoisonError};

use crate::any::{AnyGame, AnyPlayer, Players};
use crate::entrant::Entrant;
use crate::error::Error;

/// A pool of loaded players of one agent, which threads take and give back.
struct Pool<'a> {
    entrant: &'a dyn Entrant,
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
    /// As [`Entrant::player`].
    pub fn new(game: &'a dyn AnyGame, agents: &[&'a dyn Entrant]) -> Result<Self, Error> {
        let pool = |&entrant: &&'a dyn Entrant| {
            Ok(Pool { entrant, waiting: Mutex::new(vec![entrant.player(game)?]) })
        };
        Ok(Self { game, pools: agents.iter().map(pool).collect::<Result<_, Error>>()? })
    }

    /// A player of each of the agents with these numbers.
    ///
    /// # Errors
    /// As [`Entrant::player`].
    pub fn take(&self, agents: &[usize]) -> Result<Players, Error> {
        let mut players = Players::new();
        for &agent in agents {
            if let Entry::Vacant(place) = players.entry(agent) {
                let Pool { entrant, waiting } = &self.pools[agent];
                let free = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
                place.insert(free.map_or_else(|| entrant.player(self.game), Ok)?);
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
