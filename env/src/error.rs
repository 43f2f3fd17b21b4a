//! [`Error`]: what can go wrong at the edges, always one line that names the thing, the value and the range.

use std::fmt;

/// What kind of input was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// No game of that name.
    UnknownGame,
    /// A game option that does not exist, or a value outside its range.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// The word of `words` that is nearest to `word`, for "did you mean" lines.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    words
        .into_iter()
        .map(|w| (edit_distance(word, w), w))
        .min()
        .filter(|(d, w)| *d <= 2.max(w.len() / 3))
        .map(|(_, w)| w)
}

/// Levenshtein's distance.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        assert_eq!(nearest("playres", ["players", "imperials"]), Some("players"));
        assert_eq!(nearest("zzz", ["players", "imperials"]), None);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
