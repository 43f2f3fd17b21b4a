//! `holotable mcp`: the games as tools for language models.

use std::path::PathBuf;
use std::time::Duration;

use holotable_store::folder;

use super::{CommandResult, Fault};
use crate::mcp::{Config, Ended, run as answer};

/// Let a language model take a seat, by the Model Context Protocol over standard input and output
///
/// A program that runs models starts this command and offers its tools to them: games, rules, new, look, act, history, chances
/// and result. A model is told what its seat sees, in words, with every legal action by name and number; what is not legal is
/// refused with the reason. It plays one game at a time, against agents by name. What others hold it is never told.
///
/// The same seed and the same actions give the same game, so a model that chooses seeds and seats may play a game from one seat and
/// then, knowing the hands, from another: `--seed` and `--seats` fix them where results are to count. The end of the input ends the program, and so does Ctrl-C.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable mcp --replays games --wait 20
  holotable replay page games/dark_side_rising-7-1.jsonl --agent ppo      how well did it play?

In the settings of a program that runs models:
  {\"mcpServers\": {\"holotable\": {\"command\": \"holotable\", \"args\": [\"mcp\"]}}}")]
pub struct Args {
    /// Offer hints too: what the game's agents would do, and what they expect
    #[arg(long)]
    coach: bool,
    /// How many seconds opponents may think before an answer; past them the model is told to ask again
    #[arg(long, value_name = "SECONDS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=3600))]
    wait: u64,
    /// Keep the replay of every game that is played to its end in this folder
    #[arg(long, value_name = "FOLDER")]
    replays: Option<PathBuf>,
    /// The seed of the first game, each later game having the next one; the model cannot choose then
    #[arg(long)]
    seed: Option<u64>,
    /// The seats of the model, with commas between; the model cannot choose then
    #[arg(long, value_delimiter = ',')]
    seats: Option<Vec<usize>>,
}

pub fn run(args: &Args) -> CommandResult {
    if let Some(path) = &args.replays {
        folder::create(path)?;
    }
    let time = Duration::from_secs(args.wait);
    let (replays, seats) = (args.replays.clone(), args.seats.clone());
    match answer(&Config { coach: args.coach, time, replays, seed: args.seed, seats })? {
        Ended::Input => Ok(()),
        Ended::Interrupted => Err(Fault::Stopped),
    }
}
