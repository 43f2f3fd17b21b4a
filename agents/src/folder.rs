//! Folders that are complete or absent, whenever the program is killed.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Writes `files` into a folder beside `folder` and renames it to take its place.
///
/// # Errors
/// One line with the path.
pub fn replace(folder: &Path, files: &[(&str, Vec<u8>)]) -> Result<(), Error> {
    let (new, old) = (beside(folder, "new"), beside(folder, "old"));
    for leftover in [&new, &old] {
        remove(leftover)?;
    }
    fs::create_dir_all(&new).map_err(|e| Error::io("create", &new, e))?;
    for (name, bytes) in files {
        write(&new.join(name), bytes)?;
    }
    if folder.exists() {
        rename(folder, &old)?;
    }
    rename(&new, folder)?;
    remove(&old)
}

/// Finds the complete folder among those that a kill during [`replace`] may leave, and puts it in its
/// place; says whether there is one.
///
/// # Errors
/// One line with the path.
pub fn recover(folder: &Path) -> Result<bool, Error> {
    let (new, old) = (beside(folder, "new"), beside(folder, "old"));
    // The old one moves away only when the new one is complete.
    if !folder.exists() && old.exists() {
        rename(if new.exists() { &new } else { &old }, folder)?;
    }
    Ok(folder.exists())
}

fn beside(folder: &Path, suffix: &str) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{suffix}"));
    folder.with_file_name(name)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let done = File::create(path).and_then(|mut f| f.write_all(bytes).and_then(|()| f.sync_all()));
    done.map_err(|e| Error::io("write", path, e))
}

fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|e| Error::io("rename", from, e))
}

fn remove(folder: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(folder) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::io("remove", folder, e)),
        _ => Ok(()),
    }
}
