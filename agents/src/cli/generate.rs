//! `holotable generate`: games between agents as data.

use std::io::Write;
use std::path::PathBuf;

use super::CommandResult;
use super::game::GameArgs;
use super::names::names;
use super::series::Series;
use crate::dataset;

/// Far from the seeds of training, distillation and tournaments: what learns from these games is judged by others.
const FIRST_SEED: u64 = 1 << 41;

/// Let agents play and keep the games as a data set: a folder of Parquet files with a row a game
///
/// A row holds seed, options, agents, hashes, actions, the answers of chance and the result. What was seen is found by playing
/// back: `holotable.data.steps(FOLDER)` in Python gives observations, masks, actions and returns. The same command goes on with a
/// folder that is not complete, and a greater --count adds to it. The bytes do not depend on the number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays: one agent for all seats, or one for each
    #[arg(long, value_parser = names, default_value = "expert", value_name = "AGENT,...")]
    agents: std::vec::Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    count: u64,
    /// The folder for them
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The seed of the first game; each next one has the next
    #[arg(long, default_value_t = FIRST_SEED)]
    seed: u64,
    /// Threads to play on, 0 for one a core
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

const EXAMPLES: &str = "\
Examples:
  holotable generate dark_side_rising --agents ppo --count 20000 --out runs/games
  holotable generate risk --agents ppo,expert,expert --count 1000 --out runs/three
  python -c \"import holotable.data as d; print(next(d.steps('runs/games'))['obs'].shape)\"";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let series = Series { games: args.count, seed: args.seed, threads: args.threads };
    series.run(1, false, |plan| dataset::generate(&game, &args.agents, &args.out, plan))?;
    let files = args.count.div_ceil(dataset::GAMES_A_FILE);
    let s = if files == 1 { "" } else { "s" };
    Ok(writeln!(out, "{}: {} games in {files} file{s}", args.out.display(), args.count)?)
}
