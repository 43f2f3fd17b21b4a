//! [`Frozen`]: who plays in a season and by which rules, fixed before the first game.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use holotable_erased::{AnyGame, AnyPlayer};
use holotable_store::error::Error;
use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::kept;
use super::plan::SeasonPlan;
use crate::agent_factory::AgentFactory;
use crate::exec::{Program, Reported};

/// What a season has fixed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Frozen {
    /// The version of the program.
    pub holotable: String,
    /// The plan of the season, as it began.
    pub plan: Option<SeasonPlan>,
    /// The rules of each game, by its name.
    pub games: BTreeMap<String, FrozenGame>,
    /// The entrants, in the order in which they entered.
    pub entrants: Vec<Entrant>,
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrozenGame {
    pub rules_version: u32,
    /// The hash of its data set.
    pub data: String,
    /// Who judges it, if anybody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<FrozenJudge>,
}

/// The agent that judges a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrozenJudge {
    pub agent: String,
    /// The checksum of its checkpoint; `None` if it needs none.
    pub checkpoint: Option<String>,
}

/// An entrant as it entered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// What the file of the entrant says.
    pub entry: Entry,
    /// Its file, from the folder of the season on.
    pub file: PathBuf,
    /// The [hash](Entry::hash) of the entry, in hexadecimal.
    pub hash: String,
    /// The checksum of its checkpoint in each game for which it has one.
    pub checkpoints: BTreeMap<String, String>,
    /// What the check of each game found.
    pub checks: BTreeMap<String, Check>,
}

/// What the games against `random` found that come before a season.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Games that were played.
    pub games: u64,
    /// Games that the entrant won.
    pub wins: u64,
    /// Games in which it had no answer.
    pub forfeits: u64,
    /// Why it had none, the first time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The games of a check, and how many of them an entrant may forfeit.
pub(super) const CHECKED: u64 = 50;
pub(super) const FORFEITS: u64 = 2;

impl Check {
    /// Whether it may play.
    pub fn passed(&self) -> bool {
        self.forfeits <= FORFEITS
    }
}

impl Entrant {
    /// Whether it plays this game in the season.
    pub fn plays(&self, game: &str) -> bool {
        self.checks.get(game).is_some_and(Check::passed)
    }

    /// The folder of its file.
    pub fn folder(&self, season: &Path) -> PathBuf {
        folder_of(season, &self.file)
    }

    /// Why it does not play a game that it entered; `None` where it plays.
    pub fn refused(&self, game: &str) -> Option<&Check> {
        self.checks.get(game).filter(|check| !check.passed())
    }

    /// A player of a game, which adds to what it reports of its answers.
    ///
    /// # Errors
    /// One line with the name of the entrant.
    pub(super) fn player(
        &self,
        season: &Path,
        game: &Arc<dyn AnyGame>,
        reported: Arc<Reported>,
    ) -> Result<Box<dyn AnyPlayer>, Error> {
        let within = |e: Error| e.within(format!("{}: {}", self.entry.name, game.facts().name));
        player(&self.entry, &self.folder(season), game, reported).map_err(within)
    }
}

/// The folder of a file that is named from the folder of the season on.
pub(super) fn folder_of(season: &Path, file: &Path) -> PathBuf {
    season.join(file.parent().unwrap_or(Path::new("")))
}

/// A player of an entry whose file lies in `folder`.
pub(super) fn player(
    entry: &Entry,
    folder: &Path,
    game: &Arc<dyn AnyGame>,
    reported: Arc<Reported>,
) -> Result<Box<dyn AnyPlayer>, Error> {
    match entry.program(folder) {
        None => game.player(&agent(entry, folder)),
        Some((command, time, confines)) => {
            let program = Program::confined(game, command, time, confines)?.reporting(reported);
            Ok(Arc::clone(game).chosen(Box::new(program)))
        }
    }
}

/// The checksum of the checkpoint of an entry; `None` if it needs none.
pub(super) fn checkpoint(entry: &Entry, folder: &Path, game: &dyn AnyGame) -> Result<Option<String>, Error> {
    if entry.program(folder).is_some() {
        return Ok(None);
    }
    agent(entry, folder).checkpoint(game)
}

/// The name of the agent, or where its folder lies.
fn agent(entry: &Entry, folder: &Path) -> String {
    let there = folder.join(&entry.agent);
    if there.is_dir() { there.to_string_lossy().into_owned() } else { entry.agent.clone() }
}

impl Frozen {
    /// # Errors
    /// One line where an entrant has this name.
    pub fn must_be_free(&self, name: &str) -> Result<(), Error> {
        match self.entrants.iter().any(|other| other.entry.name.eq_ignore_ascii_case(name)) {
            false => Ok(()),
            true => Err(Error::new(format!(
                "the season has an entrant {name} already (capitals make no difference); a better version enters under another \
                 name, with parent = \"{name}\""
            ))),
        }
    }

    /// Reads it; `None` if the season has not begun.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn read(path: &Path) -> Result<Option<Self>, Error> {
        kept::read(path, "pool of a season")
    }

    /// Replaces the file by what is fixed now.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        kept::write(path, &serde_json::to_string_pretty(self).expect("plain data is JSON"))
    }
}
