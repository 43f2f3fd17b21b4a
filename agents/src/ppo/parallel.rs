//! The threads of a run.
//!
//! Work is cut into pieces that do not depend on the number of threads and joined in order, so a run is the same on any number.

use holotable_env::threads::count;

use crate::error::Error;

/// A pool of so many threads, 0 for one a core.
///
/// # Errors
/// One line with what the system says.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count(threads)).build();
    pool.map_err(|e| Error::new(format!("cannot start {threads} threads: {e}")))
}
