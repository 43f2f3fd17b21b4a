//! [`Error`]: why a run, a checkpoint or a recipe was refused, always one line.

use std::fmt;
use std::path::Path;

use crate::limits::ERROR_CHARS;

/// Something outside the program was wrong; the line says what, where and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    line: String,
    /// Whether another program of holotable's would not have failed.
    elsewhere: bool,
}

impl Error {
    /// An error with its one line.
    pub fn new(line: impl Into<String>) -> Self {
        Self { line: line.into(), elsewhere: false }
    }

    /// What this program was built without, and another one was built with.
    pub fn for_another_program(line: impl Into<String>) -> Self {
        Self { line: line.into(), elsewhere: true }
    }

    /// Whether it is one of these.
    pub fn another_program_can(&self) -> bool {
        self.elsewhere
    }

    /// A file or folder that cannot be read or written.
    pub fn io(verb: &str, path: &Path, why: impl fmt::Display) -> Self {
        Self::new(format!("cannot {verb} {}: {why}", path.display()))
    }

    /// The same error with `what: ` in front, to say where it was found.
    #[must_use]
    pub fn within(self, what: impl fmt::Display) -> Self {
        Self { line: format!("{what}: {}", self.line), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Parsers of other crates report over several lines.
        let line = self.line.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = line.chars().count();
        if length <= ERROR_CHARS {
            return f.write_str(&line);
        }
        // What was given stands in the middle, the file in front of it, and what it must be behind it.
        let start: String = line.chars().take(ERROR_CHARS / 2).collect();
        let end: String = line.chars().skip(length - ERROR_CHARS / 2).collect();
        write!(f, "{start} ... {end}")
    }
}

impl std::error::Error for Error {}

impl From<holotable_env::Error> for Error {
    fn from(e: holotable_env::Error) -> Self {
        Self::new(e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_of_no_great_length() {
        assert_eq!(Error::new("two\n  lines").to_string(), "two lines");
        let long = Error::new(format!("key is {} but must be short", "é".repeat(5000))).to_string();
        assert!(long.chars().count() <= ERROR_CHARS + 5, "{long}");
        assert!(long.starts_with("key is é") && long.ends_with("é but must be short"), "{long}");
    }
}
