//! [`generate`]: lets agents play games and keeps them; [`missing`] and [`file`]: the same file by file, wherever each is made.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::EXTENSION;
use super::columns;
use super::row::Row;
use crate::any::AnyGame;
use crate::entrant::{Entrant, any_entrants};
use crate::error::Error;
use crate::files;
use crate::folder::{create, lock};
use crate::series::Series;
use crate::threads;
use crate::tournament::{Bench, Plan};

/// The games in each file but the last.
pub const GAMES_A_FILE: u64 = 1000;
/// The file that says what the games of a folder are. Readers of Parquet pass over files that begin so.
const SERIES: &str = "_games.json";

/// Plays games between agents, one for all seats or one for each, and writes them into `folder`, a thousand a file. What is there
/// of the same series is kept, so that a call that was stopped, or one for more games, goes on. The bytes do not depend on the
/// threads.
///
/// # Errors
/// One line: as many agents as make no table, one that cannot be loaded or that forfeits, a folder that cannot be written or that
/// holds other games; when it was stopped.
pub fn generate<E: Entrant>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    folder: &Path,
    plan: &Plan<'_>,
) -> Result<(), Error> {
    let table = Table::new(game, agents)?;
    create(folder)?;
    let _mine = lock(folder)?;
    let missing = table.missing(folder, plan)?;
    let there = (0..files_of(plan.games)).filter(|number| !missing.contains(number));
    there.for_each(|number| (plan.progress)(games_of(number, plan.games).count() as u64));
    for number in missing {
        files::write(&path(folder, number), &table.file(plan, number)?)?;
    }
    Ok(())
}

/// The series of games between agents, one for all seats or one for each.
///
/// # Errors
/// One line: as many agents as make no table, or one that there is not.
pub fn series<E: Entrant>(game: &Arc<dyn AnyGame>, agents: &[E], seed: u64) -> Result<Series, Error> {
    Seats::of(game.as_ref(), agents)?.series(game.as_ref(), seed)
}

/// The numbers of the files that are not in a folder yet or not complete, which is made and marked as one of these games.
///
/// # Errors
/// As [`generate`].
pub fn missing<E: Entrant>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    folder: &Path,
    plan: &Plan<'_>,
) -> Result<Vec<u64>, Error> {
    create(folder)?;
    let _mine = lock(folder)?;
    Table::new(game, agents)?.missing(folder, plan)
}

/// The bytes of the file with this number, which are the same wherever it is made.
///
/// # Errors
/// One line: as many agents as make no table, one that cannot be loaded or that forfeits, a number beyond the last; when it was stopped.
pub fn file<E: Entrant>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    number: u64,
    plan: &Plan<'_>,
) -> Result<Vec<u8>, Error> {
    let files = files_of(plan.games);
    if number >= files {
        return Err(Error::new(format!("file {number} is none: the files are 0 to {}", files - 1)));
    }
    Table::new(game, agents)?.file(plan, number)
}

/// The file with this number in a folder of games.
pub fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("part-{number:05}.{EXTENSION}"))
}

/// How many files so many games fill.
fn files_of(games: u64) -> u64 {
    games.div_ceil(GAMES_A_FILE)
}

/// The numbers of the games in a file.
fn games_of(file: u64, games: u64) -> std::ops::Range<u64> {
    let first = file * GAMES_A_FILE;
    first..games.min(first + GAMES_A_FILE)
}

/// Who sits where.
struct Seats<'a> {
    entrants: Vec<&'a dyn Entrant>,
    /// The number of the agent in each seat.
    numbers: Vec<usize>,
}

impl<'a> Seats<'a> {
    fn of<E: Entrant>(game: &dyn AnyGame, agents: &'a [E]) -> Result<Self, Error> {
        let seats = game.teams().players();
        let entrants = any_entrants(agents);
        let numbers: Vec<usize> = match entrants.len() {
            1 => vec![0; seats],
            n if n == seats => (0..seats).collect(),
            n => {
                return Err(Error::new(format!(
                    "{n} agents are named, but it takes one for all seats or one for each of the {seats}"
                )));
            }
        };
        Ok(Self { entrants, numbers })
    }

    fn series(&self, game: &dyn AnyGame, seed: u64) -> Result<Series, Error> {
        let seated: Vec<&dyn Entrant> = self.numbers.iter().map(|&number| self.entrants[number]).collect();
        Series::of(game, &seated, seed)
    }
}

/// Who plays what.
struct Table<'a> {
    game: &'a Arc<dyn AnyGame>,
    seats: Seats<'a>,
    /// The name of the agent in each seat.
    names: Vec<String>,
    bench: Bench<'a>,
}

impl<'a> Table<'a> {
    fn new<E: Entrant>(game: &'a Arc<dyn AnyGame>, agents: &'a [E]) -> Result<Self, Error> {
        let seats = Seats::of(game.as_ref(), agents)?;
        let names = seats.numbers.iter().map(|&number| seats.entrants[number].name().to_owned()).collect();
        let bench = Bench::new(game.as_ref(), &seats.entrants)?;
        Ok(Self { game, seats, names, bench })
    }

    /// Marks a folder as one of these games, unless it is, and looks what is in it.
    fn missing(&self, folder: &Path, plan: &Plan<'_>) -> Result<Vec<u64>, Error> {
        settle(&self.seats.series(self.game.as_ref(), plan.seed)?, folder)?;
        let mut missing = Vec::new();
        for number in 0..files_of(plan.games) {
            let (path, games) = (path(folder, number), games_of(number, plan.games));
            // A file of fewer games was the last of a shorter series.
            if !path.exists() || columns::read(&path)?.len() < games.count() {
                missing.push(number);
            }
        }
        Ok(missing)
    }

    fn file(&self, plan: &Plan<'_>, number: u64) -> Result<Vec<u8>, Error> {
        let games: Vec<u64> = games_of(number, plan.games).collect();
        let play = || games.par_iter().with_max_len(1).map(|&number| self.play(plan, number)).collect();
        let rows: Result<Vec<Row>, Error> = threads::pool(plan.threads)?.install(play);
        Ok(columns::bytes(&rows?))
    }

    fn play(&self, plan: &Plan<'_>, number: u64) -> Result<Row, Error> {
        let seats = &self.seats.numbers;
        let mut players = self.bench.take(seats)?;
        let (replay, _) = plan.record(self.game, seats, &self.names, &mut players, number)?;
        self.bench.give_back(players);
        let mut row = Row::of(&replay, self.game.actions());
        row.decisions = self.game.expand(&row, None)? as u32;
        (plan.progress)(1);
        Ok(row)
    }
}

/// Writes down what the games of the folder are, unless it says the same.
fn settle(series: &Series, folder: &Path) -> Result<(), Error> {
    let path = folder.join(SERIES);
    if !path.exists() {
        return files::write(&path, &series.to_text());
    }
    let found = Series::from_text(&files::read(&path)?).map_err(|e| Error::io("read", &path, e))?;
    let holds = || format!("{} holds other games", folder.display());
    series.must_be(&found).map_err(|e| e.within(holds()))
}
