//! `holotable bench --all`: every game in one table, and another build of holotable beside this one.

use std::ffi::OsString;
use std::io::Write;
use std::process::Command;
use std::time::Instant;

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
/// What [`trained`] and [`searched`] add, a row for each of the [`searchers`].
const LEARNING: [(&str, Figure); 3] = [
    ("decisions/s of training, one thread", |of| of(TRAINING)),
    ("s of a game by flat:4@all+ppo", |of| of(SEARCHERS[0])),
    ("s of a game by flat:256+ppo", |of| of(SEARCHERS[1])),
];
const TRAINING: &str = "training_decisions_per_s";
/// The searches that are timed, and how many games each plays.
const SEARCHERS: [&str; 2] = ["flat:4@all+ppo", "flat:256+ppo"];
const SEARCHES: u32 = 4;
/// The games in which the second search takes a second a game, and not a minute.
const DEEP_GAMES: [&str; 3] = ["dark_side_rising", "rebellion_combat", "conflict"];
/// So many decisions are learnt from: a few updates of each recipe.
const LEARNT: &str = "total_steps=150000";
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
        let learning = if args.learning { &LEARNING[..=searchers(game).len()] } else { &[] };
        for &(name, figure) in FIGURES.iter().chain(learning) {
            let values = |runs: &Vec<Value>| -> Option<Vec<f64>> {
                runs.iter().map(|run| figure(&|key| run[key].as_f64())).collect()
            };
            // An older build may lack a figure of the other.
            let own = values(&runs[0]);
            let own = own.ok_or_else(|| Error::new(format!("there is no figure '{name}' of {game}")))?;
            found.push((game, name, own, runs.get(1).and_then(values)));
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
        "\nEach figure is the median of {REPEATS} runs of a program. A rate of play is the median of {REPEATS} in each run."
    )?)
}

/// What a program does in a game: the figures that it prints, measured for a part of the time, and those of a training and a search.
fn measured(program: &[OsString], game: &str, args: &Args) -> Result<Value, Error> {
    let seconds = (args.seconds / REPEATS as f64).max(0.01).to_string();
    let threads = args.threads.to_string();
    let said = run_by(program, &["bench", game, "--json", "--seconds", &seconds, "--threads", &threads])?;
    let mut found: Value = serde_json::from_slice(&said)
        .map_err(|e| Error::new(format!("{} bench {game} --json: {e}", program[0].to_string_lossy())))?;
    if args.learning {
        found[TRAINING] = json!(trained(program, game)?);
        for &agent in searchers(game) {
            found[agent] = json!(searched(program, game, agent)?);
        }
    }
    Ok(found)
}

/// Decisions a second of the last update of a short training by the recipe of the game.
fn trained(program: &[OsString], game: &str) -> Result<Option<f64>, Error> {
    let run = std::env::temp_dir().join(format!("holotable-bench-{}", std::process::id()));
    let out = run.to_string_lossy();
    let learnt = run_by(
        program,
        &["train", game, "--set", LEARNT, "--set", "threads=1", "--set", "eval_games=2", "--out", &out],
    );
    let metrics = std::fs::read_to_string(run.join("metrics.jsonl")).unwrap_or_default();
    // What is left there is nobody's.
    let _ = std::fs::remove_dir_all(&run);
    learnt?;
    let last = metrics.lines().next_back().and_then(|line| serde_json::from_str::<Value>(line).ok());
    Ok(last.and_then(|line| line["steps_per_s"].as_f64()))
}

/// The searches that are timed in a game.
fn searchers(game: &str) -> &'static [&'static str] {
    if DEEP_GAMES.contains(&game) { &SEARCHERS } else { &SEARCHERS[..1] }
}

/// Seconds of a game in which every decision of one side is a search.
fn searched(program: &[OsString], game: &str, agent: &str) -> Result<f64, Error> {
    let games = SEARCHES.to_string();
    let start = Instant::now();
    run_by(
        program,
        &["tournament", game, "--agents", agent, "--games", &games, "--threads", "1", "--seed", "1"],
    )?;
    Ok(start.elapsed().as_secs_f64() / f64::from(SEARCHES))
}

/// What a program prints with these arguments.
fn run_by(program: &[OsString], args: &[&str]) -> Result<Vec<u8>, Error> {
    let name = program[0].to_string_lossy();
    let said = Command::new(&program[0]).args(&program[1..]).args(args).output();
    let said = said.map_err(|e| Error::new(format!("cannot start {name}: {e}")))?;
    if said.status.success() {
        return Ok(said.stdout);
    }
    let errors = String::from_utf8_lossy(&said.stderr);
    let line = errors.trim().lines().next_back().unwrap_or("it ended without a word");
    Err(Error::new(format!("{name} {}: {line}", args.join(" "))))
}

/// A number with as many places as it needs.
fn written(value: f64) -> String {
    if value >= 1000.0 { thousands(value) } else { format!("{value:.2}") }
}

fn range(spread: Spread) -> String {
    format!("{} to {}", written(spread.min), written(spread.max))
}
