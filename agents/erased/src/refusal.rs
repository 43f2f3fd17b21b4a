//! [`Refusal`]: why a position did not do what it was asked to; [`Failed`]: an agent has no answer.

use std::fmt;

use holotable_env::TooManyOutcomes;

/// Why a position did not do what it was asked to; nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// An action that is not legal: the line names it and the rule.
    Illegal(String),
    /// What this names needs chance, and the position has no generator.
    NeedsChance(String),
    /// An action with more results than the limit.
    TooMany(TooManyOutcomes),
    /// The episode is over and waits for the next step, which no episode does that begins anew in the same step.
    Waits,
    /// A place beyond the end of a generator.
    NoLuck,
    /// Two positions are of different games, options or data sets.
    Foreign,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => f.write_str("the game is over"),
            Refusal::Illegal(line) => f.write_str(line),
            Refusal::NeedsChance(what) => write!(f, "{what} needs chance, but this state has no generator"),
            Refusal::TooMany(e) => e.fmt(f),
            Refusal::Waits => f.write_str("the episode is over, but here none waits for the next step"),
            Refusal::NoLuck => f.write_str("the generator ends before that place"),
            Refusal::Foreign => {
                f.write_str("the other state is of another game, or of other options or data")
            }
        }
    }
}

impl std::error::Error for Refusal {}

impl From<TooManyOutcomes> for Refusal {
    fn from(e: TooManyOutcomes) -> Self {
        Refusal::TooMany(e)
    }
}

/// A chooser has no answer. It knows why, and whoever made it asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an agent has no answer")
    }
}

impl std::error::Error for Failed {}
