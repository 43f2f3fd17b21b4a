//! [`StandIns`]: how often others decided in the place of an agent.

use std::collections::BTreeMap;
use std::fmt;

use holotable_players::policy::StoodIn;
use serde::{Deserialize, Serialize};

/// How often others decided in the place of an agent, as its name says that one may, by the kind of reason: it was `late`, its answer was
/// `wrong`, it was `gone`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StandIns(BTreeMap<String, u64>);

impl StandIns {
    /// Whether no decision was made by a stand-in.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How often in all.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Counts those [of a game](holotable_erased::Ending::stood_in) in the seats that are the agent's.
    pub fn count(&mut self, stood_in: &[(usize, StoodIn)], own: impl Fn(usize) -> bool) {
        for (_, why) in stood_in.iter().filter(|(seat, _)| own(*seat)) {
            *self.0.entry(why.kind.to_owned()).or_default() += 1;
        }
    }

    /// Adds the counts of other games.
    pub(crate) fn add(&mut self, other: &Self) {
        for (kind, n) in &other.0 {
            *self.0.entry(kind.clone()).or_default() += n;
        }
    }
}

impl fmt::Display for StandIns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<_> = self.0.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        write!(f, "another decided {} times in its place ({})", self.total(), kinds.join(", "))
    }
}
