//! Folders that are complete or absent, whenever the program is killed, and that show if they were changed since.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use holotable_env::hexadecimal;
use sha2::{Digest, Sha256};

use crate::disk;
use crate::error::Error;
use crate::files;
use crate::limits::SUMS_BYTES;

/// The checksums of the other files, as `sha256sum --check` reads them.
const SUMS: &str = "SHA256SUMS";
/// The file by which a session keeps others out.
const LOCK: &str = ".lock";

/// Writes `files` and their checksums into a folder beside `folder` and renames it to take its place. The folder
/// that was there moves to `archive`, if there is one.
///
/// # Errors
/// One line with the path.
pub fn replace(folder: &Path, files: &[(&str, Vec<u8>)], archive: Option<&Path>) -> Result<(), Error> {
    let (new, old) = (beside(folder, "new"), beside(folder, "old"));
    for leftover in [&new, &old] {
        remove(leftover)?;
    }
    create(&new)?;
    for (name, bytes) in files {
        write(&new.join(name), bytes)?;
    }
    let sums: Vec<String> = files.iter().map(|(name, bytes)| format!("{}  {name}\n", sum(bytes))).collect();
    write(&new.join(SUMS), sums.concat().as_bytes())?;
    if folder.exists() {
        rename(folder, &old)?;
    }
    rename(&new, folder)?;
    match archive.filter(|_| old.exists()) {
        Some(archive) => {
            archive.parent().map_or(Ok(()), create)?;
            remove(archive)?;
            rename(&old, archive)
        }
        None => remove(&old),
    }
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
    // What is left beside it is incomplete, or was replaced.
    remove(&new)?;
    remove(&old)?;
    Ok(folder.exists())
}

/// The contents of these files, each with the most bytes that it may hold, if all are as [`replace`] wrote them and there are
/// checksums of exactly these. `bytes` reads a file of the folder.
///
/// # Errors
/// One line that names the first file that is missing, differs, is too large or does not belong there.
pub fn read<const N: usize>(
    bytes: impl Fn(&str, u64) -> Result<Vec<u8>, Error>,
    files: [(&str, u64); N],
) -> Result<[Vec<u8>; N], Error> {
    let read =
        |name: &str, most| bytes(name, most).map_err(|e| Error::new(format!("cannot read {name}: {e}")));
    let sums = String::from_utf8(read(SUMS, SUMS_BYTES)?)
        .map_err(|_| Error::new(format!("{SUMS} is damaged: not text")))?;
    let mut wanted = [None; N];
    for line in sums.lines() {
        let damaged = || Error::new(format!("{SUMS} is damaged: '{line}'"));
        let (sum, name) = line.split_once("  ").filter(|(sum, _)| sum.len() == 64).ok_or_else(damaged)?;
        let place = files.iter().position(|(known, _)| *known == name).ok_or_else(damaged)?;
        if wanted[place].replace(sum).is_some() {
            return Err(damaged());
        }
    }
    let mut contents = std::array::from_fn(|_| Vec::new());
    for (((name, most), wanted), contents) in files.into_iter().zip(wanted).zip(&mut contents) {
        let wanted = wanted.ok_or_else(|| Error::new(format!("{SUMS} is damaged: it lacks {name}")))?;
        *contents = read(name, most)?;
        if sum(contents) != wanted {
            return Err(Error::new(format!("{name} was damaged or edited: its checksum is another")));
        }
    }
    Ok(contents)
}

/// The text of one file of a folder; where there are checksums, it is as [`replace`] wrote it.
///
/// # Errors
/// One line that names the file.
pub fn text(path: &Path) -> Result<String, Error> {
    let (text, sums) = (files::read(path)?, path.with_file_name(SUMS));
    let ours = |line: &str| {
        let name = line.strip_prefix(&sum(text.as_bytes())).and_then(|rest| rest.strip_prefix("  "));
        name.is_some_and(|name| path.ends_with(name))
    };
    if is_ours(path.parent().unwrap_or(path)) && !files::read(&sums)?.lines().any(ours) {
        return Err(Error::io("read", path, "it was damaged or edited: its checksum is another"));
    }
    Ok(text)
}

/// A checksum of a folder that [`replace`] wrote: that of its checksums. `bytes` reads a file of the folder.
///
/// # Errors
/// One line: its checksums cannot be read.
pub fn sum_of_all(bytes: impl Fn(&str, u64) -> Result<Vec<u8>, Error>) -> Result<String, Error> {
    let sums = bytes(SUMS, SUMS_BYTES);
    sums.map(|sums| sum(&sums)).map_err(|e| Error::new(format!("cannot read {SUMS}: {e}")))
}

