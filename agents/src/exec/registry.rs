//! The process groups of all programs that run, so that none is left behind: each is ended when its agent goes, and all are when
//! a signal ends the command line.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
static WATCHED: Once = Once::new();

fn groups() -> MutexGuard<'static, BTreeSet<u32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers a group by the process that leads it.
pub(super) fn add(leader: u32) {
    groups().insert(leader);
}

/// Ends a group.
pub(super) fn end(leader: u32) {
    if groups().remove(&leader) {
        kill(leader);
    }
}

fn kill(leader: u32) {
    let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) else { return };
    // Where all have ended by themselves there is nobody to end.
    let _ = kill_process_group(group, Signal::KILL);
}

/// Ends all groups.
pub fn end_all() {
    let all = std::mem::take(&mut *groups());
    all.into_iter().for_each(kill);
}

/// From here on a signal that ends this process ends all programs first. For a command line, whose signals are its own.
///
/// # Errors
/// Where the system does not let signals be watched.
pub fn end_with_signals() -> io::Result<()> {
    let mut result = Ok(());
    WATCHED.call_once(|| {
        result = Signals::new([SIGINT, SIGTERM, SIGHUP]).map(|mut signals| {
            thread::spawn(move || {
                for signal in signals.forever() {
                    end_all();
                    let _ = emulate_default_handler(signal);
                }
            });
        });
    });
    result
}
