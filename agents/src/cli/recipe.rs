//! [`Recipe`]: the recipe that a command is given, and what is overridden in it.

use std::path::PathBuf;

use holotable_store::error::Error;
use holotable_train::ppo::Config;
use holotable_train::recipes;

/// The arguments that name a recipe.
#[derive(Debug, clap::Args)]
pub struct Recipe {
    /// The recipe: a TOML file, or the name of a built-in recipe
    #[arg(value_name = "RECIPE")]
    pub path: PathBuf,
    /// Override a key of the recipe, as often as needed
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl Recipe {
    /// The recipe as it is to be followed.
    ///
    /// # Errors
    /// One line: a file that cannot be read, a recipe that is unknown, a key or a value that there is not.
    pub fn read(&self) -> Result<Config, Error> {
        let config = Config::from_toml(&recipes::read(&self.path)?, &self.set);
        config.map_err(|e| e.within(self.path.display()))
    }
}
