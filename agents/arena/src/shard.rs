//! [`Shard`]: one of several parts of about the same size, so that games are played apart and put together.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use holotable_store::error::Error;
use serde::{Deserialize, Serialize};

/// No work is cut into more shards.
const MOST: u64 = 10_000;

/// Shard `number` of so many, written `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    of: u64,
    /// From 1.
    number: u64,
}

impl Shard {
    /// The only shard of one: all games.
    pub const ALL: Self = Self { of: 1, number: 1 };

    /// How many shards there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Every shard, if this is one of them.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (1..=self.of).map(move |number| Self { number, ..self })
    }

    /// Which of the numbers below `n` are in this shard; each is in one.
    pub fn range(self, n: u64) -> Range<u64> {
        let cut = |shard: u64| (u128::from(n) * u128::from(shard) / u128::from(self.of)) as u64;
        cut(self.number - 1)..cut(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = numbers.map(|(number, of)| Self { of, number });
        shard.filter(|&Self { of, number }| (1..=MOST).contains(&of) && (1..=of).contains(&number)).ok_or_else(|| {
            Error::new(format!("shard '{text}' must be written K/N, such as 2/8, with N from 1 to {MOST} and K from 1 to N"))
        })
    }
}

impl TryFrom<String> for Shard {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_one_part() {
        for (n, of) in [(0, 3), (1, 3), (7, 3), (1000, 7), (u64::MAX, MOST)] {
            let mut next = 0;
            for shard in (Shard { of, number: 1 }).all() {
                let range = shard.range(n);
                assert_eq!(range.start, next, "{shard} of {n}");
                assert!(range.end - range.start <= n / of + 1, "{shard} of {n}");
                next = range.end;
            }
            assert_eq!(next, n);
        }
    }

    #[test]
    fn parts_are_read_as_they_are_written() {
        let shard: Shard = "2/8".parse().unwrap();
        assert_eq!((shard.to_string().as_str(), shard.range(80)), ("2/8", 10..20));
        for text in ["", "2", "0/8", "9/8", "1/0", "1/10001", "-1/8", "1/8/2", "a/b"] {
            let line = text.parse::<Shard>().unwrap_err().to_string();
            assert!(line.starts_with(&format!("shard '{text}' must be written K/N")), "{line}");
        }
    }
}
