//! The arguments of commands that play a part of their games, for `holotable merge`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use holotable_arena::any::AnyGame;
use holotable_arena::pace::Pace;
use holotable_arena::part::{Form, Part};
use holotable_arena::share::Share;
use holotable_arena::tournament::Plan;
use holotable_store::error::Error;
use holotable_store::files;

use super::save::SaveArgs;
use super::{CommandResult, Fault};

/// Which part of the games to play, and where its results go.
#[derive(Debug, clap::Args)]
pub struct PartArgs {
    /// Play one of several parts only, such as 2/8, here or on another machine; `holotable merge` puts them together
    #[arg(long, value_name = "K/N", requires = "tally")]
    part: Option<Share>,
    /// The file for the results of the part; if it holds some of them, the command goes on
    #[arg(long, value_name = "FILE", requires = "part")]
    tally: Option<PathBuf>,
    #[command(flatten)]
    save: SaveArgs,
}

/// A part that is asked for.
pub struct Wanted<'a> {
    pub share: Share,
    tally: &'a Path,
    every: Duration,
}

impl PartArgs {
    /// Which part of the games is asked for, and where its results go.
    pub fn wanted(&self) -> Option<Wanted<'_>> {
        let (share, tally) = self.part.zip(self.tally.as_deref())?;
        Some(Wanted { share, tally, every: self.save.every() })
    }
}

/// Plays a part of the games and keeps its results, now and then while it plays and when it is asked to end.
pub fn run(
    out: &mut dyn Write,
    game: &Arc<dyn AnyGame>,
    agents: &[String],
    form: &Form,
    wanted: &Wanted<'_>,
    plan: &Plan<'_>,
) -> CommandResult {
    let &Wanted { share, tally, every } = wanted;
    let mut part = Part::new(game.as_ref(), agents, form, share, plan)?;
    // What is no file, such as a pipe, cannot be read back, and gets the results once.
    let is_file = fs::metadata(tally).map_or(true, |found| found.is_file());
    if is_file && tally.exists() {
        let taken =
            Part::from_text(&files::read(tally)?).and_then(|before| part.take_over(before, game.as_ref()));
        let holds = || format!("{} is there and holds something else", tally.display());
        taken.map_err(|e| e.within(holds()))?;
    }
    files::must_be_writable(tally)?;
    let mut pace = Pace::new(every);
    let played = part.go_on(game, agents, plan, |part| {
        if is_file && pace.is_due() {
            // Where this fails, the results are written or printed at the end.
            let _ = files::write(tally, &part().to_text());
        }
        Ok(())
    });
    let (done, whole) = part.progress(game.as_ref())?;
    if done == whole || is_file && done > 0 {
        keep(out, tally, &part.to_text())?;
    }
    if plan.stop.is_asked() && done < whole {
        let _ = writeln!(io::stderr(), "{done} of {whole} games are kept: the same command goes on");
        return Err(Fault::Stopped);
    }
    played?;
    Ok(writeln!(out, "{}: part {share}", tally.display())?)
}

/// Writes results into their file or, if that fails, prints them: they took long.
fn keep(out: &mut dyn Write, path: &Path, text: &str) -> CommandResult {
    let Err(e) = files::write(path, text) else { return Ok(()) };
    write!(out, "{text}")?;
    out.flush()?;
    Err(Error::new(format!("{e}; what it would hold is printed on standard output")).into())
}