/// Whether [`replace`] made this folder, as far as can be seen without reading it: it is no link, and it holds checksums.
pub fn is_ours(folder: &Path) -> bool {
    let real = |path: &Path, is: fn(&fs::FileType) -> bool| {
        fs::symlink_metadata(path).is_ok_and(|found| is(&found.file_type()))
    };
    real(folder, fs::FileType::is_dir) && real(&folder.join(SUMS), fs::FileType::is_file)
}

/// Refuses a folder in which one of these names is a link: whoever writes or removes behind it would do so elsewhere.
///
/// # Errors
/// One line with the link.
pub fn refuse_links(folder: &Path, names: &[&str]) -> Result<(), Error> {
    let linked = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    match names.iter().map(|name| folder.join(name)).find(linked) {
        Some(path) => {
            Err(Error::new(format!("{} is a link: a run keeps all it has in its folder", path.display())))
        }
        None => Ok(()),
    }
}

/// Whether two paths lead to the same place, which is there.
pub fn is_same_place(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Gives a folder the first free name of this one with a number: `best-24`, `best-24-2`, ...; returns the name.
///
/// # Errors
/// One line with the path.
pub fn set_aside(folder: &Path, number: u64) -> Result<PathBuf, Error> {
    let name = folder.file_name().unwrap_or_default().display();
    let names = (1..).map(|n: u32| match n {
        1 => format!("{name}-{number}"),
        n => format!("{name}-{number}-{n}"),
    });
    let mut places = names.map(|name| folder.with_file_name(name));
    let place = places.find(|place| fs::symlink_metadata(place).is_err()).expect("numbers do not end");
    rename(folder, &place)?;
    Ok(place)
}

/// Removes a folder, if it is there.
///
/// # Errors
/// One line with the path.
pub fn remove(folder: &Path) -> Result<(), Error> {
    match disk::remove_folder(folder) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::io("remove", folder, e)),
        _ => Ok(()),
    }
}

/// Makes a folder and those above it, if they are not there.
///
/// # Errors
/// One line with the path.
pub fn create(folder: &Path) -> Result<(), Error> {
    disk::create_folder(folder).map_err(|e| Error::io("create", folder, e))
}

/// Keeps other sessions out of a folder for as long as it lives.
#[derive(Debug)]
#[must_use = "the folder is free again when this is dropped"]
pub struct Lock(File);

impl Lock {
    /// Refuses to go on in a folder in which this is no longer the lock: it was moved away or removed, and what is written under its
    /// name now would lie in another.
    ///
    /// # Errors
    /// One line with the path.
    pub fn must_be_of(&self, folder: &Path) -> Result<(), Error> {
        let held = fs::metadata(folder.join(LOCK)).and_then(|there| Ok(is_same(&there, &self.0.metadata()?)));
        if held.is_ok_and(|same| same) {
            return Ok(());
        }
        Err(Error::new(format!(
            "{} was moved or removed while a session was at work in it",
            folder.display()
        )))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing would not do: a program that another thread is just starting holds a copy of every open file for a
        // moment, and the lock with it. Where there are no locks, there is none to give back.
        let _ = self.0.unlock();
    }
}

/// Takes the lock of a folder, and removes what a session that was killed was writing there.
///
/// # Errors
/// One line if another session is in it, or it cannot be written.
pub fn lock(folder: &Path) -> Result<Lock, Error> {
    try_lock(folder)?.ok_or_else(|| Error::new(format!("another session is at work in {}", folder.display())))
}

/// The same; `None` if another session is in it.
///
/// # Errors
/// One line if it cannot be written.
pub fn try_lock(folder: &Path) -> Result<Option<Lock>, Error> {
    refuse_links(folder, &[LOCK])?;
    let path = folder.join(LOCK);
    // Nothing is written to it, so whatever it held stays.
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|e| Error::io("create", &path, e))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        // Where the file system knows no locks, nobody is kept out.
        Ok(()) | Err(TryLockError::Error(_)) => {
            files::remove_leftovers(folder, None);
            Ok(Some(Lock(file)))
        }
    }
}

#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere a folder cannot be moved while a file in it is open.
#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// The checksum of a file in hexadecimal.
pub fn sum(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn beside(folder: &Path, suffix: &str) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{suffix}"));
    folder.with_file_name(name)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let done = disk::create(path).and_then(|mut file| file.write_and_sync(bytes));
    done.map_err(|e| Error::io("write", path, e))
}

fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    disk::rename(from, to).map_err(|e| Error::io("rename", from, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_free_once_its_lock_is_dropped() {
        let folder = std::env::temp_dir().join(format!("holotable-lock-{}", std::process::id()));
        create(&folder).unwrap();
        let mine = lock(&folder).unwrap();
        assert!(lock(&folder).is_err());
        // What a program that was just being started would hold.
        let copy = mine.0.try_clone().unwrap();
        drop(mine);
        drop(lock(&folder).unwrap());
        drop(copy);
        remove(&folder).unwrap();
    }
}
