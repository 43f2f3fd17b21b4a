//! [`Bench`]: keeps loaded players for the next games.

use std::collections::BTreeSet;
use std::collections::btree_map::Entry;
use std::io::{Write as _, stderr};
use std::sync::{Mutex, PoisonError};

use holotable_players::policy::StoodIn;
use holotable_store::error::Error;

use crate::agent_factory::AgentFactory;
use holotable_erased::{AnyGame, AnyPlayer, Ending, Players};

/// A pool of loaded players of one agent, which threads take and give back.
struct Pool<'a> {
    factory: &'a dyn AgentFactory,
    waiting: Mutex<Vec<Box<dyn AnyPlayer>>>,
}

/// The loaded players of some agents, by their numbers.
pub(crate) struct Bench<'a> {
    game: &'a dyn AnyGame,
    pools: Vec<Pool<'a>>,
    /// Who was told of already that others decide in its place, and for which kind of reason.
    warned: Mutex<BTreeSet<(usize, &'static str)>>,
}

impl<'a> Bench<'a> {
    /// A bench with a player of each agent.
    ///
    /// # Errors
    /// As [`AgentFactory::player`].
    pub fn new(game: &'a dyn AnyGame, agents: &[&'a dyn AgentFactory]) -> Result<Self, Error> {
        let pool = |&factory: &&'a dyn AgentFactory| {
            Ok(Pool { factory, waiting: Mutex::new(vec![factory.player(game)?]) })
        };
        let pools = agents.iter().map(pool).collect::<Result<_, Error>>()?;
        Ok(Self { game, pools, warned: Mutex::default() })
    }

    /// A player of each of the agents with these numbers.
    ///
    /// # Errors
    /// As [`AgentFactory::player`].
    pub fn take(&self, agents: &[usize]) -> Result<Players, Error> {
        let mut players = Players::new();
        for &agent in agents {
            if let Entry::Vacant(place) = players.entry(agent) {
                let Pool { factory, waiting } = &self.pools[agent];
                let free = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
                place.insert(free.map_or_else(|| factory.player(self.game), Ok)?);
            }
        }
        Ok(players)
    }

    /// Tells why agents had no answer in a game, as nobody else knows it: of every forfeit, and once of each reason for which others
    /// decide in their place, as reports count these.
    pub fn tell(&self, seats: &[usize], seed: u64, end: &Ending) {
        // Who does not read is told nothing.
        if let Some((seat, why)) = &end.forfeit {
            let (agent, game) = self.name(seats[*seat]);
            let _ =
                writeln!(stderr(), "note: {agent} forfeits {game} with seed {seed} in seat {seat}: {why}");
        }
        self.tell_of_others(seats, seed, &end.stood_in);
    }

    /// The same of the decisions that others took alone.
    pub fn tell_of_others(&self, seats: &[usize], seed: u64, stood_in: &[(usize, StoodIn)]) {
        for (seat, StoodIn { kind, why, who }) in stood_in {
            let (agent, game) = self.name(seats[*seat]);
            let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
            if warned.insert((seats[*seat], kind)) {
                let _ = writeln!(
                    stderr(),
                    "note: {who} decides for {agent} in {game} with seed {seed} in seat {seat}: {why} (told once, counted always)"
                );
            }
        }
    }

    /// What an agent and the game are called.
    fn name(&self, agent: usize) -> (&str, &'static str) {
        (self.pools[agent].factory.name(), self.game.facts().name)
    }

    /// Keeps players for those who take them next.
    pub fn give_back(&self, players: Players) {
        for (agent, player) in players {
            self.pools[agent].waiting.lock().unwrap_or_else(PoisonError::into_inner).push(player);
        }
    }
}
