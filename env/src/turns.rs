//! The number of a turn, which stops at a greatest one. No game lasts so long, but a position that somebody wrote may say that one has.

use crate::ensure;

/// The greatest number of turns, so that the next one has a number too.
const MOST: u16 = u16::MAX - 1;

/// The turns after another one.
#[inline]
pub fn after(turns: u16) -> u16 {
    turns.saturating_add(1).min(MOST)
}

/// Holds a position to the greatest number.
///
/// # Errors
/// One line, where a position has more turns.
#[inline]
pub fn check(turns: u16) -> Result<(), String> {
    ensure(turns <= MOST, || "the game has gone on for ever".into())
}
