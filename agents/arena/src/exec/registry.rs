//! The programs that run, so that none of what they start is left behind: each is ended when its agent goes, and all are when a
//! signal ends the command line.
//!
//! A program leads a process group. Where the system shows its processes as files, what has left the group is found too: by its
//! parents, and by a mark in the environment that a program hands on to all that it starts.

use std::collections::BTreeMap;
use std::env;
use std::io;
use std::process::{self, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::Duration;

use holotable_store::signals;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use signal_hook::low_level::emulate_default_handler;

use super::confines::Usage;
use super::descendants::{Process, descendants};

/// The variable of the environment that holds the marks of the programs within which a process runs.
pub(super) const MARKS: &str = "HOLOTABLE_PROGRAMS";
/// How often it is looked for what has been started while the rest was ended.
const ROUNDS: usize = 20;

/// A program that runs.
struct Program {
    mark: String,
    /// What it had started when this was last looked for.
    started: Vec<Process>,
}

/// The programs that run, by the processes that lead their groups.
static PROGRAMS: Mutex<BTreeMap<u32, Program>> = Mutex::new(BTreeMap::new());
static WATCHED: Once = Once::new();
static MARKED: AtomicU64 = AtomicU64::new(0);

fn programs() -> MutexGuard<'static, BTreeMap<u32, Program>> {
    PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives a program a mark of its own, behind those of the programs within which this one runs.
pub(super) fn mark(command: &mut Command) -> String {
    let mark = format!("{}-{}", process::id(), MARKED.fetch_add(1, Ordering::Relaxed));
    let mut marks = env::var_os(MARKS).unwrap_or_default();
    marks.push(":");
    marks.push(&mark);
    command.env(MARKS, marks);
    mark
}

/// Remembers a program by the process that leads it.
pub(super) fn add(leader: u32, mark: String) {
    programs().insert(leader, Program { mark, started: Vec::new() });
}

/// Looks for what a program has started.
pub(super) fn look(leader: u32) {
    if let Some(program) = programs().get_mut(&leader) {
        program.started = descendants(leader, &program.mark, &program.started);
    }
}

/// What a program uses with all that it has started.
pub(super) fn usage(leader: u32) -> Usage {
    look(leader);
    let started = programs().get(&leader).map(|program| program.started.clone()).unwrap_or_default();
    Usage::of(&[leader].into_iter().chain(started.iter().map(|process| process.id)).collect::<Vec<_>>())
}

/// Ends a program with all that it has started.
pub(super) fn end(leader: u32) {
    // Not while the programs are locked.
    let known = programs().remove(&leader);
    if let Some(program) = known {
        kill(leader, &program);
    }
}

fn kill(leader: u32, program: &Program) {
    let Some(group) = pid(leader) else { return };
    for _ in 0..ROUNDS {
        let found = descendants(leader, &program.mark, &program.started);
        // Where all have ended by themselves there is nobody to end.
        let _ = kill_process_group(group, Signal::KILL);
        if found.is_empty() {
            return;
        }
        for process in found.iter().filter_map(|process| pid(process.id)) {
            let _ = kill_process(process, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn pid(number: u32) -> Option<Pid> {
    i32::try_from(number).ok().and_then(Pid::from_raw)
}

/// Kills all programs that run, with everything that they have started.
pub fn end_all() {
    let all = std::mem::take(&mut *programs());
    for (leader, program) in all {
        kill(leader, &program);
    }
}

/// From here on a signal that ends this process ends all programs first, SIGHUP not under `nohup`. For a command line, whose signals
/// are its own.
///
/// # Errors
/// Where the system does not let signals be watched.
pub fn end_with_signals() -> io::Result<()> {
    let mut result = Ok(());
    WATCHED.call_once(|| {
        result = signals::heard().map(|mut signals| {
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
