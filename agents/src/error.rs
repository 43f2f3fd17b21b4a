//! [`Error`]: why a run, a checkpoint or a recipe was refused, always one line.

use std::fmt;
use std::path::Path;

/// Something outside the program was wrong; the line says what, where and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    /// An error with its one line.
    pub fn new(line: impl Into<String>) -> Self {
        Self(line.into())
    }

    /// A file or folder that cannot be read or written.
    pub fn io(verb: &str, path: &Path, why: impl fmt::Display) -> Self {
        Self(format!("cannot {verb} {}: {why}", path.display()))
    }

    /// The same error with `what: ` in front, to say where it was found.
    #[must_use]
    pub fn within(self, what: impl fmt::Display) -> Self {
        Self(format!("{what}: {}", self.0))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Parsers of other crates report over several lines.
        let line = self.0.split_whitespace().collect::<Vec<_>>().join(" ");
        f.write_str(&line)
    }
}

impl std::error::Error for Error {}

impl From<holotable_env::Error> for Error {
    fn from(e: holotable_env::Error) -> Self {
        Self(e.to_string())
    }
}
