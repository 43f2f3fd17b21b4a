//! [`in_order`]: work on many threads whose results are taken one after the other, by their numbers: what was taken at any moment is
//! a beginning of the whole, and can be kept.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPool;

use crate::error::Error;

/// Does the work of each number, and has each result taken after those of all numbers below. After an error nothing more is begun.
///
/// # Errors
/// That of the least number whose work or result has one; what comes before is taken.
pub fn in_order<T: Send>(
    pool: &ThreadPool,
    numbers: Range<u64>,
    work: impl Fn(u64) -> Result<T, Error> + Sync,
    take: impl FnMut(T) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    let (next, over) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let line = Mutex::new(Line { next: numbers.start, waiting: BTreeMap::new(), take, ended: Ok(()) });
    pool.broadcast(|_| {
        let _panics = EndsByPanic(&over);
        while !over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                break;
            }
            let found = work(number);
            if found.is_err() {
                over.store(true, Ordering::Relaxed);
            }
            let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
            line.waiting.insert(number, found);
            if line.advance().is_err() {
                over.store(true, Ordering::Relaxed);
            }
        }
    });
    line.into_inner().unwrap_or_else(PoisonError::into_inner).ended
}

/// Results that wait for those before them.
struct Line<T, F> {
    next: u64,
    waiting: BTreeMap<u64, Result<T, Error>>,
    take: F,
    ended: Result<(), Error>,
}

impl<T, F: FnMut(T) -> Result<(), Error>> Line<T, F> {
    /// Takes what need not wait any longer.
    fn advance(&mut self) -> Result<(), Error> {
        while self.ended.is_ok()
            && let Some(found) = self.waiting.remove(&self.next)
        {
            self.ended = found.and_then(&mut self.take);
            self.next += 1;
        }
        self.ended.clone()
    }
}

/// Work that panics ends that of the other threads.
struct EndsByPanic<'a>(&'a AtomicBool);

impl Drop for EndsByPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;
    use crate::threads;

    #[test]
    fn results_come_in_order_up_to_the_first_error() {
        for threads in [1, 4] {
            let pool = threads::pool(threads).unwrap();
            let mut taken = Vec::new();
            // The first of each four takes longest.
            let work = |number: u64| {
                sleep(Duration::from_micros(300 * (4 - number % 4)));
                if number % 50 == 37 { Err(Error::new(format!("{number} fails"))) } else { Ok(number) }
            };
            let failed = in_order(&pool, 3..200, work, |number| {
                taken.push(number);
                Ok(())
            });
            assert_eq!(failed.unwrap_err().to_string(), "37 fails");
            assert_eq!(taken, (3..37).collect::<Vec<_>>());
            let mut taken = 0;
            let refused = in_order(&pool, 0..100, Ok, |_| {
                taken += 1;
                if taken == 5 { Err(Error::new("enough")) } else { Ok(()) }
            });
            assert_eq!((refused.unwrap_err().to_string().as_str(), taken), ("enough", 5));
        }
    }
}
