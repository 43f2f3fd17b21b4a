//! [`Axis`]: over what curves are drawn.

use std::fmt;
use std::str::FromStr;

use holotable_env::suggest;
use holotable_store::error::Error;
use serde::{Serialize, Serializer};

use super::run::Record;

/// What a curve runs over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axis {
    /// Decisions so far.
    #[default]
    Decisions,
    /// Minutes of training so far, over all sessions.
    Minutes,
    /// Updates so far.
    Updates,
}

impl Axis {
    /// Every axis.
    pub const ALL: [Self; 3] = [Self::Decisions, Self::Minutes, Self::Updates];

    /// The name of the axis, as options write it.
    pub fn name(self) -> &'static str {
        match self {
            Axis::Decisions => "decisions",
            Axis::Minutes => "minutes",
            Axis::Updates => "updates",
        }
    }

    /// Where a record lies on it.
    pub(super) fn of(self, record: &Record) -> f64 {
        match self {
            Axis::Decisions => record.steps as f64,
            Axis::Minutes => record.seconds / 60.0,
            Axis::Updates => record.update as f64,
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Axis {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|axis| axis.name() == word).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let hint = suggest(word, names);
            Error::new(format!("the axis x is '{word}' but must be one of {}{hint}", names.join(", ")))
        })
    }
}

impl Serialize for Axis {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}
