//! [`Unit`]: what a written number counts.

use std::fmt;

/// What one unit of a written number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 1 where something holds, 0 where not.
    Flag,
    /// A count divided by this.
    Part(u16),
    /// The same, but never more than 1.
    Capped(u16),
    /// Something else, in words.
    Words(&'static str),
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Flag => f.write_str("flag"),
            Unit::Part(whole) => write!(f, "/{whole}"),
            Unit::Capped(whole) => write!(f, "/{whole}, at most 1"),
            Unit::Words(words) => f.write_str(words),
        }
    }
}
