//! [`Copies`]: the same network for each thread.

use std::sync::{Mutex, PoisonError};

use super::model::Model;

/// A copy of a network for each thread, since threads cannot share tensors; on a GPU one serves all. Which thread asks makes no
/// difference to the answers.
#[derive(Debug)]
pub struct Copies(Vec<Mutex<Model>>);

impl Copies {
    /// Copies of the network as it is now.
    pub fn new(model: &Model) -> Self {
        let count = if model.sizes.device.is_cuda() { 1 } else { rayon::current_num_threads() };
        Self(model.copies(count).into_iter().map(Mutex::new).collect())
    }

    /// Works with the copy of this thread.
    pub fn with<R>(&self, work: impl FnOnce(&Model) -> R) -> R {
        let copy = &self.0[rayon::current_thread_index().unwrap_or(0) % self.0.len()];
        work(&copy.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
