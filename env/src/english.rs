//! Words in sentences: how many there are of something, and names with their article.

use std::fmt::Display;

/// So many of something: 1 card, 2 cards.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(n: N, what: &str) -> String {
    many(n, what, &format!("{what}s"))
}

/// So many of something whose plural has a word of its own: 1 die, 2 dice.
pub fn many<N: Copy + Display + PartialEq + From<u8>>(n: N, one: &str, more: &str) -> String {
    format!("{n} {}", if n == N::from(1) { one } else { more })
}

/// A name with its article, as it is spoken: an X-wing, but a Y-wing.
pub fn an(name: &str) -> String {
    format!("{} {name}", if name.starts_with(['A', 'E', 'I', 'O', 'X']) { "an" } else { "a" })
}
