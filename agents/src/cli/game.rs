//! [`GameArgs`]: which game under which options, as every command takes it.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use holotable_erased::{AnyGame, Kind};
use holotable_store::error::Error;

/// A game and its options.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game, by its name in `holotable games`
    game: String,
    /// An option of the game, as often as needed; `holotable games` lists them
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// A folder with another data set of cards and dice
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl GameArgs {
    /// The rules that these arguments ask for.
    pub fn build(&self) -> Result<Arc<dyn AnyGame>, Error> {
        let kind = Kind::named(&self.game)?;
        let mut given: Vec<(&str, &str)> = Vec::new();
        for option in &self.options {
            let Some((name, value)) = option.split_once('=') else {
                return Err(Error::new(format!("option '{option}' must be written NAME=VALUE")));
            };
            given.push((name.trim(), value));
        }
        Ok(kind.build(given, self.data.as_deref())?)
    }
}
