//! Faults of the disk, as `SQLite` injects them: the n-th operation below a folder fails in one way or another, for every n.

#![expect(clippy::missing_errors_doc, reason = "each operation fails as the plan says")]

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It says so, and nothing was done.
    Error,
    /// Half of the bytes are written, then it says so; what writes none says so at once.
    Short,
    /// From here on nothing can be written, but all else works.
    Full,
    /// Half of the bytes are written, and nothing is done any more: the machine is off.
    Crash,
}

/// Every fault that is simulated.
pub const FAULTS: [Fault; 4] = [Fault::Error, Fault::Short, Fault::Full, Fault::Crash];

/// What happens below a folder.
#[derive(Clone, Copy, Debug)]
struct Plan {
    fault: Fault,
    /// The number of the operation that fails, from 0.
    at: usize,
    /// How many there were.
    done: usize,
}

/// The plans of the tests that run, by the folders that they work in.
static PLANS: Mutex<BTreeMap<PathBuf, Plan>> = Mutex::new(BTreeMap::new());

/// Lets operation number `at` below a folder fail while `work` is done; what it says, and how many operations there were.
pub fn during<T>(folder: &Path, fault: Fault, at: usize, work: impl FnOnce() -> T) -> (T, usize) {
    let plans = || PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    plans().insert(folder.to_owned(), Plan { fault, at, done: 0 });
    let found = work();
    let plan = plans().remove(folder).expect("it was just put there");
    (found, plan.done)
}

/// The fault of an operation, if it has one.
fn now(path: &Path, writes: bool) -> Option<Fault> {
    let mut plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    let (_, plan) = plans.iter_mut().find(|(folder, _)| path.starts_with(folder))?;
    let number = plan.done;
    plan.done += 1;
    let due = match plan.fault {
        Fault::Error | Fault::Short => number == plan.at,
        Fault::Full => number >= plan.at && writes,
        Fault::Crash => number >= plan.at,
    };
    due.then_some(plan.fault)
}

fn error(fault: Fault) -> io::Error {
    match fault {
        Fault::Full => io::Error::new(io::ErrorKind::StorageFull, "no space left"),
        Fault::Error | Fault::Short | Fault::Crash => io::Error::other("injected"),
    }
}

/// Asked before whatever writes no bytes.
pub fn before(path: &Path) -> io::Result<()> {
    now(path, false).map_or(Ok(()), |fault| Err(error(fault)))
}

/// Asked before bytes are written: how many of them are, and what is said of it.
pub fn before_write(path: &Path, bytes: usize) -> (usize, io::Result<()>) {
    match now(path, true) {
        None => (bytes, Ok(())),
        Some(fault @ (Fault::Short | Fault::Crash)) => (bytes / 2, Err(error(fault))),
        Some(fault) => (0, Err(error(fault))),
    }
}
