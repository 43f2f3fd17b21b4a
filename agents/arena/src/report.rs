//! [`Report`]: the results of a tournament; [`Rate`]: wins among games with an interval.

use holotable_env::Options;
use serde::{Serialize, Serializer};

use crate::stand_ins::StandIns;
use crate::stats::{mean, wilson};

/// The results of the agents.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the game.
    pub game: &'static str,
    /// Every option in force.
    pub options: Options,
    /// The seed of the first game.
    pub seed: u64,
    /// The agents, in the order given.
    pub agents: Vec<AgentReport>,
}

/// The results of one agent.
#[derive(Clone, Debug, Serialize)]
pub struct AgentReport {
    /// The agent as it was asked for.
    pub name: String,
    /// The games of the agent.
    pub games: u64,
    /// The games that were won, with an interval.
    #[serde(flatten)]
    pub won: Rate,
    /// The mean of the count `turns` in the game's summary; `None` for a game that counts no turns.
    pub mean_turns: Option<f64>,
    /// Decisions a game, not counting moves without alternative.
    pub decisions_per_game: f64,
    /// How often each of the game's reasons ended it, in the game's order.
    #[serde(serialize_with = "as_map")]
    pub reasons: Vec<(&'static str, u64)>,
    /// How often another agent decided in its place.
    #[serde(skip_serializing_if = "StandIns::is_empty")]
    pub stood_in: StandIns,
    /// The greatest value of each count of the game's summary over all games, in the game's order.
    #[serde(skip)]
    pub greatest: Vec<(&'static str, f64)>,
    /// The mean of the agent's score, ties and shares included.
    #[serde(skip)]
    pub mean_score: f64,
    /// Its rating on Elo's scale, the first agent's being 0, where teams compete; see [`ratings`](crate::elo::ratings).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// Its results as each team, where teams compete; else none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<TeamReport>,
    /// Speed on this machine, if all were played on it; not in the JSON, which is equal for equal seeds.
    #[serde(skip)]
    pub games_per_s: Option<f64>,
}

/// The results of one agent as one team.
#[derive(Clone, Debug, Serialize)]
pub struct TeamReport {
    /// The name of the team that it played.
    pub name: String,
    /// Games played so.
    pub games: u64,
    /// The games that were won, with an interval.
    #[serde(flatten)]
    pub won: Rate,
    /// The mean of the score, ties and shares included.
    pub mean_score: f64,
}

/// Wins among games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// Games in which the agent's team scored 1.
    pub wins: u64,
    /// Wins a game.
    pub win_rate: f64,
    /// The lower end of Wilson's 95 % interval for the win rate.
    pub ci_low: f64,
    /// The upper end of it.
    pub ci_high: f64,
}

impl Rate {
    /// The rate of `wins` in `games`.
    pub fn of(wins: u64, games: u64) -> Self {
        let (ci_low, ci_high) = wilson(wins, games);
        Self { wins, win_rate: mean(wins as f64, games), ci_low, ci_high }
    }
}

fn as_map<S: Serializer>(pairs: &[(&'static str, u64)], s: S) -> Result<S::Ok, S::Error> {
    s.collect_map(pairs.iter().copied())
}
