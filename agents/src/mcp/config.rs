//! [`Config`]: how games are played with a model.

use std::path::PathBuf;
use std::time::Duration;

/// How to play.
#[derive(Clone, Debug)]
pub struct Config {
    /// Whether agents may be asked what they would do.
    pub coach: bool,
    /// How long others may think before an answer.
    pub time: Duration,
    /// The folder for replays of games that are over, if they are kept.
    pub replays: Option<PathBuf>,
    /// The seed of the first game, each later game having the next; the model chooses if there is none.
    pub seed: Option<u64>,
    /// The seats of the model; the model chooses if there are none.
    pub seats: Option<Vec<usize>>,
}
