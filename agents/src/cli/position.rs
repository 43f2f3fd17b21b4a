//! [`Position`]: where in a game, as commands about positions take it.

use std::path::PathBuf;
use std::sync::Arc;

use holotable_env::json::parse;
use holotable_env::{Sample, generator};
use holotable_erased::{AnyGame, AnyState};
use holotable_store::error::Error;
use holotable_store::files;

/// A state in JSON, or the start of a seeded game.
#[derive(Debug, clap::Args)]
pub struct Position {
    /// A file with the position in JSON
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub state: Option<PathBuf>,
    /// The seed of the game; its first position is used
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Position {
    /// The position of this game that the arguments ask for.
    ///
    /// # Errors
    /// One line with the file, if it holds no position of the game.
    pub fn of(&self, game: &Arc<dyn AnyGame>) -> Result<Box<dyn AnyState>, Error> {
        let Some(path) = &self.state else {
            return Ok(Arc::clone(game).start(Sample(generator(self.seed, 0))));
        };
        let json = parse(files::read(path)?.as_bytes()).map_err(|e| Error::new(format!("not JSON: {e}")));
        json.and_then(|json| Ok(Arc::clone(game).read_json(&json)?)).map_err(|e| e.within(path.display()))
    }
}
