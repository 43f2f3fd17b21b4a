//! Games as data: a folder of Parquet files with a row a game.
//!
//! A [`Row`] holds what was played and how chance answered, by numbers, and not what was seen: some hundred bytes a game instead of
//! a megabyte. [`generate`] lets agents play and writes such folders; [`expand`] plays rows back and writes what was seen at every
//! decision as arrays, to the bit as it was.

mod columns;
mod expand;
mod generate;
mod row;

use std::path::{Path, PathBuf};

pub use self::columns::read;
pub use self::expand::{Steps, expand, rules};
pub use self::generate::{GAMES_A_FILE, file, generate, missing, path, series};
pub use self::row::Row;
use crate::error::Error;

/// How the files of a data set end.
const EXTENSION: &str = "parquet";

/// The files with games in a folder, in order of their names.
///
/// # Errors
/// One line: the folder cannot be read, or there are none in it.
pub fn parts(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let io = |e: std::io::Error| Error::io("read", folder, e);
    let entries = std::fs::read_dir(folder).map_err(io)?;
    let mut parts = Vec::new();
    for entry in entries {
        let path = entry.map_err(io)?.path();
        // What is being written has a name that begins with a dot.
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if !hidden && path.extension().is_some_and(|extension| extension == EXTENSION) {
            parts.push(path);
        }
    }
    if parts.is_empty() {
        return Err(Error::new(format!(
            "there are no games in {}: no file ends in .{EXTENSION}",
            folder.display()
        )));
    }
    parts.sort();
    Ok(parts)
}
