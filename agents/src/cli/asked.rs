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
    let mut signals = holotable_store::signals::heard()?;
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
