//! [`Error`]: what can go wrong at the edges, always one line that names the thing, the value and the range.

use std::fmt::{self, Write as _};

/// What kind of input was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// No game of that name.
    UnknownGame,
    /// A game option that does not exist.
    UnknownOption,
    /// The value of a game option outside its range.
    Option,
    /// A data set (cards, dice, tiles) that does not load.
    Data,
    /// A state that breaks an invariant of its game, or is not a state at all.
    State,
    /// An action that the rules do not allow now.
    Illegal,
    /// A replay that does not fit this game, version or data.
    Replay,
    /// A file or folder that cannot be read or written.
    Io,
    /// Threads that the machine does not start.
    Threads,
}

/// An input was refused; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

impl Error {
    /// An error of this kind with its one line.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// What kind of input was refused.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The same error with `what: ` in front, to say where it was found.
    #[must_use]
    pub fn within(self, what: impl fmt::Display) -> Self {
        Self { message: format!("{what}: {}", self.message), ..self }
    }
}

impl fmt::Display for Error {
    /// What is quoted in it may hold ends of lines: they are written as in Rust.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.chars().try_for_each(|c| match c.is_control() {
            true => write!(f, "{}", c.escape_default()),
            false => f.write_char(c),
        })
    }
}

impl std::error::Error for Error {}

/// How alike two words must be (Jaro and Winkler, 0 to 1) for one to be taken for the other.
const ALIKE: f64 = 0.8;
/// The bytes beyond which a word is like none.
const LONGEST: usize = 200;

/// The word of `words` that is nearest to `word`, for "did you mean" lines.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // It takes the product of both lengths, and nobody means a word by a book.
    if word.len() > LONGEST {
        return None;
    }
    let likeness = words.into_iter().map(|w| (strsim::jaro_winkler(word, w), w));
    likeness.filter(|(alike, _)| *alike >= ALIKE).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, w)| w)
}

/// `; did you mean 'word'?` with the nearest of `words`, or nothing where none is near.
pub fn suggest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, words).map(|near| format!("; did you mean '{near}'?")).unwrap_or_default()
}

/// Says `why` where something does not hold.
///
/// # Errors
/// `why`, where it does not.
#[inline]
pub fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        assert_eq!(nearest("playres", ["players", "imperials"]), Some("players"));
        assert_eq!(nearest("zzz", ["players", "imperials"]), None);
        assert_eq!(nearest("gama", ["gamma", "gae_lambda", "game"]), Some("gamma"));
        assert_eq!(nearest("", ["players", "imperials"]), None);
    }

    #[test]
    fn what_is_quoted_breaks_no_line() {
        assert_eq!(Error::new(ErrorKind::State, "no 'a\nb'").to_string(), "no 'a\\nb'");
    }
}
