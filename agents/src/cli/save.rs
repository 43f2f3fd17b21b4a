//! How often commands that play for hours save what they have.

use std::time::Duration;

/// How often it is saved.
#[derive(Debug, clap::Args)]
pub struct SaveArgs {
    /// Save at least so often while games are played; the same command goes on from there
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(0..=3600))]
    save_every: u16,
}

impl SaveArgs {
    /// The time between two saves.
    pub fn every(&self) -> Duration {
        Duration::from_secs(self.save_every.into())
    }
}
