//! Files at the edges: read with the name in the error, written beside and renamed.

use std::ffi::OsString;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use crate::error::Error;

/// The text of a file.
///
/// # Errors
/// One line that names the file.
pub fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|e| Error::io("read", path, e))
}

/// The bytes of a file in a folder that may come from anywhere: a regular file of at most `most` bytes, and no link, so that it
/// leads nowhere else, never ends late and never waits.
///
/// # Errors
/// One line that says what it is instead; it does not name the file.
pub fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let io = |e: std::io::Error| Error::new(e.to_string());
    let found = fs::symlink_metadata(path).map_err(io)?;
    if !found.is_file() {
        return Err(Error::new("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(io)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > most {
        return Err(Error::new(format!("it holds more than {most} bytes")));
    }
    Ok(bytes)
}

/// Writes a file beside its place and renames it, so that whoever looks sees all of it or the old one. What is there and is no
/// regular file (a link, a pipe, a device) is written to, for it would not be there any more.
///
/// # Errors
/// One line that names the file; the old one, if any, is left as it was.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, text).map_err(|e| Error::io("write", path, e));
    }
    let name = path.file_name().ok_or_else(|| Error::io("write", path, "not the name of a file"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(hidden);
    let written = fs::File::create(&beside)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|e| {
        // What is left of a failed attempt is in nobody's way if it cannot be removed either.
        let _ = fs::remove_file(&beside);
        Error::io("write", path, e)
    })
}
