//! `holotable bench --all`: every game in one table, and another build of holotable beside this one.

use std::ffi::OsString;
use std::io::Write;
use std::process::Command;

use holotable_erased::{Kind, REPEATS, Spread};
use holotable_store::error::Error;
use holotable_store::numbers::thousands;
use holotable_store::{program, progress};
use serde_json::{Value, json};

use super::Args;
use crate::cli::{CommandResult, print_json, table};

const HEADS: [&str; 7] = ["game", "figure", "median", "range", "beside", "ratio", "range of ratio"];

/// What is measured of a game, and how: each from what `holotable bench GAME --json` prints.
const FIGURES: [(&str, Figure); 4] = [
    ("decisions/s, one thread", |of| of("decisions_per_s_one_thread")),
    ("decisions/s, % of clones/s", |of| {
        Some(100.0 * of("decisions_per_s_one_thread")? / of("clones_per_s")?)
    }),
    ("all threads beside one", |of| {
        Some(of("decisions_per_s_all_threads")? / of("decisions_per_s_many_games")?)
    }),
    ("random games/s", |of| of("games_per_s")),
];
type Figure = fn(&dyn Fn(&str) -> Option<f64>) -> Option<f64>;

/// Programs in turns, so that each ratio is of two neighbours: what else the machine does meets both.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let mut programs = vec![program::words()?];
    programs.extend(args.beside.iter().map(|path| vec![path.clone().into_os_string()]));
    let mut found = Vec::new();
    let bar =
        progress::bar((Kind::all().len() * REPEATS) as u64, "{bar:40} {pos}/{len} runs, {elapsed} so far");
    for kind in Kind::all() {
        let game = kind.name;
        let mut runs = vec![Vec::new(); programs.len()];
        for _ in 0..REPEATS {
            for (program, runs) in programs.iter().zip(&mut runs) {
                runs.push(measured(program, game, args)?);
            }
            bar.inc(1);
        }
        for (name, figure) in FIGURES {
            let of = |run: &Value| {
                let value = figure(&|key| run[key].as_f64());
                value.ok_or_else(|| Error::new(format!("a holotable prints no figure '{name}' of {game}")))
            };
            let values = |runs: &[Value]| runs.iter().map(of).collect::<Result<Vec<_>, _>>();
            let own = values(&runs[0])?;
            let other = runs.get(1).map(|runs| values(runs)).transpose()?;
            found.push((game, name, own, other));
        }
    }
    bar.finish_and_clear();
    if args.json {
        let rows = found.iter().map(|(game, name, own, other)| {
            let mut row = json!({ "game": game, "figure": name, "values": own });
            if let Some(other) = other {
                row["beside"] = json!(other);
            }
            row
        });
        return print_json(out, &rows.collect::<Vec<Value>>());
    }
    let columns = if programs.len() > 1 { HEADS.len() } else { 4 };
    let rows = found.iter().map(|(game, name, own, other)| {
        let spread = Spread::of(own);
        let mut row = vec![(*game).to_owned(), (*name).to_owned(), written(spread.median), range(spread)];
        if let Some(other) = other {
            let ratio =
                Spread::of(&own.iter().zip(other).map(|(own, other)| own / other).collect::<Vec<_>>());
            row.extend([written(Spread::of(other).median), written(ratio.median), range(ratio)]);
        }
        row
    });
    table::print(out, &HEADS[..columns], &[0, 1], &rows.collect::<Vec<_>>())?;
    Ok(writeln!(
        out,
        "\nEach figure is the median of {REPEATS} runs of a program, each a median of {REPEATS}."
    )?)
}

/// What a program prints of a game, measured for a part of the time.
fn measured(program: &[OsString], game: &str, args: &Args) -> Result<Value, Error> {
    let seconds = (args.seconds / REPEATS as f64).max(0.01);
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]).args(["bench", game, "--json", "--seconds"]).arg(seconds.to_string());
    command.args(["--threads", &args.threads.to_string()]);
    let name = program[0].to_string_lossy();
    let said = command.output().map_err(|e| Error::new(format!("cannot start {name}: {e}")))?;
    let errors = String::from_utf8_lossy(&said.stderr);
    let parsed = serde_json::from_slice(&said.stdout).ok().filter(|_| said.status.success());
    parsed.ok_or_else(|| {
        let line = errors.trim().lines().next_back().unwrap_or("it printed no JSON");
        Error::new(format!("{name} bench {game} --json: {line}"))
    })
}

/// A number with as many places as it needs.
fn written(value: f64) -> String {
    if value >= 1000.0 { thousands(value) } else { format!("{value:.2}") }
}

fn range(spread: Spread) -> String {
    format!("{} to {}", written(spread.min), written(spread.max))
}
