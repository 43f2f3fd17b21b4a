//! [`Threads`]: threads that help, also in a process that was forked.

use std::mem::{forget, replace};
use std::process;
use std::sync::Arc;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Error, ErrorKind};

/// What rayon takes for the number of threads, which here may only lower it.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// As many threads as were asked for; for 0 one for each core, or fewer if `RAYON_NUM_THREADS` says so.
pub fn count(asked: usize) -> usize {
    if asked > 0 {
        return asked;
    }
    let cores = available_parallelism().map_or(1, usize::from);
    std::env::var(VARIABLE).map_or(cores, |wish| cores.min(number(&wish)))
}

/// What the variable says; without sense or for 0 there is no limit.
fn number(wish: &str) -> usize {
    wish.trim().parse().ok().filter(|&n| n > 0).unwrap_or(usize::MAX)
}

/// Threads that wait for work. A process that is forked off another one has none of its threads, so that work would wait for
/// ever: there they are started anew.
#[derive(Clone, Debug)]
pub struct Threads {
    pool: Arc<ThreadPool>,
    /// The process that has them.
    process: u32,
}

impl Threads {
    /// So many threads.
    ///
    /// # Errors
    /// [`ErrorKind::Threads`] where they cannot be started.
    pub fn new(count: usize) -> Result<Self, Error> {
        let cannot = |e| Error::new(ErrorKind::Threads, format!("cannot start {count} threads: {e}"));
        let pool = ThreadPoolBuilder::new().num_threads(count).build().map_err(cannot)?;
        Ok(Self { pool: Arc::new(pool), process: process::id() })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// The threads, or `None` in a forked process that cannot start its own: then the caller has to work alone.
    pub fn pool(&mut self) -> Option<&ThreadPool> {
        if self.process != process::id() {
            let own = Self::new(self.count()).ok()?;
            // To end the threads that are not there would mean to wait for them.
            forget(replace(self, own));
        }
        Some(&self.pool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forked_process_has_threads_of_its_own() {
        let mut threads = Threads::new(2).unwrap();
        assert_eq!(threads.pool().map(|pool| pool.install(|| 3)), Some(3));
        let before = Arc::clone(&threads.pool);
        threads.process ^= 1;
        assert_eq!(threads.pool().map(|pool| pool.install(|| 4)), Some(4));
        assert!(!Arc::ptr_eq(&before, &threads.pool) && threads.process == process::id());
    }

    #[test]
    fn a_wish_is_a_number_above_0() {
        let wishes = ["5000", " 1", "0", "", "-1", "many", "99999999999999999999"];
        let most = usize::MAX;
        assert_eq!(wishes.map(number), [5000, 1, most, most, most, most, most]);
    }

    #[test]
    fn what_is_asked_for_is_had() {
        assert_eq!(count(3), 3);
        assert!((1..=available_parallelism().map_or(1, usize::from)).contains(&count(0)));
    }
}
