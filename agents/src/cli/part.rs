//! The arguments of commands that play a part of their games, for `holotable merge`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::CommandResult;
use crate::any::AnyGame;
use crate::files;
use crate::part::{self, Form};
use crate::share::Share;
use crate::tournament::Plan;

/// Which part of the games to play, and where its results go.
#[derive(Debug, clap::Args)]
pub struct PartArgs {
    /// Play one of several parts only, such as 2/8, here or on another machine; `holotable merge` puts them together
    #[arg(long, value_name = "K/N", requires = "tally")]
    part: Option<Share>,
    /// The file for the results of the part
    #[arg(long, value_name = "FILE", requires = "part")]
    tally: Option<PathBuf>,
}

impl PartArgs {
    /// Which part of the games is asked for, and where its results go.
    pub fn wanted(&self) -> Option<(Share, &Path)> {
        self.part.zip(self.tally.as_deref())
    }
}

/// Plays a part of the games and keeps its results.
pub fn run(
    out: &mut dyn Write,
    game: &Arc<dyn AnyGame>,
    agents: &[String],
    form: &Form,
    (share, path): (Share, &Path),
    plan: &Plan<'_>,
) -> CommandResult {
    let part = part::play(game, agents, form, share, plan, None)?;
    files::write(path, &part.to_text())?;
    Ok(writeln!(out, "{}: part {share}", path.display())?)
}
