//! How holotable starts itself anew, as a sweep does for each of its trials.

use std::env::current_exe;
use std::ffi::OsString;
use std::sync::OnceLock;

use crate::error::Error;

static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says which words start the command line, as a package does whose program is an interpreter; the first one to say so is right.
pub fn set(words: Vec<OsString>) {
    PROGRAM.get_or_init(|| words);
}

/// The words that start the command line: those that were [set], or the path of this program.
///
/// # Errors
/// One line if the system does not tell that path.
pub fn words() -> Result<Vec<OsString>, Error> {
    match PROGRAM.get() {
        Some(words) => Ok(words.clone()),
        None => match current_exe() {
            Ok(path) => Ok(vec![path.into_os_string()]),
            Err(e) => Err(Error::new(format!("cannot find holotable itself: {e}"))),
        },
    }
}
