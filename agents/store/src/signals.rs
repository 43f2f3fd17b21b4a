//! Signals by which this program is asked to end, [`heard`] in one way whoever asks for them.

use std::fs;
use std::io;
use std::process::{Command, Stdio};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Those of Ctrl-C, SIGTERM and SIGHUP that come from here on; SIGHUP not where whoever started this program let it ignore that, as
/// `nohup` does.
///
/// # Errors
/// Where the system lets nobody listen.
pub fn heard() -> io::Result<Signals> {
    let hangs_up = (!is_hang_up_ignored()).then_some(SIGHUP);
    Signals::new([SIGINT, SIGTERM].into_iter().chain(hangs_up))
}

/// Whether SIGHUP is to be ignored, as under `nohup`.
pub fn is_hang_up_ignored() -> bool {
    let listed = fs::read_to_string("/proc/self/status").ok().and_then(|status| ignored(&status));
    listed.map_or_else(is_inherited, |ignored| ignored & (1 << (SIGHUP - 1)) != 0)
}

/// The signals that a process ignores, a bit each, as Linux tells of it.
fn ignored(status: &str) -> Option<u64> {
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(bits.trim(), 16).ok()
}

/// Whether a program that this one starts lives through SIGHUP: it ignores what this one ignores.
fn is_inherited() -> bool {
    let mut shell = Command::new("sh");
    shell.args(["-c", "kill -HUP $$; exit 0"]);
    shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.status().is_ok_and(|ended| ended.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_learn_of_signals_that_are_ignored_agree() {
        let known = ignored("Name:\tx\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\nSigCgt:\t0\n");
        assert_eq!(known, Some(0x1001));
        assert_eq!((ignored(""), ignored("SigIgn:\tx")), (None, None));
        assert_eq!(is_hang_up_ignored(), is_inherited());
    }
}
