//! `holotable calibration`: how well the chances to win that an agent expects match its results.

use std::io::Write;
use std::path::{Path, PathBuf};

use holotable_arena::calibration::{self, Bin, Calibration};
use holotable_erased::AnyGame;
use holotable_store::checkpoint::{Checkpoint, Source};
use holotable_store::error::Error;

use super::game::GameArgs;
use super::plan::PlanArgs;
use super::{CommandResult, print_json, table};

/// Compare an agent's predicted chances to win with its results
///
/// The agent, a network or a search, plays all seats. One decision of each game is chosen at random. The table compares the
/// chance predicted there with the mean score of these games. The slope (Platt scaling) multiplies the log-odds of the
/// predictions so that they fit the results best. It is 1 if they already fit, less if they are overconfident, more if they are
/// too cautious.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The agent, as for `tournament`
    #[arg(default_value = "ppo")]
    agent: String,
    #[command(flatten)]
    plan: PlanArgs,
    /// Write the agent with this slope to a new folder, its weights in half precision. Its predictions are then calibrated; the
    /// slope changes no move of the agent or of a search that uses it
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print JSON: the same bytes for the same arguments
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  holotable calibration dark_side_rising
  holotable calibration dark_side_rising runs/second --games 5000 -o imperials=9
  holotable calibration dark_side_rising runs/second --games 5000 --out runs/calibrated
  holotable calibration rebellion_combat flat:100@all --games 200 --json";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let save = args.out.as_ref().map(|folder| Save::new(game.as_ref(), &args.agent, folder)).transpose()?;
    let found = args.plan.run(1, false, |plan| calibration::run(&game, &args.agent, plan))?;
    // The games took long: their results are printed whether the slope can be written or not.
    let written = save.map_or(Ok(()), |save| save.write(&found));
    if args.json {
        print_json(out, &found)?;
    } else {
        print(out, &found)?;
    }
    Ok(written?)
}

/// A network, and the new folder to which it is written with its slope.
struct Save<'a> {
    network: Source,
    folder: &'a Path,
}

impl<'a> Save<'a> {
    /// Refuses an agent or a folder that cannot be used, before the games are played.
    fn new(game: &dyn AnyGame, agent: &str, folder: &'a Path) -> Result<Self, Error> {
        if folder.exists() {
            return Err(Error::new(format!("{} exists: --out takes a new folder", folder.display())));
        }
        // A search has the checkpoint of its evaluator, whose slope is another.
        let network =
            game.facts().networks.iter().any(|(name, _)| *name == agent) || Path::new(agent).is_dir();
        let network = if network { game.checkpoint(agent)? } else { None };
        let network = network.ok_or_else(|| {
            Error::new(format!("cannot keep the slope of '{agent}', which must be a trained network"))
        })?;
        Checkpoint::check(&network)?;
        Ok(Self { network, folder })
    }

    fn write(&self, found: &Calibration) -> Result<(), Error> {
        let none = || Error::new("no slope fits these games best, so --out writes nothing");
        let slope = found.slope.clone().ok_or_else(none)?;
        Checkpoint::calibrate(&self.network, slope, self.folder)
    }
}

fn print(out: &mut dyn Write, found: &Calibration) -> CommandResult {
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
