//! The arguments of commands that play one shard of their games, for `holotable merge`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use holotable_arena::pace::Pace;
use holotable_arena::shard::Shard;
use holotable_arena::shard_result::{Form, ShardResult};
use holotable_arena::tournament::Plan;
use holotable_erased::AnyGame;
use holotable_store::error::Error;
use holotable_store::files;

use super::save::SaveArgs;
use super::{CommandResult, Fault};

/// Which shard of the games to play, and the file for its results.
#[derive(Debug, clap::Args)]
pub struct ShardArgs {
    /// Play one shard of the games only, such as 2/8, here or on another machine; `holotable merge` adds up all shards
    #[arg(long, value_name = "K/N", requires = "result")]
    shard: Option<Shard>,
    /// The file for the results of the shard; if it already holds some of them, the command plays only the rest
    #[arg(long, value_name = "FILE", requires = "shard")]
    result: Option<PathBuf>,
    #[command(flatten)]
    save: SaveArgs,
}

/// A shard that is asked for.
pub struct ShardJob<'a> {
    pub shard: Shard,
    path: &'a Path,
    every: Duration,
}

impl ShardArgs {
    /// The shard that is asked for, if one is.
    pub fn job(&self) -> Option<ShardJob<'_>> {
        let (shard, path) = self.shard.zip(self.result.as_deref())?;
        Some(ShardJob { shard, path, every: self.save.every() })
    }
}

/// Plays a shard of the games and keeps its results, now and then while it plays and when it is asked to end.
pub fn run(
    out: &mut dyn Write,
    game: &Arc<dyn AnyGame>,
    agents: &[String],
    form: &Form,
    job: &ShardJob<'_>,
    plan: &Plan<'_>,
) -> CommandResult {
    let &ShardJob { shard, path, every } = job;
    let mut result = ShardResult::new(game.as_ref(), agents, form, shard, plan)?;
    // What is no file, such as a pipe, cannot be read back, and gets the results once.
    let is_file = fs::metadata(path).map_or(true, |found| found.is_file());
    if is_file && path.exists() {
        let taken = ShardResult::from_text(&files::read(path)?)
            .and_then(|before| result.take_over(before, game.as_ref()));
        let holds = || format!("{} exists and is not the result of this shard", path.display());
        taken.map_err(|e| e.within(holds()))?;
    }
    files::must_be_writable(path)?;
    let mut pace = Pace::new(every);
    let played = result.go_on(game, agents, plan, |so_far| {
        if is_file && pace.is_due() {
            // Where this fails, the results are written or printed at the end.
            let _ = files::write(path, &so_far().to_text());
        }
        Ok(())
    });
    let (done, whole) = result.progress(game.as_ref())?;
    if done == whole || is_file && done > 0 {
        keep(out, path, &result.to_text())?;
    }
    if plan.stop.is_asked() && done < whole {
        let _ = writeln!(io::stderr(), "{done} of {whole} games are kept: the same command goes on");
        return Err(Fault::Stopped);
    }
    played?;
    Ok(writeln!(out, "{}: shard {shard}", path.display())?)
}

/// Writes results into their file or, if that fails, prints them: they took long.
fn keep(out: &mut dyn Write, path: &Path, text: &str) -> CommandResult {
    let Err(e) = files::write(path, text) else { return Ok(()) };
    write!(out, "{text}")?;
    out.flush()?;
    Err(Error::new(format!("{e}; what it would hold is printed on standard output")).into())
}
