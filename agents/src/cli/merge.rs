//! `holotable merge`: adds up the shards of a tournament or comparison.

use std::io::Write;
use std::path::PathBuf;

use holotable_arena::shard_result::{self, Merged, ShardResult};
use holotable_store::error::Error;
use holotable_store::files;

use super::{CommandResult, compare, print_json, tournament};

/// Add up the shards of a tournament or comparison
///
/// The shards were played with --shard K/N --result FILE, anywhere and in any order. The report equals that of one command that
/// plays all games; with --json, byte for byte. Shards that differ in game, rules, data set, program or checkpoints are refused.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The result files of all shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder with the data set that the shards used, if not the built-in one
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Print JSON: the same bytes as one command that plays all games
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  holotable tournament rebellion_combat --agents expert,greedy --games 20000 --shard 1/2 --result first.json
  holotable tournament rebellion_combat --agents expert,greedy --games 20000 --shard 2/2 --result second.json
  holotable merge first.json second.json";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let read =
        |path: &PathBuf| ShardResult::from_text(&files::read(path)?).map_err(|e| e.within(path.display()));
    let results = args.files.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
    let game = results[0].rules(args.data.as_deref()).map_err(|e| e.within(args.files[0].display()))?;
    let found = shard_result::merge(game.as_ref(), results)?;
    if args.json {
        return print_json(out, &found);
    }
    match &found {
        Merged::Tournament(report) => tournament::print(out, report),
        Merged::Comparison(found) => compare::print(out, found),
    }
}
