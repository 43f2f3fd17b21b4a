//! `holotable plot`: learning curves as a picture.

use std::io::Write;
use std::path::PathBuf;

use holotable_store::files;
use holotable_train::runs::{Axis, Curves};
use holotable_train::{plot, runs};

use super::{CommandResult, print_json};

const EXAMPLES: &str = "\
Examples:
  holotable plot runs/dark_side_rising
  holotable plot runs/first runs/second --x minutes --out curves.svg
  holotable plot runs/sweep/dark_side_rising         all trials of a sweep
  holotable plot runs/seed-* --json > curves.json    the numbers, for a picture of your own

Runs whose recipes differ only in the seed form one curve. It is their mean where all have data, interpolated linearly, with a
95 % interval (Student's t). A curve of one seed shows the interval of its evaluation games. With more than seven curves,
only the seven with the best final score are coloured.";

/// Draw the learning curves of training runs
///
/// One picture shows the evaluation score with its interval, the win rate in training, entropy and explained variance. It also
/// compares predicted chances to win with results, and shows where the time went. Runs may still be in progress.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders of runs, or of sweeps for all runs in them
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// The horizontal axis: decisions, minutes or updates
    #[arg(long, value_name = "AXIS", default_value_t = Axis::default())]
    x: Axis,
    /// The picture, an SVG file
    #[arg(long, value_name = "FILE", default_value = "curves.svg")]
    out: PathBuf,
    /// Print the numbers as JSON instead of drawing
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let curves = Curves::of(&runs::read(&args.runs)?, args.x);
    if args.json {
        return print_json(out, &curves);
    }
    files::write(&args.out, &plot::svg(&curves)?)?;
    let many = |n: usize, thing: &str| format!("{n} {thing}{}", if n == 1 { "" } else { "s" });
    let (lines, all) = (curves.curves.len(), curves.curves.iter().map(|curve| curve.runs.len()).sum());
    Ok(writeln!(out, "{}: {} of {}", args.out.display(), many(lines, "curve"), many(all, "run"))?)
}
