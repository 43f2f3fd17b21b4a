//! [`Scratch`]: a folder that goes away with the value.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, io, process};

/// The files of an input by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// An empty folder among those of the system for a while.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new one.
    pub fn new() -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("holotable-soak-{}-{number}", process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Holds these files and no others.
    pub fn fill(&self, files: &Files) -> io::Result<()> {
        fs::remove_dir_all(&self.0)?;
        fs::create_dir_all(&self.0)?;
        files.iter().try_for_each(|(name, bytes)| fs::write(self.0.join(name), bytes))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in a folder that the system empties.
        let _ = fs::remove_dir_all(&self.0);
    }
}
