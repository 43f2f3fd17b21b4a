//! Files at the edges: read with the name in the error, written beside and renamed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, TryLockError};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::disk;
use crate::error::Error;
use crate::limits::TEXT_BYTES;

/// The text of a file of no unheard-of length.
///
/// # Errors
/// One line that names the file.
pub fn read(path: &Path) -> Result<String, Error> {
    read_up_to(path, TEXT_BYTES)
}

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// One line that names the file.
pub fn read_up_to(path: &Path, most: u64) -> Result<String, Error> {
    let mut text = String::new();
    let read = fs::File::open(path).and_then(|file| file.take(most + 1).read_to_string(&mut text));
    read.map_err(|e| Error::io("read", path, e))?;
    if text.len() as u64 > most {
        return Err(Error::io("read", path, format!("it holds more than {most} bytes")));
    }
    Ok(text)
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
pub fn write(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Error> {
    let contents = contents.as_ref();
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, contents).map_err(|e| Error::io("write", path, e));
    }
    let name = path.file_name().ok_or_else(|| Error::io("write", path, "not the name of a file"))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    remove_leftovers(folder, Some(name));
    let beside = beside(path)?;
    let written = disk::create(&beside).and_then(|mut file| {
        // For as long as it is held nobody takes the file for a leftover; where the file system knows no locks, it is young.
        let _ = file.lock();
        file.write_and_sync(contents)?;
        disk::rename(&beside, path)
    });
    written.map_err(|e| {
        // What is left of a failed attempt is in nobody's way if it cannot be removed either.
        let _ = disk::remove_file(&beside);
        Error::io("write", path, e)
    })
}

/// Refuses a place where [`write()`] would fail, before work is done for what is to be written there.
///
/// # Errors
/// One line that names the file.
pub fn must_be_writable(path: &Path) -> Result<(), Error> {
    let io = |e: std::io::Error| Error::io("write", path, e);
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(Error::io("write", path, "it is a folder")),
        // Pipes and devices are opened once only.
        Ok(found) if !found.is_file() => return Ok(()),
        _ => {}
    }
    let beside = beside(path)?;
    disk::create(&beside).map_err(io)?;
    disk::remove_file(&beside).map_err(io)
}

/// Where a file lies while it is written: `.NAME.PROCESS.tmp`.
fn beside(path: &Path) -> Result<PathBuf, Error> {
    let mut hidden = OsString::from(".");
    hidden.push(path.file_name().ok_or_else(|| Error::io("write", path, "not the name of a file"))?);
    hidden.push(format!(".{}{TMP}", std::process::id()));
    Ok(path.with_file_name(hidden))
}

/// How the names of files end that are being written.
const TMP: &str = ".tmp";
/// Nobody takes longer from making a file to locking it.
const MOMENT: Duration = Duration::from_secs(1);
/// Nobody takes longer to write a file.
const LONGEST: Duration = Duration::from_mins(10);

/// Removes from a folder what processes that are gone were writing when they were killed, if it can be removed: in the place of
/// this file, or of any.
pub fn remove_leftovers(folder: &Path, of: Option<&OsStr>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let place = entry.file_name();
        let ours = written_in_place_of(place.as_encoded_bytes())
            .is_some_and(|name| of.is_none_or(|of| of.as_encoded_bytes() == name));
        if ours && is_abandoned(&entry.path()) {
            let _ = disk::remove_file(&entry.path());
        }
    }
}

/// The name that a file is to get, if this is how it is called while it is written: `.NAME.PROCESS.tmp`.
fn written_in_place_of(hidden: &[u8]) -> Option<&[u8]> {
    let rest = hidden.strip_prefix(b".")?.strip_suffix(TMP.as_bytes())?;
    let dot = rest.iter().rposition(|&byte| byte == b'.')?;
    let (name, process) = (&rest[..dot], &rest[dot + 1..]);
    let number = !process.is_empty() && process.iter().all(u8::is_ascii_digit);
    (number && !name.is_empty()).then_some(name)
}

/// Whether nobody writes a file any more: who does holds its lock.
fn is_abandoned(path: &Path) -> bool {
    let Ok(found) = fs::symlink_metadata(path) else { return false };
    let age = found.modified().ok().and_then(|at| at.elapsed().ok()).unwrap_or_default();
    if !found.is_file() || (found.len() == 0 && age < MOMENT) {
        return false;
    }
    match fs::File::open(path).map(|file| file.try_lock()) {
        Ok(Ok(())) => true,
        Ok(Err(TryLockError::WouldBlock)) => false,
        Ok(Err(TryLockError::Error(_))) | Err(_) => age > LONGEST,
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_killed_processes_left_is_removed() {
        let folder = std::env::temp_dir().join(format!("holotable-leftovers-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let names = [
            ".a.json.17.tmp",
            ".a.json.18.tmp",
            ".a.json.19.tmp",
            ".b.json.17.tmp",
            ".a.json.old.tmp",
            ".a.json.17",
            "a.json.17.tmp",
        ];
        let make = || names.map(|name| fs::write(folder.join(name), "{").unwrap());
        let left = || names.map(|name| folder.join(name).exists());
        make();
        // One is being written, and one was made this moment and not locked yet.
        let writing = File::open(folder.join(names[1])).unwrap();
        writing.lock().unwrap();
        let young = File::create(folder.join(names[2])).unwrap();
        write(&folder.join("a.json"), "{}").unwrap();
        assert_eq!(left(), [false, true, true, true, true, true, true]);
        drop(writing);
        young.set_modified(SystemTime::now() - 2 * MOMENT).unwrap();
        write(&folder.join("a.json"), "{}").unwrap();
        assert_eq!(left(), [false, false, false, true, true, true, true]);
        // A session has all of its folder to itself.
        make();
        remove_leftovers(&folder, None);
        assert_eq!(left(), [false, false, false, false, true, true, true]);
        assert_eq!(read(&folder.join("a.json")).unwrap(), "{}");
        fs::remove_dir_all(folder).unwrap();
    }
}
