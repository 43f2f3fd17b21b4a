//! [`generate`]: lets agents play games and keeps them; [`file`]: the same file by file, wherever each is made.

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use holotable_store::error::Error;
use holotable_store::in_order::in_order;
use holotable_store::threads;

use super::expand::retrace;
use super::folder::Folder;
use super::row::Row;
use super::{columns, files_of, games_of};
use crate::agent_factory::{AgentFactory, any_factories};
use crate::pace::Pace;
use crate::provenance::Provenance;
use crate::stand_ins::StandIns;
use crate::tournament::{Bench, Plan};
use holotable_erased::{AnyGame, Ending};

/// What [`generate`] has made of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The number of files in the folder.
    pub files: u64,
    /// What was not as it was written and is made anew, and for which agents others decided in the games that were played now: a line
    /// each.
    pub notes: Vec<String>,
}

/// Plays games between agents, one for all seats or one for each, and writes them into `folder`, a thousand a file. What is there
/// of the same provenance is kept, so that a call that was stopped, or one for more games, goes on. The bytes do not depend on the
/// threads, nor on how often a call was stopped. While it plays, it saves what it has `every` so often; when it is stopped, too.
///
/// # Errors
/// One line: as many agents as make no table, one that cannot be loaded or that forfeits, a folder that cannot be written or that
/// holds other games or more; when it was stopped.
pub fn generate<E: AgentFactory>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    folder: &Path,
    plan: &Plan<'_>,
    every: Duration,
) -> Result<Made, Error> {
    let seated = SeatedGame::new(game, agents)?;
    let mut folder = Folder::open(folder, seated.seats.provenance(game.as_ref(), plan.seed)?, plan.games)?;
    let missing = folder.missing()?;
    let there = (0..files_of(plan.games)).filter(|number| !missing.contains(number));
    there.for_each(|number| (plan.progress)(games_of(number, plan.games).count() as u64));
    for number in missing {
        seated.fill(plan, number, &mut folder, every)?;
    }
    let mut notes = folder.close()?;
    notes.extend(seated.others());
    Ok(Made { files: files_of(plan.games), notes })
}

/// The provenance of games between agents, one for all seats or one for each.
///
/// # Errors
/// One line: as many agents as make no table, or one that there is not.
pub fn provenance<E: AgentFactory>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    seed: u64,
) -> Result<Provenance, Error> {
    Seats::of(game.as_ref(), agents)?.provenance(game.as_ref(), seed)
}

/// The bytes of the file with this number, which are the same wherever it is made.
///
/// # Errors
/// One line: as many agents as make no table, one that cannot be loaded or that forfeits, a number beyond the last; when it was stopped.
pub fn file<E: AgentFactory>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    number: u64,
    plan: &Plan<'_>,
) -> Result<Vec<u8>, Error> {
    let files = files_of(plan.games);
    if number >= files {
        return Err(Error::new(format!("there is no file {number}: the files are 0 to {}", files - 1)));
    }
    let mut rows = Vec::new();
    SeatedGame::new(game, agents)?.play_all(plan, games_of(number, plan.games), |row| {
        rows.push(row);
        Ok(())
    })?;
    Ok(columns::bytes(&rows))
}

struct Seats<'a> {
    factories: Vec<&'a dyn AgentFactory>,
    /// The number of the agent in each seat.
    numbers: Vec<usize>,
}

impl<'a> Seats<'a> {
    fn of<E: AgentFactory>(game: &dyn AnyGame, agents: &'a [E]) -> Result<Self, Error> {
        let seats = game.teams().players();
        let factories = any_factories(agents);
        let numbers: Vec<usize> = match factories.len() {
            1 => vec![0; seats],
            n if n == seats => (0..seats).collect(),
            n => {
                return Err(Error::new(format!(
                    "{n} agents are named, but it takes one for all seats or one for each of the {seats}"
                )));
            }
        };
        Ok(Self { factories, numbers })
    }

    fn provenance(&self, game: &dyn AnyGame, seed: u64) -> Result<Provenance, Error> {
        let seated: Vec<&dyn AgentFactory> =
            self.numbers.iter().map(|&number| self.factories[number]).collect();
        Provenance::of(game, &seated, seed)
    }
}

struct SeatedGame<'a> {
    game: &'a Arc<dyn AnyGame>,
    seats: Seats<'a>,
    /// The name of the agent in each seat.
    names: Vec<String>,
    bench: Bench<'a>,
    /// How often others decided for each agent.
    stood_in: Mutex<Vec<StandIns>>,
}

impl<'a> SeatedGame<'a> {
    fn new<E: AgentFactory>(game: &'a Arc<dyn AnyGame>, agents: &'a [E]) -> Result<Self, Error> {
        let seats = Seats::of(game.as_ref(), agents)?;
        let names = seats.numbers.iter().map(|&number| seats.factories[number].name().to_owned()).collect();
        let bench = Bench::new(game.as_ref(), &seats.factories)?;
        let stood_in = Mutex::new(vec![StandIns::default(); seats.factories.len()]);
        Ok(Self { game, seats, names, bench, stood_in })
    }

    /// A line for each agent in whose place others decided.
    fn others(&self) -> Vec<String> {
        let sums = self.stood_in.lock().unwrap_or_else(PoisonError::into_inner);
        let named = self.seats.factories.iter().zip(sums.iter());
        named
            .filter(|(_, sum)| !sum.is_empty())
            .map(|(agent, sum)| format!("{}: {sum}", agent.name()))
            .collect()
    }

    /// Plays the games that a part of the folder lacks.
    fn fill(&self, plan: &Plan<'_>, number: u64, folder: &mut Folder, every: Duration) -> Result<(), Error> {
        let games = games_of(number, plan.games);
        let mut rows = folder.rows(number)?;
        let (mut saved, mut pace) = (rows.len(), Pace::new(every));
        (plan.progress)(saved as u64);
        let played = self.play_all(plan, games.start + saved as u64..games.end, |row| {
            rows.push(row);
            if pace.is_due() {
                folder.put(number, &columns::bytes(&rows), rows.len() as u64)?;
                saved = rows.len();
            }
            Ok(())
        });
        if rows.len() > saved {
            folder.put(number, &columns::bytes(&rows), rows.len() as u64)?;
        }
        played
    }

    /// Plays games, which `take` gets in their order.
    fn play_all(
        &self,
        plan: &Plan<'_>,
        games: Range<u64>,
        take: impl FnMut(Row) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        in_order(&threads::pool(plan.threads)?, games, |number| self.play(plan, number), take)
    }

    fn play(&self, plan: &Plan<'_>, number: u64) -> Result<Row, Error> {
        let seats = &self.seats.numbers;
        let mut players = self.bench.take(seats)?;
        let (replay, _, Ending { stood_in, .. }) =
            plan.record(self.game, seats, &self.names, &mut players, number)?;
        self.bench.give_back(players);
        self.bench.tell_of_others(seats, plan.seed.wrapping_add(number), &stood_in);
        let mut sums = self.stood_in.lock().unwrap_or_else(PoisonError::into_inner);
        for (agent, sum) in sums.iter_mut().enumerate() {
            sum.count(&stood_in, |seat| seats[seat] == agent);
        }
        drop(sums);
        let mut row = Row::of(&replay, self.game.actions());
        row.decisions = retrace(&row, self.game.as_ref(), None)? as u32;
        (plan.progress)(1);
        Ok(row)
    }
}
