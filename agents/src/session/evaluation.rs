//! [`Evaluation`]: what an evaluator makes of the positions of a game, as it is shown and kept.

use std::collections::{BTreeMap, HashMap};

use holotable_arena::rollouts::PlayedOn;
use serde::{Deserialize, Serialize};

/// What an evaluator makes of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// The evaluator, as agents are named.
    pub agent: String,
    /// The team whose chance to win it is.
    pub team: usize,
    /// What was found of each position.
    pub found: BTreeMap<usize, NodeEvaluation>,
}

/// What an evaluator makes of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodeEvaluation {
    /// The chance to win; nothing where the evaluator gives no evaluation.
    pub value: Option<f64>,
    /// What the move that led there was worth.
    pub ply: Option<MoveEvaluation>,
}

impl Evaluation {
    /// Nothing yet, of this evaluator.
    pub fn by(agent: &str, team: usize) -> Self {
        Self { agent: agent.to_owned(), team, found: BTreeMap::new() }
    }

    /// The same of positions with other numbers; what has none is left out.
    pub(super) fn renumbered(&self, numbers: &HashMap<usize, usize>) -> Self {
        let found = self.found.iter().filter_map(|(at, found)| Some((*numbers.get(at)?, found.clone())));
        Self { found: found.collect(), ..Self::by(&self.agent, self.team) }
    }
}

/// What one move did to a team's chance to win ([`Split`](holotable_arena::luck::Split)), in words and figures to be shown and kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveEvaluation {
    /// What chance added.
    pub luck: f64,
    /// What the move was worth less than the best one: never above 0 for a move of the team, never below 0 for one of its opponents.
    pub error: f64,
    /// The standard error of `error`: 0 where all results were evaluated.
    pub unsure: f64,
    /// What the evaluator noticed only now, which is nobody's doing.
    pub correction: f64,
    /// Whether all results of all moves were evaluated.
    pub exact: bool,
    /// The best move in words, where that is another.
    pub better: Option<String>,
    /// The move beside the best one by whole games, of the moves that seem to have cost most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_on: Option<PlayedOn>,
}
