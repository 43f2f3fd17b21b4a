//! `holotable bench`: how fast a game is on this machine.

mod beside;

use std::io::Write;
use std::path::PathBuf;

use holotable_arena::digest::digest;
use holotable_erased::{AnyGame, Figures, MANY_SLOTS, REPEATS, SLOTS, Spread};
use holotable_store::numbers::thousands;
use serde_json::{Value, json};

use super::game::GameArgs;
use super::{CommandResult, print_json, table};

/// Measure how fast a game plays random legal moves
///
/// A decision is one step of one game in a batch, with mask and observation written. Batches have 64 games, or 1,024 to compare
/// threads. Each figure is the median of five repeats, with its range. --all measures every game in one table, and with --learning
/// training and search, too; with --beside another build of holotable takes turns with this one, and the ratios stand beside. --digest
/// measures nothing. If two programs print the same digest, they play alike and their learners see the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable bench dark_side_rising --seconds 10
  holotable bench dark_side_rising -o players=4 --json
  holotable bench dark_side_rising --digest 100000
  holotable bench --all --learning --beside ../older/target/release/holotable")]
pub struct Args {
    #[command(flatten)]
    game: Option<GameArgs>,
    /// Measure every game under its default options
    #[arg(long, required_unless_present = "game", conflicts_with_all = ["game", "options", "data", "digest"])]
    all: bool,
    /// With --all: also a short training by each game's recipe, and a search that plays on by the trained network
    #[arg(long, conflicts_with = "game")]
    learning: bool,
    /// Another holotable, to be measured in turns with this one
    #[arg(long, value_name = "PROGRAM", conflicts_with = "game")]
    beside: Option<PathBuf>,
    /// Seconds for each figure
    #[arg(long, default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,
    /// Threads for the multi-threaded figure, 0 for one per core
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Instead, play this many random decisions and print one SHA-256 of all that they write
    #[arg(long, value_name = "DECISIONS", conflicts_with_all = ["seconds", "threads", "json"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    digest: Option<u64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|s| (0.01..=3600.0).contains(s));
    value.ok_or_else(|| "it must be a number from 0.01 to 3600".into())
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let Some(game) = &args.game else { return beside::run(args, out) };
    let game = game.build()?;
    if let Some(decisions) = args.digest {
        return Ok(writeln!(out, "{}", digest(&game, decisions))?);
    }
    let figures = game.measure(args.seconds, usize::from(args.threads))?;
    if args.json {
        return print_json(out, &as_json(game.as_ref(), &figures));
    }
    print(out, &figures)
}

/// The measurements by their names in JSON.
fn named(f: &Figures) -> [(&'static str, Spread); 6] {
    [
        ("decisions_per_s_one_thread", f.one_thread),
        ("decisions_per_s_many_games", f.many),
        ("decisions_per_s_all_threads", f.all_threads),
        ("games_per_s", f.games),
        ("decisions_per_game", f.decisions_per_game),
        ("clones_per_s", f.clones),
    ]
}

fn as_json(game: &dyn AnyGame, f: &Figures) -> Value {
    let mut json = json!({ "game": game.facts().name, "options": game.options() });
    for (name, figure) in named(f) {
        json[name] = json!(figure.median);
    }
    json["state_bytes"] = json!(f.state_bytes);
    json["threads"] = json!(f.threads);
    json["repeats"] = json!(REPEATS);
    json["ranges"] = named(f).iter().map(|(name, s)| ((*name).to_owned(), json!([s.min, s.max]))).collect();
    json
}

fn print(out: &mut dyn Write, f: &Figures) -> CommandResult {
    if cfg!(debug_assertions) {
        writeln!(out, "This is a debug build: build with --release for figures that mean something.\n")?;
    }
    let whole = |what: &str, s: Spread| {
        vec![what.to_owned(), thousands(s.median), format!("{} to {}", thousands(s.min), thousands(s.max))]
    };
    let fine = |what: &str, s: Spread| {
        vec![what.to_owned(), format!("{:.1}", s.median), format!("{:.1} to {:.1}", s.min, s.max)]
    };
    let single = |what: &str, value: String| vec![what.to_owned(), value, String::new()];
    let rows = [
        whole(&format!("decisions/s, {SLOTS} games, one thread"), f.one_thread),
        whole(&format!("decisions/s, {MANY_SLOTS} games, one thread"), f.many),
        whole(&format!("decisions/s, {MANY_SLOTS} games, {} threads", f.threads), f.all_threads),
        whole("random games/s, one thread", f.games),
        fine("decisions a game", f.decisions_per_game),
        whole("clones of a state/s", f.clones),
        single("bytes of a state", f.state_bytes.to_string()),
        fine("ns to copy 256 bytes", f.copy_256_ns),
    ];
    table::print(out, &["figure", "median", &format!("range of {REPEATS}")], &[0], &rows)?;
    Ok(writeln!(out, "\nDecisions are steps of so many games together, mask and observation written.")?)
}
