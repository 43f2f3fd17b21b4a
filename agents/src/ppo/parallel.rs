//! The threads of a run, in which torch itself is single-threaded.
//!
//! Torch's own threads wait in busy loops, which on a machine that does anything else made training up to
//! sixteen times slower. Work is cut into pieces that do not depend on the number of threads and joined in
//! order, so a run is the same on any number.

use holotable_env::threads::count;

use crate::error::Error;

/// A pool whose threads each run torch single-threaded.
///
/// # Errors
/// One line with what the system says.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count(threads));
    #[cfg(feature = "torch")]
    let pool = pool.start_handler(|_| tch::set_num_threads(1));
    pool.build().map_err(|e| Error::new(format!("cannot start {threads} threads: {e}")))
}
