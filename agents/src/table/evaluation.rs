//! [`Evaluation`]: what a judge makes of the positions of a game, as it is shown and kept.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

/// What a judge makes of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// The judge, as agents are named.
    pub agent: String,
    /// The team whose chance to win it is.
    pub team: usize,
    /// What was found of each position.
    pub found: BTreeMap<usize, Found>,
}

/// What a judge makes of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Found {
    /// The chance to win; nothing where the judge has no opinion.
    pub value: Option<f64>,
    /// What the move that led there was worth.
    pub ply: Option<Judged>,
}

impl Evaluation {
    /// Nothing yet, of this judge.
    pub fn by(agent: &str, team: usize) -> Self {
        Self { agent: agent.to_owned(), team, found: BTreeMap::new() }
    }

    /// The same of positions with other numbers; what has none is left out.
    pub(super) fn renumbered(&self, numbers: &HashMap<usize, usize>) -> Self {
        let found = self.found.iter().filter_map(|(at, found)| Some((*numbers.get(at)?, found.clone())));
        Self { found: found.collect(), ..Self::by(&self.agent, self.team) }
    }
}

/// What one move did to a team's chance to win, in words and figures to be shown and kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// What chance added.
    pub luck: f64,
    /// What the choice added.
    pub skill: f64,
    /// Whether all results of the move were judged.
    pub exact: bool,
    /// What the judge's own choice would have been worth more, where it is another.
    pub cost: Option<f64>,
    /// Which that is, in words.
    pub better: Option<String>,
}
