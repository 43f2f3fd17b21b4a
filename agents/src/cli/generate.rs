//! `holotable generate`: games between agents as data.

use std::io::{self, Write};
use std::path::PathBuf;

use holotable_arena::dataset;
use holotable_arena::shard::Shard;
use holotable_store::stop::Stop;

use super::game::GameArgs;
use super::names::names;
use super::plan::PlanArgs;
use super::save::SaveArgs;
use super::{CommandResult, Fault, asked};

/// Far from the seeds of training, distillation and tournaments: what learns from these games is evaluated by others.
const FIRST_SEED: u64 = 1 << 41;

/// Let agents play and keep the games as a data set: a folder of Parquet files with a row a game
///
/// A row holds seed, options, agents, hashes, actions, the answers of chance and the result. What was seen is found by playing
/// back: `holotable.data.steps(FOLDER)` in Python gives observations, masks, actions and returns. The same command goes on with a
/// folder that is not complete, and a greater --count adds to it. A file that is missing, or that is not as it was written, is made
/// anew. Asked to end (Ctrl-C, SIGTERM), it saves and exits with 130. The bytes do not depend on the number of threads.
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
    #[command(flatten)]
    save: SaveArgs,
}

const EXAMPLES: &str = "\
Examples:
  holotable generate dark_side_rising --agents ppo --count 20000 --out runs/games
  holotable generate risk --agents ppo,expert,expert --count 1000 --out runs/three
  python -c \"import holotable.data as d; print(next(d.steps('runs/games'))['obs'].shape)\"";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let games = PlanArgs { games: args.count, seed: args.seed, threads: args.threads };
    let (stop, every) = (asked::to_end()?, args.save.every());
    let made = games.run_shard(Shard::ALL, 1, false, &stop, |plan| {
        dataset::generate(&game, &args.agents, &args.out, plan, every)
    });
    if made.is_err() && stop.is_asked() {
        let folder = args.out.display();
        let _ = writeln!(io::stderr(), "what was played is kept in {folder}: the same command goes on");
        return Err(Fault::Stopped);
    }
    let dataset::Made { files, notes } = made?;
    for note in notes {
        let _ = writeln!(io::stderr(), "note: {note}");
    }
    let s = if files == 1 { "" } else { "s" };
    Ok(writeln!(out, "{}: {} games in {files} file{s}", args.out.display(), args.count)?)
}
