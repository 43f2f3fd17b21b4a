//! How often commands that play for hours save what they have.

use std::time::Duration;

/// How often it is saved.
#[derive(Debug, clap::Args)]
pub struct SaveArgs {
    /// Save at least this often during play; the same command resumes from the saved games
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(0..=3600))]
    save_every: u16,
}

impl SaveArgs {
    /// The time between two saves.
    pub fn every(&self) -> Duration {
        Duration::from_secs(self.save_every.into())
    }
}
