//! [`RunState`]: the contents of `state.json`, from the game that the weights belong to down to each generator.

use holotable_env::Tabletop;
use holotable_net::shape::NetShape;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;

/// The game that a network was trained on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameMark {
    /// [`Tabletop::NAME`].
    pub name: String,
    /// [`Tabletop::RULES_VERSION`].
    pub rules_version: u32,
    /// [`Tabletop::data_hash`].
    pub data_hash: String,
    /// [`Tabletop::options`].
    pub options: Value,
}

impl GameMark {
    /// The mark of this game.
    pub fn of<G: Tabletop>(game: &G) -> Self {
        Self {
            name: G::NAME.to_owned(),
            rules_version: G::RULES_VERSION,
            data_hash: game.data_hash().to_owned(),
            options: plain(game.options()),
        }
    }

    /// Whether a network trained on this game can play `ours`; the options may differ.
    ///
    /// # Errors
    /// One line with the first difference.
    pub fn must_be(&self, ours: &Self) -> Result<(), Error> {
        let version = (self.rules_version.to_string(), ours.rules_version.to_string());
        let facts = [
            ("game", &self.name, &ours.name),
            ("rules version", &version.0, &version.1),
            ("data set", &self.data_hash, &ours.data_hash),
        ];
        match facts.into_iter().find(|(_, theirs, ours)| theirs != ours) {
            Some((what, theirs, here)) => {
                let option = if what == "data set" { self.other_option(ours) } else { String::new() };
                let why = format!("it was trained on {what} {theirs}, but the {what} here is {here}{option}");
                Err(Error::new(why))
            }
            None => Ok(()),
        }
    }

    /// The first option of `ours` that this network was not trained with, in words: data and layout may depend on options.
    pub(super) fn other_option(&self, ours: &Self) -> String {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let texts = |value: &Value| {
            value.as_array().map_or_else(|| vec![text(value)], |all| all.iter().map(text).collect())
        };
        let other = |(name, here): (&String, &Value)| {
            let theirs = texts(self.options.get(name)?);
            let here = texts(here);
            let all = here.iter().all(|one| theirs.contains(one));
            (!all).then(|| {
                format!("; option '{name}' was {} there and is {} here", theirs.join(", "), here.join(", "))
            })
        };
        ours.options.as_object().into_iter().flatten().find_map(other).unwrap_or_default()
    }
}

/// How far a run has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Updates made.
    pub update: u64,
    /// Decisions played.
    pub steps: u64,
    /// Seconds spent, over all sessions.
    pub seconds: f64,
    /// Gradient steps made.
    pub gradient_steps: u64,
    /// The score of the latest evaluation.
    pub score: Option<f64>,
    /// The best score of any evaluation.
    pub best_score: Option<f64>,
    /// The lower end of its 95 % interval.
    #[serde(default)]
    pub best_low: Option<f64>,
}

/// The state of a generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamState {
    /// Its seed.
    pub seed: u64,
    /// Its stream.
    pub stream: u64,
    /// How far it has been read, in 32-bit words; a string, since JSON numbers end at 2^53.
    pub word: String,
}

/// The state of a slot of the batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotRecord {
    /// The generator of its episode.
    pub chance: StreamState,
    /// Decisions taken in the episode.
    pub decisions: u32,
    /// The position in the rulebook's words.
    pub state: Value,
    /// The decisions that wait for their return.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<PendingRecord>,
    /// The values at the learner's decisions so far, for each team: they wait for the result.
    pub values: Vec<Vec<f32>>,
    /// Whether the episode began in a state of an earlier one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restarted: bool,
}

/// A state in which an episode may begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptRecord {
    /// The number of the worker that keeps it.
    pub worker: usize,
    /// The position in the rulebook's words.
    pub state: Value,
    /// Decisions taken in the episode before.
    pub decisions: u32,
    /// The size of the advantage of the decision that was made in it.
    pub surprise: f32,
}

/// A decision that waits for its return.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingRecord {
    /// The position in which it was made.
    pub before: Value,
    /// The number of the action.
    pub action: usize,
    /// The log-probability of the action under the policy that played it.
    pub log_prob: f32,
    /// The value of the position then.
    pub value: f32,
    /// What the team has earned since.
    pub reward: f32,
}

/// The state that only training needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The generator that shuffles minibatches, then those that draw actions.
    pub generators: Vec<StreamState>,
    /// The games under way.
    pub slots: Vec<SlotRecord>,
    /// The states in which games may begin, worker by worker.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<KeptRecord>,
    /// The weight of the entropy for each kind of decision.
    pub entropy_weights: Vec<f64>,
    /// The number of past selves in the opponent pool.
    #[serde(default)]
    pub past: usize,
}

/// What the log-odds of the values have to be multiplied by to be chances to win, as `holotable calibration` measures it: the slope
/// of a logistic regression through even odds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlattCalibration {
    /// The slope, from 0.1 to 10.
    pub slope: f64,
    /// The lower end of its 95 % interval.
    pub ci_low: f64,
    /// The upper end of it.
    pub ci_high: f64,
    /// The games that it was fitted to.
    pub games: u64,
    /// The seed of the first of them.
    pub seed: u64,
}

impl PlattCalibration {
    /// Whether values can be multiplied by it.
    ///
    /// # Errors
    /// One line with the allowed range.
    pub fn check(&self) -> Result<(), Error> {
        if (0.1..=10.0).contains(&self.slope) {
            return Ok(());
        }
        Err(Error::new(format!("slope {} is not from 0.1 to 10", self.slope)))
    }

    /// The chance to win that a value stands for: its log-odds are multiplied.
    pub fn applied(&self, value: f64) -> f64 {
        let (won, lost) = (value.powf(self.slope), (1.0 - value).powf(self.slope));
        won / (won + lost)
    }
}

/// The contents of `state.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// The version of the folder's format.
    pub format: u32,
    /// The game that the network plays.
    pub game: GameMark,
    /// The network's architecture.
    pub network: NetShape,
    /// How far the run has come.
    pub progress: Progress,
    /// Absent in a checkpoint that cannot be resumed.
    pub training: Option<Training>,
    /// Absent where values are read as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<PlattCalibration>,
}

/// Plain data as JSON.
pub(super) fn plain(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("plain data is JSON")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::GameMark;

    #[test]
    fn another_data_set_names_the_option_that_brought_it() {
        let mark = |data: &str, players| GameMark {
            name: "rebellion".into(),
            rules_version: 6,
            data_hash: data.into(),
            options: json!({ "missions": "starting", "players": players }),
        };
        let told = |trained: GameMark| trained.must_be(&mark("b", json!(4))).unwrap_err().to_string();
        let e = told(mark("a", json!(2)));
        assert!(e.ends_with("the data set here is b; option 'players' was 2 there and is 4 here"), "{e}");
        let e = told(mark("a", json!(["2", "3"])));
        assert!(e.ends_with("option 'players' was 2, 3 there and is 4 here"), "{e}");
        assert!(told(mark("a", json!(["2", "4"]))).ends_with("the data set here is b"));
        assert_eq!(mark("b", json!(2)).must_be(&mark("b", json!(4))).ok(), Some(()));
    }
}
