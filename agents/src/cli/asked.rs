//! Signals to commands that save before they end: the first asks for it, a second one ends the program at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use holotable_store::error::Error;
use holotable_store::stop::Token;

use super::INTERRUPTED;

/// From here on Ctrl-C, SIGTERM and SIGHUP ask for the end, of which this tells; SIGHUP not under `nohup`.
pub fn to_end() -> Result<Token, Error> {
    let asked = Arc::new(AtomicBool::new(false));
    listen(&asked).map_err(|e| Error::new(format!("cannot listen to signals: {e}")))?;
    Ok(Token::new(move || asked.load(Ordering::Relaxed)))
}

#[cfg(unix)]
fn listen(asked: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let hangs_up = (!is_hang_up_ignored()).then_some(SIGHUP);
    let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangs_up))?;
    let asked = Arc::clone(asked);
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if asked.swap(true, Ordering::Relaxed) {
                holotable_arena::exec::end_all();
                std::process::exit(INTERRUPTED.into());
            }
        }
    });
    Ok(())
}

/// Whether whoever started this program let it ignore SIGHUP, as `nohup` does: a program that this one starts inherits that, and
/// lives through the signal.
#[cfg(unix)]
fn is_hang_up_ignored() -> bool {
    use std::process::{Command, Stdio};

    let mut shell = Command::new("sh");
    shell
        .args(["-c", "kill -HUP $$; exit 0"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    shell.status().is_ok_and(|ended| ended.success())
}

#[cfg(not(unix))]
fn listen(asked: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;

    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(asked))?;
        flag::register(signal, Arc::clone(asked))?;
    }
    Ok(())
}
