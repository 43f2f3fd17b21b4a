//! [`Counts`]: what a job did, in numbers.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Counts by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counts(BTreeMap<String, u64>);

impl Counts {
    /// Counts so many more of these.
    pub fn add(&mut self, what: &str, more: u64) {
        *self.0.entry(what.to_owned()).or_default() += more;
    }

    /// Counts all that another one did.
    pub fn join(&mut self, other: &Self) {
        for (what, more) in &other.0 {
            self.add(what, *more);
        }
    }

    /// How many there were.
    pub fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|(what, n)| format!("{n} {what}")).collect();
        f.write_str(&words.join(", "))
    }
}
