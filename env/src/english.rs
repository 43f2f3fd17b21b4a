//! Words in sentences: how many there are of something, and names with their article.

use std::fmt::Display;

/// So many of something: 1 card, 2 cards.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(n: N, what: &str) -> String {
    format!("{n} {what}{}", if n == N::from(1) { "" } else { "s" })
}

/// A name with its article, as it is spoken: an X-wing, but a Y-wing.
pub fn an(name: &str) -> String {
    format!("{} {name}", if name.starts_with(['A', 'E', 'I', 'O', 'X']) { "an" } else { "a" })
}
