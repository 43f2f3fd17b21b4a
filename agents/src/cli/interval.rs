//! `holotable interval`: what wins in games are worth, such as those of several tournaments added up.

use std::io::Write;

use holotable_arena::report::Rate;
use holotable_arena::stats::newcombe;
use holotable_store::error::Error;
use serde_json::json;

use super::{CommandResult, print_json, table};

/// Print the 95 % interval of a win rate, or of the difference of two win rates
///
/// The interval is Wilson's, as in tournaments; with --less it is Newcombe's for the difference of two rates, which takes
/// the games of both for independent. Where both played the same seeds, `compare` says more.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable interval 265 843
  holotable interval 265 843 --less 235 843 --json")]
pub struct Args {
    /// Games won
    wins: u64,
    /// Games that were played
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The wins and games of another, whose rate is subtracted
    #[arg(long, num_args = 2, value_names = ["WINS", "GAMES"], value_parser = clap::value_parser!(u64))]
    less: Vec<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let rate = rate(args.wins, args.games)?;
    let &[wins, games] = &args.less[..] else {
        if args.json {
            return print_json(out, &rate);
        }
        let [_, percent, interval] = table::won(&rate);
        return Ok(writeln!(out, "{percent}, 95 % interval {interval}")?);
    };
    let difference = rate.win_rate - self::rate(wins, games)?.win_rate;
    let (low, high) = newcombe((args.wins, args.games), (wins, games));
    if args.json {
        return print_json(out, &json!({ "difference": difference, "ci_low": low, "ci_high": high }));
    }
    Ok(writeln!(out, "{}", table::difference(difference, low, high))?)
}

fn rate(wins: u64, games: u64) -> Result<Rate, Error> {
    if games == 0 || wins > games {
        return Err(Error::new(format!(
            "{wins} of {games} games cannot be won: at least 1 game, and no more wins"
        )));
    }
    Ok(Rate::of(wins, games))
}
