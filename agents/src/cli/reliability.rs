//! `holotable reliability`: how far the chances to win that an agent expects are those that it has.

use std::io::Write;

use super::game::GameArgs;
use super::series::Series;
use super::{CommandResult, print_json, table};
use crate::reliability::{self, Bin, Reliability};

/// See how far the chances to win that an agent expects are those that it has
///
/// The agent, a network or a search, plays all seats. Of each game one decision is drawn by lot: what was expected there stands beside the mean score of
/// such games. The slope is what the log-odds of the expected chances would have to be multiplied by to fit best: 1 if they need not, less
/// if they are too bold, more if they are too cautious.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The agent, as for `tournament`
    #[arg(default_value = "ppo")]
    agent: String,
    #[command(flatten)]
    series: Series,
    /// Print JSON: the same bytes for the same arguments
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  holotable reliability dark_side_rising
  holotable reliability dark_side_rising runs/second --games 5000 -o imperials=9
  holotable reliability rebellion_combat mcts:100@all --games 200 --json";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let found = args.series.run(1, false, |plan| reliability::run(&game, &args.agent, plan))?;
    if args.json { print_json(out, &found) } else { print(out, &found) }
}

fn print(out: &mut dyn Write, found: &Reliability) -> CommandResult {
    let row = |bin: &Bin| {
        let (expected, had) = (table::percent(bin.expected), table::percent(bin.had));
        vec![expected, had, table::interval(bin.ci_low, bin.ci_high), bin.games.to_string()]
    };
    let rows: Vec<_> = found.bins.iter().map(row).collect();
    table::print(out, &["expected", "had", "95 % interval", "games"], &[], &rows)?;
    writeln!(out, "\nBrier score {:.4} over {} games", found.brier, found.games)?;
    Ok(match &found.slope {
        Some(fit) => {
            writeln!(out, "slope {:.3}, 95 % interval {:.3} to {:.3}", fit.slope, fit.ci_low, fit.ci_high)
        }
        None => writeln!(out, "no slope fits best"),
    }?)
}
