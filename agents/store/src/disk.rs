//! What is done to files and folders: each operation here and nowhere else, so that tests can let every one of them fail.

#![expect(clippy::missing_errors_doc, reason = "each operation fails as the system says")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

#[cfg(feature = "faults")]
#[path = "disk_faults.rs"]
pub mod faults;

/// Outside tests no operation is made to fail.
#[cfg(not(feature = "faults"))]
mod faults {
    use std::io;
    use std::path::Path;

    #[inline]
    #[expect(clippy::unnecessary_wraps, reason = "in tests it fails")]
    pub fn before(_path: &Path) -> io::Result<()> {
        Ok(())
    }

    #[inline]
    pub fn before_write(_path: &Path, bytes: usize) -> (usize, io::Result<()>) {
        (bytes, Ok(()))
    }
}

/// A new file to write to, or an old one that is emptied.
pub fn create(path: &Path) -> io::Result<Open<'_>> {
    faults::before(path)?;
    Ok(Open { path, file: File::create(path)? })
}

/// A file to write to at its end, made if it is not there.
pub fn append(path: &Path) -> io::Result<Open<'_>> {
    faults::before(path)?;
    Ok(Open { path, file: OpenOptions::new().create(true).append(true).open(path)? })
}

/// A file that is written to.
#[derive(Debug)]
pub struct Open<'a> {
    path: &'a Path,
    file: File,
}

impl Open<'_> {
    /// Keeps others out for as long as the file is open.
    ///
    /// # Errors
    /// What the system says, for example that the file system knows no locks.
    pub fn lock(&self) -> io::Result<()> {
        self.file.lock()
    }

    /// Writes these bytes and sees to it that they stay.
    pub fn write_and_sync(&mut self, bytes: &[u8]) -> io::Result<()> {
        write(self.path, &mut self.file, bytes)?;
        faults::before(self.path)?;
        self.file.sync_all()
    }

    /// The file by itself.
    pub fn into_file(self) -> File {
        self.file
    }
}

/// Writes these bytes to an open file.
pub fn write(path: &Path, file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let (whole, fault) = faults::before_write(path, bytes.len());
    file.write_all(&bytes[..whole])?;
    fault
}

/// Gives a file or folder another name, also in case the power fails: what had it before is replaced.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::before(to)?;
    fs::rename(from, to)?;
    faults::before(to)?;
    sync_folder(to)
}

/// Sees to it that the names in the folder of `path` stay; where folders cannot be opened, as on Windows, nothing is done.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes a file.
pub fn remove_file(path: &Path) -> io::Result<()> {
    faults::before(path)?;
    fs::remove_file(path)
}

/// Removes a folder with all that is in it.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    faults::before(path)?;
    fs::remove_dir_all(path)
}

/// Makes a folder and those above it, if they are not there.
pub fn create_folder(path: &Path) -> io::Result<()> {
    faults::before(path)?;
    fs::create_dir_all(path)
}
