//! Training with all learners.

use std::path::Path;

use holotable_store::error::Error;
use holotable_torch::learners;
use holotable_train::ppo::{Config, Start, Task, TrainingSummary, train_with};

/// A session that nobody follows.
pub fn train(
    config: &Config,
    task: &Task,
    folder: &Path,
    start: Start<'_>,
) -> Result<TrainingSummary, Error> {
    train_with(learners(), config, task, folder, start, &mut ())
}
