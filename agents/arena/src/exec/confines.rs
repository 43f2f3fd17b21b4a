//! [`Confines`]: what a program may use. The system holds each process to it where it can, and while a program is waited for all of its
//! processes together are looked at.

use std::path::PathBuf;
use std::time::Duration;

/// What a program may use, with all that it starts. Held on Linux; elsewhere on Unix each process alone is held to memory and files, and
/// on Windows nothing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confines {
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// How long it may take to start, beside the time for its first answer.
    pub start: Duration,
    /// Bytes of memory that all its processes may have together.
    pub memory: u64,
    /// Bytes that it may write.
    pub written: u64,
    /// Processes at the same time, the shell that runs the command among them.
    pub processes: u64,
}

impl Confines {
    /// The command as a shell runs it under the limits of one process. What a shell cannot limit,
    /// [`excess`](Self::excess) finds.
    pub(super) fn command(&self, command: &str) -> String {
        // Address space is not memory: some languages ask for much of it and use little.
        let (space, blocks) = (self.memory.saturating_mul(8) >> 10, self.written.div_ceil(512));
        // Where a limit of the system is lower already, that one holds.
        format!(
            "ulimit -c 0 2>/dev/null; ulimit -v {space} 2>/dev/null; ulimit -f {blocks} 2>/dev/null; {command}"
        )
    }

    /// What of it the processes of a program exceed, in words; `None` where they keep to it.
    pub(super) fn excess(&self, usage: &Usage) -> Option<String> {
        let mb = |bytes: u64| bytes >> 20;
        // How much more is chance; what is told is the same each time.
        if usage.processes > self.processes {
            Some(format!("it runs more than {} processes", self.processes))
        } else if usage.memory > self.memory {
            Some(format!("it uses more than {} MB of memory", mb(self.memory)))
        } else if usage.written > self.written {
            Some(format!("it has written more than {} MB", mb(self.written)))
        } else {
            None
        }
    }
}

/// What processes use at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub processes: u64,
    /// Bytes of memory that are resident.
    pub memory: u64,
    /// Bytes written by the processes that have not ended.
    pub written: u64,
}

impl Usage {
    /// What the processes with these numbers use now.
    #[cfg(target_os = "linux")]
    pub fn of(processes: &[u32]) -> Self {
        let mut usage = Self { processes: processes.len() as u64, ..Self::default() };
        for id in processes {
            let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
            usage.memory += field(&status, "VmRSS:").unwrap_or(0) << 10;
            let io = std::fs::read_to_string(format!("/proc/{id}/io")).unwrap_or_default();
            usage.written += field(&io, "wchar:").unwrap_or(0);
        }
        usage
    }

    /// Where processes are not shown as files nothing is known of them.
    #[cfg(not(target_os = "linux"))]
    pub fn of(_processes: &[u32]) -> Self {
        Self::default()
    }
}

/// The number behind a name at the beginning of a line.
#[cfg(target_os = "linux")]
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exceeded_is_told() {
        let confines = Confines {
            folder: PathBuf::from("."),
            start: Duration::ZERO,
            memory: 8 << 20,
            written: 1 << 20,
            processes: 2,
        };
        let usage = |processes, memory, written| Usage { processes, memory, written };
        assert_eq!(confines.excess(&usage(2, 8 << 20, 1 << 20)), None);
        let told = |usage: Usage| confines.excess(&usage).unwrap();
        assert_eq!(told(usage(3, 0, 0)), "it runs more than 2 processes");
        assert_eq!(told(usage(1, (8 << 20) + 1, 0)), "it uses more than 8 MB of memory");
        assert_eq!(told(usage(1, 0, 5 << 20)), "it has written more than 1 MB");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_usage_of_a_process_is_seen() {
        let usage = Usage::of(&[std::process::id()]);
        assert!(usage.processes == 1 && usage.memory > 1 << 20, "{usage:?}");
    }
}
