//! `holotable merge`: the parts of a tournament or comparison, put together.

use std::io::Write;
use std::path::PathBuf;

use holotable_arena::part::{self, Found, Part};
use holotable_store::error::Error;
use holotable_store::files;

use super::{CommandResult, compare, print_json, tournament};

/// Put the parts of a tournament or comparison together
///
/// The parts were played with --part K/N --tally FILE, anywhere and in any order. The report is that of one command that plays
/// all games, to the byte with --json. Parts of other games, rules, data sets, programs or checkpoints are refused.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The files of all parts
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder with the data set of cards and dice with which they were played, if not the built-in one
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Print JSON, as the command that plays all games
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  holotable tournament rebellion_combat --agents expert,greedy --games 20000 --part 1/2 --tally first.json
  holotable tournament rebellion_combat --agents expert,greedy --games 20000 --part 2/2 --tally second.json
  holotable merge first.json second.json";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let read = |path: &PathBuf| Part::from_text(&files::read(path)?).map_err(|e| e.within(path.display()));
    let parts = args.files.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
    let game = parts[0].rules(args.data.as_deref()).map_err(|e| e.within(args.files[0].display()))?;
    let found = part::merge(game.as_ref(), parts)?;
    if args.json {
        return print_json(out, &found);
    }
    match &found {
        Found::Tournament(report) => tournament::print(out, report),
        Found::Comparison(found) => compare::print(out, found),
    }
}
