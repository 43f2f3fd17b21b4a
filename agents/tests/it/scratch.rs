//! Folders for tests, removed when done, and the signals that end commands.

use std::fs;
use std::path::{Path, PathBuf};

/// The signals that ask a command to end, as `kill` has them; all but SIGHUP where these tests run under `nohup`.
#[cfg(unix)]
pub fn asking() -> Vec<&'static str> {
    let hangs_up = (!holotable_store::signals::is_hang_up_ignored()).then_some("-HUP");
    ["-INT", "-TERM"].into_iter().chain(hangs_up).collect()
}

/// An empty folder that goes away with this value.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A folder of this name among those of this test run.
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
