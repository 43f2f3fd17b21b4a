//! `holotable reliability`: how far the chances to win that an agent expects are those that it has.

use std::io::Write;
use std::path::{Path, PathBuf};

use holotable_arena::reliability::{self, Bin, Reliability};
use holotable_players::facts::Facts;
use holotable_players::roster;
use holotable_store::checkpoint::{Checkpoint, Source};
use holotable_store::error::Error;

use super::game::GameArgs;
use super::series::Series;
use super::{CommandResult, print_json, table};

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
    /// Write the agent to this new folder with the slope kept beside its weights: what it tells from then on is multiplied so; its moves,
    /// and those of searches over it, are the same
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print JSON: the same bytes for the same arguments
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  holotable reliability dark_side_rising
  holotable reliability dark_side_rising runs/second --games 5000 -o imperials=9
  holotable reliability dark_side_rising runs/second --games 5000 --out runs/calibrated
  holotable reliability rebellion_combat flat:100@all --games 200 --json";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let kept = args.out.as_ref().map(|folder| Kept::new(game.facts(), &args.agent, folder)).transpose()?;
    let found = args.series.run(1, false, |plan| reliability::run(&game, &args.agent, plan))?;
    // The games took long: what they say is printed whether it can be kept or not.
    let written = kept.map_or(Ok(()), |kept| kept.write(&found));
    if args.json {
        print_json(out, &found)?;
    } else {
        print(out, &found)?;
    }
    Ok(written?)
}

/// A network, and the new folder where its slope is kept.
struct Kept<'a> {
    network: Source,
    folder: &'a Path,
}

impl<'a> Kept<'a> {
    /// Refuses what cannot be kept, before the games are played.
    fn new(game: &Facts, agent: &str, folder: &'a Path) -> Result<Self, Error> {
        if folder.exists() {
            return Err(Error::new(format!("{} exists: --out takes a new folder", folder.display())));
        }
        let network = roster::source(game.name, game.networks, agent);
        Checkpoint::check(&network).map_err(|e| {
            e.within(format!("cannot keep the slope of '{agent}', which must be a trained network"))
        })?;
        Ok(Self { network, folder })
    }

    fn write(&self, found: &Reliability) -> Result<(), Error> {
        let none = || Error::new("no slope fits these games best, so that there is none to keep");
        let slope = found.slope.clone().ok_or_else(none)?;
        Checkpoint::keep(&self.network, slope, self.folder)
    }
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
