//! Files at the edges: read with the name in the error, written beside and renamed.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;

use crate::error::Error;

/// The text of a file.
///
/// # Errors
/// One line that names the file.
pub fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|e| Error::io("read", path, e))
}

/// Writes a file beside its place and renames it, so that whoever looks sees all of it or the old one.
///
/// # Errors
/// One line that names the file; the old one, if any, is left as it was.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
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
