//! [`CheckpointStore`]: the checkpoints of a run in its folder: `latest/`, a few in `earlier/` by the number of their update,
//! and `best/`.

use std::fs;
use std::path::{Path, PathBuf};

use holotable_store::checkpoint::{BEST, Checkpoint};
use holotable_store::error::Error;
use holotable_store::{folder, progress};

use super::Task;
use crate::runs::METRICS;

/// The folder of the latest checkpoint in that of a run.
pub const LATEST: &str = "latest";
/// The folder of those before it.
pub const EARLIER: &str = "earlier";

/// Saves and finds the checkpoints in the folder of a run.
#[derive(Debug)]
pub struct CheckpointStore {
    run: PathBuf,
    /// How many checkpoints to keep besides the best.
    keep: usize,
}

impl CheckpointStore {
    /// The store in the folder `run` that keeps `keep` checkpoints, at least the latest.
    pub fn new(run: &Path, keep: usize) -> Self {
        Self { run: run.to_owned(), keep }
    }

    /// The folder of the latest checkpoint, whether or not it exists.
    pub fn latest(&self) -> PathBuf {
        self.run.join(LATEST)
    }

    /// The folder of the best checkpoint, whether or not it exists.
    pub fn best(&self) -> PathBuf {
        self.run.join(BEST)
    }

    /// Repairs what a killed process may have left, and returns whether there is a latest checkpoint.
    ///
    /// # Errors
    /// One line with the path, also of a link in a folder's place.
    pub fn recover(&self) -> Result<bool, Error> {
        folder::refuse_links(&self.run, &[LATEST, EARLIER, BEST])?;
        folder::recover(&self.best())?;
        folder::recover(&self.latest())
    }

    /// Refuses a folder in which there is anything of a run, although there is no latest checkpoint to go on from.
    ///
    /// # Errors
    /// One line with the folder.
    pub fn must_be_free(&self, task: &Task) -> Result<(), Error> {
        if self.latest().exists() {
            let run = self.run.display();
            return Err(Error::new(format!("{run} already holds a run; --resume goes on with it")));
        }
        match [BEST, EARLIER, METRICS].iter().find(|name| self.run.join(name).exists()) {
            None => Ok(()),
            Some(found) => {
                let run = self.run.display();
                let why =
                    format!("{run} already holds a run: there is {found}, but no {LATEST} to go on from");
                Err(self.suggest_other(task, Error::new(why)))
            }
        }
    }

    /// Refuses a folder that holds another run than that of the checkpoint in `at`.
    ///
    /// # Errors
    /// One line with both.
    pub fn must_be_of(&self, at: &Path) -> Result<(), Error> {
        let holds = [LATEST, BEST, EARLIER, METRICS].iter().any(|name| self.run.join(name).exists());
        let inside =
            || at.canonicalize().is_ok_and(|at| self.run.canonicalize().is_ok_and(|run| at.starts_with(run)));
        if !holds || inside() {
            return Ok(());
        }
        let (run, at) = (self.run.display(), at.display());
        Err(Error::new(format!(
            "{run} already holds a run, of which {at} is no checkpoint; --resume goes on with it"
        )))
    }

    /// Sets the best checkpoint aside if it is from later than this update: then it is that of a continuation which is given up.
    ///
    /// # Errors
    /// One line with the path.
    pub fn give_up_best_after(&self, update: u64) -> Result<(), Error> {
        let best = self.best();
        if let Some(later) = Checkpoint::update_of(&best).filter(|&later| later > update) {
            let place = folder::set_aside(&best, later)?;
            let (best, place) = (best.display(), place.display());
            progress::say(&format!(
                "note: {best} was of update {later}, which is given up; it is {place} now"
            ));
        }
        Ok(())
    }

    /// Saves `checkpoint` as the latest, moves the one before it to the earlier ones, and removes the oldest of these.
    ///
    /// # Errors
    /// One line with the path.
    pub fn save(&self, checkpoint: &Checkpoint, config: &str) -> Result<(), Error> {
        let latest = self.latest();
        let now = checkpoint.state.progress.update;
        // Of update 0 there is nothing to keep. A checkpoint of a later update is from a continuation that was given up when the run was resumed at an earlier one.
        let place =
            Checkpoint::update_of(&latest).filter(|update| (1..now).contains(update) && self.keep > 1);
        let place = place.map(|update| self.run.join(EARLIER).join(update.to_string()));
        checkpoint.save(&latest, config, place.as_deref())?;
        let (stay, given_up): (Vec<u64>, Vec<u64>) =
            self.earlier().into_iter().partition(|&update| update < now);
        let old = stay.len().saturating_sub(self.keep.saturating_sub(1));
        for update in stay[..old].iter().chain(&given_up) {
            folder::remove(&self.run.join(EARLIER).join(update.to_string()))?;
        }
        Ok(())
    }

    /// The updates of the earlier checkpoints in ascending order.
    fn earlier(&self) -> Vec<u64> {
        let entries = fs::read_dir(self.run.join(EARLIER)).into_iter().flatten().flatten();
        // What is not ours is neither resumed nor removed.
        let ours = entries.filter(|e| folder::is_ours(&e.path()));
        let mut updates: Vec<u64> = ours.filter_map(|e| e.file_name().to_str()?.parse().ok()).collect();
        updates.sort_unstable();
        updates
    }

    /// Extends the error `why` the latest checkpoint cannot be resumed by the newest earlier one that can.
    pub fn suggest_other(&self, task: &Task, why: Error) -> Error {
        let whole = |update: &u64| {
            let place = self.run.join(EARLIER).join(update.to_string());
            task.checkpoint(&place).is_ok().then_some(place)
        };
        match self.earlier().iter().rev().find_map(whole) {
            Some(place) => {
                Error::new(format!("{why}; the newest that is whole: --resume={}", place.display()))
            }
            None => why,
        }
    }
}
