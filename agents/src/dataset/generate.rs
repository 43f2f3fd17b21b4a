//! [`generate`]: lets agents play games and keeps them.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::EXTENSION;
use super::columns;
use super::row::Row;
use crate::any::{Actions, AnyGame};
use crate::entrant::{Entrant, any_entrants};
use crate::error::Error;
use crate::files;
use crate::folder::{create, lock};
use crate::threads;
use crate::tournament::{Bench, Plan};

/// The games in each file but the last.
pub const GAMES_A_FILE: u64 = 1000;
/// The file that says what the games of a folder are. Readers of Parquet pass over files that begin so.
const SERIES: &str = "_games.json";

/// What the games of a folder have in common.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Series {
    game: String,
    rules_version: u32,
    data: String,
    options: Value,
    agents: Vec<String>,
    /// The seed of the first game; each next one has the next.
    seed: u64,
}

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
    let names: Vec<String> = numbers.iter().map(|&number| entrants[number].name().to_owned()).collect();
    let bench = Bench::new(game.as_ref(), &entrants)?;
    let pool = threads::pool(plan.threads)?;
    create(folder)?;
    let _mine = lock(folder)?;
    settle(game.as_ref(), &names, folder, plan)?;
    let table = Table { game, actions: Actions::of(game.as_ref()), numbers, names, bench };
    for (part, first) in (0..plan.games).step_by(GAMES_A_FILE as usize).enumerate() {
        let path = folder.join(format!("part-{part:05}.{EXTENSION}"));
        let games: Vec<u64> = (first..plan.games.min(first + GAMES_A_FILE)).collect();
        let wanted = games.len();
        // A file of fewer games was the last of a shorter series.
        if path.exists() && columns::read(&path)?.len() >= wanted {
            (plan.progress)(wanted as u64);
            continue;
        }
        let rows: Result<Vec<Row>, Error> = pool
            .install(|| games.par_iter().with_max_len(1).map(|&number| table.play(plan, number)).collect());
        files::write(&path, &columns::bytes(&rows?))?;
    }
    Ok(())
}

/// Writes down what the games of the folder are, unless it says the same.
fn settle(game: &dyn AnyGame, names: &[String], folder: &Path, plan: &Plan<'_>) -> Result<(), Error> {
    let series = Series {
        game: game.facts().name.to_owned(),
        rules_version: game.facts().rules_version,
        data: game.data_hash().to_owned(),
        options: serde_json::to_value(game.options()).expect("options are plain values"),
        agents: names.to_vec(),
        seed: plan.seed,
    };
    let path = folder.join(SERIES);
    if !path.exists() {
        let text = serde_json::to_string_pretty(&series).expect("plain data is JSON") + "\n";
        return files::write(&path, &text);
    }
    let text = files::read(&path)?;
    let found: Series = serde_json::from_str(&text).map_err(|e| Error::io("read", &path, e))?;
    if found == series {
        return Ok(());
    }
    let fields = |series: &Series| serde_json::to_value(series).expect("plain data is JSON");
    let (found, series) = (fields(&found), fields(&series));
    let differs =
        series.as_object().into_iter().flatten().find(|(name, value)| &found[name.as_str()] != *value);
    let (name, value) = differs.expect("they differ");
    Err(Error::new(format!(
        "{} holds other games: their {name} is {}, not {value}",
        folder.display(),
        found[name.as_str()]
    )))
}

/// Who plays what.
struct Table<'a> {
    game: &'a Arc<dyn AnyGame>,
    actions: Actions,
    /// The number of the agent in each seat.
    numbers: Vec<usize>,
    /// Its name.
    names: Vec<String>,
    bench: Bench<'a>,
}

impl Table<'_> {
    fn play(&self, plan: &Plan<'_>, number: u64) -> Result<Row, Error> {
        let mut players = self.bench.take(&self.numbers)?;
        let (replay, _) = plan.record(self.game, &self.numbers, &self.names, &mut players, number)?;
        self.bench.give_back(players);
        let mut row = Row::of(&replay, &self.actions);
        row.decisions = self.game.expand(&row, None)? as u32;
        (plan.progress)(1);
        Ok(row)
    }
}
