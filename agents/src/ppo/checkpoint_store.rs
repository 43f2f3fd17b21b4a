//! [`CheckpointStore`]: the checkpoints of a run: `latest/`, a few `earlier/` ones by the number of their update, and `best/`.

use std::fs;
use std::path::{Path, PathBuf};

use holotable_env::Tabletop;

use crate::checkpoint::{BEST, Checkpoint};
use crate::error::Error;
use crate::folder;

/// The folder of the latest checkpoint in that of a run.
pub const LATEST: &str = "latest";
/// The folder of those before it.
pub const EARLIER: &str = "earlier";

/// The checkpoints in the folder of a run.
#[derive(Debug)]
pub struct CheckpointStore {
    run: PathBuf,
    /// How many to keep, besides the best.
    keep: usize,
}

impl CheckpointStore {
    /// Those in the folder `run`, of which `keep` stay, at least the latest.
    pub fn new(run: &Path, keep: usize) -> Self {
        Self { run: run.to_owned(), keep }
    }

    /// Where the latest one is, or will be.
    pub fn latest(&self) -> PathBuf {
        self.run.join(LATEST)
    }

    /// Where the best one is, or will be.
    pub fn best(&self) -> PathBuf {
        self.run.join(BEST)
    }

    /// Whether there is a latest one, after putting right what a kill may have left.
    ///
    /// # Errors
    /// One line with the path.
    pub fn recover(&self) -> Result<bool, Error> {
        folder::recover(&self.best())?;
        folder::recover(&self.latest())
    }

    /// Makes `checkpoint` the latest; the one before it joins the earlier ones, and the oldest of those go.
    ///
    /// # Errors
    /// One line with the path.
    pub fn save(&self, checkpoint: &Checkpoint, config: &str) -> Result<(), Error> {
        let latest = self.latest();
        let now = checkpoint.state.progress.update;
        // One from a later moment than this belongs to a course of the run that was given up.
        let place = Checkpoint::update_of(&latest).filter(|&update| update < now && self.keep > 1);
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

    /// The updates of the earlier ones, the oldest first.
    fn earlier(&self) -> Vec<u64> {
        let entries = fs::read_dir(self.run.join(EARLIER)).into_iter().flatten().flatten();
        let mut updates: Vec<u64> = entries.filter_map(|e| e.file_name().to_str()?.parse().ok()).collect();
        updates.sort_unstable();
        updates
    }

    /// The reason why the latest one cannot be gone on from, and the newest that can be.
    pub fn suggest_other<G: Tabletop>(&self, game: &G, why: Error) -> Error {
        let whole = |update: &u64| {
            let place = self.run.join(EARLIER).join(update.to_string());
            Checkpoint::load(&place, game).is_ok().then_some(place)
        };
        match self.earlier().iter().rev().find_map(whole) {
            Some(place) => {
                Error::new(format!("{why}; the newest that is whole: --resume={}", place.display()))
            }
            None => why,
        }
    }
}
