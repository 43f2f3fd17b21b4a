//! The threads on which games are played, networks learn and positions are solved.
//!
//! Work is cut into pieces that do not depend on the number of threads and joined in order, so a result is the same on any number.

use holotable_env::threads::count;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;

/// A pool of so many threads, 0 for one a core.
///
/// # Errors
/// One line with what the system says.
pub fn pool(threads: usize) -> Result<ThreadPool, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(count(threads)).build();
    pool.map_err(|e| Error::new(format!("cannot start {threads} threads: {e}")))
}
