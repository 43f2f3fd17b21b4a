//! Runs the command as another program, which has what this one lacks.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::process::Command;

use holotable_store::error::Error;

/// Does the same command by the program of this name beside this one, on Unix in this very process, so that signals, standard
/// input and the exit code are its own; returns that code elsewhere.
///
/// # Errors
/// `why` this program cannot, and where the other one was looked for.
pub(super) fn go_on(name: &str, args: &[OsString], why: &Error) -> Result<u8, Error> {
    let here = env::current_exe().and_then(fs::canonicalize);
    let path = here
        .map_err(|e| Error::new(format!("{why}, and {name} is not found: {e}")))?
        .with_file_name(format!("{name}{}", env::consts::EXE_SUFFIX));
    let mut command = Command::new(&path);
    command.args(args.iter().skip(1));
    run(&mut command).map_err(|e| {
        let place = path.display();
        Error::new(format!("{why}; {place} would do it (`cargo build --release -p {name}` builds it): {e}"))
    })
}

#[cfg(unix)]
fn run(command: &mut Command) -> io::Result<u8> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

#[cfg(not(unix))]
fn run(command: &mut Command) -> io::Result<u8> {
    Ok(command.status()?.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2))
}
