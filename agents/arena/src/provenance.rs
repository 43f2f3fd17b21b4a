//! [`Provenance`]: the program, the rules and the agents of games, so that games of another provenance are refused.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use holotable_env::json::parse;
use holotable_env::{Header, Replay};
use holotable_store::error::Error;
use holotable_store::json::object;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agent_factory::AgentFactory;
use holotable_erased::{AnyGame, Kind};

/// Of what games come: the program, the rules, the agents and the first seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The version of the program, whose bots may play otherwise in another one.
    pub holotable: String,
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The hash of the data set in force.
    pub data: String,
    /// Every option in force.
    pub options: Value,
    /// The names of those who play.
    pub agents: Vec<String>,
    /// The checksum of the checkpoint of each of them that is a network, or a search with one, and of an evaluator who is.
    pub checkpoints: BTreeMap<String, String>,
    /// The seed of the first game; each next one has the next.
    pub seed: u64,
}

impl Provenance {
    /// The games between these agents from this seed on.
    ///
    /// # Errors
    /// One line where there is no such evaluator, or its checksums cannot be read.
    pub fn of(game: &dyn AnyGame, agents: &[&dyn AgentFactory], seed: u64) -> Result<Self, Error> {
        let mut checkpoints = BTreeMap::new();
        for agent in agents {
            if let Some(checkpoint) = agent.checkpoint(game)? {
                checkpoints.insert(agent.name().to_owned(), checkpoint);
            }
        }
        Ok(Self {
            holotable: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.facts().name.to_owned(),
            rules_version: game.facts().rules_version,
            data: game.data_hash().to_owned(),
            options: serde_json::to_value(game.options()).expect("options are plain values"),
            agents: agents.iter().map(|agent| agent.name().to_owned()).collect(),
            checkpoints,
            seed,
        })
    }

    /// The same with an evaluator of these games.
    ///
    /// # Errors
    /// As [`AgentFactory::checkpoint`].
    pub fn evaluated_by(mut self, game: &dyn AnyGame, evaluator: &str) -> Result<Self, Error> {
        if let Some(checkpoint) = evaluator.checkpoint(game)? {
            self.checkpoints.insert(evaluator.to_owned(), checkpoint);
        }
        Ok(self)
    }

    /// The provenance as a text of JSON.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data is JSON") + "\n"
    }

    /// From the text of [`to_text`](Self::to_text).
    ///
    /// # Errors
    /// One line: where it is none.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let what = "this is no provenance of games";
        object(what, parse(text.as_bytes()).map_err(|e| Error::new(format!("{what}: {e}")))?)
    }

    /// Refuses games that are not of this provenance.
    ///
    /// # Errors
    /// One line with the first thing that differs, as it is there and here.
    pub fn must_be(&self, other: &Self) -> Result<(), Error> {
        let fields = |provenance: &Self| serde_json::to_value(provenance).expect("plain data is JSON");
        match difference("", &fields(self), &fields(other)) {
            Some((name, ours, theirs)) => Err(Error::new(format!("their {name} is {theirs}, not {ours}"))),
            None => Ok(()),
        }
    }

    /// The rules of these games, as they are here.
    ///
    /// # Errors
    /// As [`rules`].
    pub fn rules(&self, data: Option<&Path>) -> Result<Arc<dyn AnyGame>, Error> {
        rules(&self.game, self.rules_version, &self.data, self.options.clone(), data)
    }
}

/// The first place in which two values differ, with what stands there in each; in objects that of a key.
fn difference(place: &str, ours: &Value, theirs: &Value) -> Option<(String, String, String)> {
    let (Some(own), Some(other)) = (ours.as_object(), theirs.as_object()) else {
        return (ours != theirs).then(|| (place.to_owned(), ours.to_string(), theirs.to_string()));
    };
    let shown = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), Value::to_string);
    own.keys().chain(other.keys()).find_map(|key| {
        let name = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
        match (own.get(key), other.get(key)) {
            (Some(ours), Some(theirs)) => difference(&name, ours, theirs),
            (ours, theirs) => Some((name, shown(ours), shown(theirs))),
        }
    })
}

/// The game of this name with these options, on the data set in the folder `data` or on the built-in one.
///
/// # Errors
/// One line: there is no such game or option here, or the version of its rules or the hash of the data set is another.
pub fn rules(
    name: &str,
    rules_version: u32,
    hash: &str,
    options: Value,
    data: Option<&Path>,
) -> Result<Arc<dyn AnyGame>, Error> {
    let header = Header {
        game: name.to_owned(),
        rules_version,
        data: hash.to_owned(),
        options,
        seed: 0,
        seats: Vec::new(),
    };
    let replay = Replay { header, start: Vec::new(), moves: Vec::new(), result: Value::Null };
    Ok(Kind::named(name)?.of_replay(&replay, data)?)
}
