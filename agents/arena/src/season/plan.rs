//! [`SeasonPlan`]: what a season plays and when it has played enough, as its `season.toml` says.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use holotable_erased::{AnyGame, Kind};
use holotable_store::error::Error;
use serde::{Deserialize, Serialize};
use toml::Value;

use super::entry::{must_be_a_name, parsed};

/// What a season plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonPlan {
    /// The name of the season.
    pub name: String,
    /// What it is for, in a sentence.
    #[serde(default)]
    pub about: String,
    /// The first seed of every game; entrants must not have trained on this one and those that follow.
    pub seed: u64,
    /// The files of the entrants, from the folder of the season on.
    pub entries: Vec<PathBuf>,
    /// The games, by name.
    pub games: BTreeMap<String, GamePlan>,
}

/// What a season plays of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GamePlan {
    /// The options of the game, where they are not its defaults.
    pub options: BTreeMap<String, Value>,
    /// Seeds that are played at a time. Each is played from every side.
    pub block: u64,
    /// Games of every match before ratings decide who plays on.
    pub least: u64,
    /// The most games of a match.
    pub most: u64,
    /// Nobody plays on whose rating is known to so many points, half the width of the 95 % interval.
    pub within: f64,
    /// The agent that tells luck and error; the strongest network that comes with the game if none is named.
    pub judge: Option<String>,
    /// Games of every match that the judge evaluates, from the first on.
    pub judged: u64,
    /// Games of every match of which replays are kept, from the first on.
    pub shown: u64,
}

impl Default for GamePlan {
    fn default() -> Self {
        let options = BTreeMap::new();
        Self { options, block: 50, least: 200, most: 1000, within: 20.0, judge: None, judged: 10, shown: 1 }
    }
}

impl SeasonPlan {
    /// A plan from its text.
    ///
    /// # Errors
    /// One line with the key and what may stand there.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let plan: Self = parsed(text)?;
        must_be_a_name("name", &plan.name)?;
        if plan.games.is_empty() {
            return Err(Error::new("a season needs a game, such as [games.conflict]"));
        }
        // TOML's whole numbers end here, and every seed of a season is one.
        if plan.seed > i64::MAX as u64 - (1 << 40) {
            return Err(Error::new(format!("seed {} must be at most {}", plan.seed, i64::MAX - (1 << 40))));
        }
        for (name, game) in &plan.games {
            game.must_be_sound()
                .and_then(|()| game.build(name).map(|_| ()))
                .map_err(|e| e.within(format!("games.{name}")))?;
        }
        Ok(plan)
    }
}

impl GamePlan {
    fn must_be_sound(&self) -> Result<(), Error> {
        for (key, value, least, most) in [
            ("block", self.block, 1, 10_000),
            ("least", self.least, 1, 1_000_000),
            ("most", self.most, self.least, 1_000_000),
            ("judged", self.judged, 0, 1_000_000),
            ("shown", self.shown, 0, 1_000),
        ] {
            if !(least..=most).contains(&value) {
                return Err(Error::new(format!("{key} is {value} and must be from {least} to {most}")));
            }
        }
        match self.within > 0.0 {
            true => Ok(()),
            false => Err(Error::new(format!("within is {} and must be above 0", self.within))),
        }
    }

    /// The game of this name with the options of the plan.
    ///
    /// # Errors
    /// One line where there is no such game or option.
    pub fn build(&self, name: &str) -> Result<Arc<dyn AnyGame>, Error> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let given: Vec<(&String, String)> =
            self.options.iter().map(|(key, value)| (key, text(value))).collect();
        let given = given.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        Ok(Kind::named(name)?.build(given, None)?)
    }

    /// How many blocks hold so many games, if each seed is played in so many seatings.
    pub(super) fn blocks(&self, games: u64, seatings: usize) -> u64 {
        games.div_ceil(self.block * seatings as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name = \"2026\"\nseed = 5000000000\nentries = [\"random.toml\"]\n[games.risk]\noptions = { players = 2 }\n";

    #[test]
    fn a_plan_is_read_with_its_defaults() {
        let plan = SeasonPlan::from_text(TEXT).unwrap();
        let risk = &plan.games["risk"];
        assert_eq!((risk.block, risk.least, risk.most, risk.judged), (50, 200, 1000, 10));
        assert_eq!(risk.build("risk").unwrap().teams().players(), 2);
        assert_eq!((risk.blocks(200, 2), risk.blocks(201, 2)), (2, 3));
    }

    #[test]
    fn mistakes_are_named() {
        for (from, to, part) in [
            ("risk]", "rizk]", "games.rizk: "),
            ("players = 2", "players = 9", "games.risk: "),
            ("options = { players = 2 }", "least = 0", "least is 0 and must be from 1"),
            ("options = { players = 2 }", "least = 500\nmost = 10", "most is 10 and must be from 500"),
            ("options = { players = 2 }", "within = 0.0", "within is 0"),
            ("options = { players = 2 }", "blocks = 3", "unknown field `blocks`"),
            ("[games.risk]", "", "missing field `games`"),
            ("\"2026\"", "\"a/b\"", "name 'a/b' must be"),
        ] {
            let text = TEXT.replace(from, to);
            let text = if part.starts_with("missing") {
                text.replace("options = { players = 2 }\n", "")
            } else {
                text
            };
            let line = SeasonPlan::from_text(&text).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
    }
}
