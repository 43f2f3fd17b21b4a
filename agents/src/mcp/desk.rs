//! [`Desk`]: one game at a time, and what a model asks of it.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use holotable_store::error::Error;
use holotable_store::stop::Token;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::arguments;
use super::config::Config;
use super::playing::{New, Playing};
use super::tool::Tool;
use super::words::{LINES, MOST_LINES};
use super::{hints, words};
use crate::session::opening;

/// The most characters of what is to be done, which is compared with all names of actions.
const ACTION_CHARS: usize = 200;

/// One game at a time, and who has which seat.
#[expect(missing_debug_implementations, reason = "players have none")]
pub struct Desk {
    config: Config,
    game: Option<Playing>,
    /// How many games were begun.
    begun: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    game: Option<String>,
    #[serde(default)]
    options: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Of {
    action: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct History {
    lines: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hint {
    agent: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Desk {
    /// No game yet.
    pub fn new(config: &Config) -> Self {
        Self { config: config.clone(), game: None, begun: 0 }
    }

    /// What a tool answers. Once nobody waits for that any more, `gone` says so, and no opponent is waited for.
    ///
    /// # Errors
    /// One line that says what is wrong; below it, where an action is not legal, those that are.
    pub fn ask(&mut self, tool: Tool, arguments: Value, gone: &Token) -> Result<String, String> {
        let answer = self.answer(tool, arguments, gone);
        answer.map_err(|e| match self.game.as_ref().filter(|game| tool == Tool::Act && game.is_asked()) {
            Some(game) => format!("{e}\n\n{}", words::legal(game)),
            None => e.to_string(),
        })
    }

    fn answer(&mut self, tool: Tool, arguments: Value, gone: &Token) -> Result<String, Error> {
        match tool {
            Tool::Games => self.read(tool, arguments).map(|Nothing {}| words::games()),
            Tool::Rules => self.rules(self.read(tool, arguments)?),
            Tool::New => self.begin(self.read(tool, arguments)?, gone),
            Tool::Look => self.read(tool, arguments).and_then(|Nothing {}| self.look(gone)),
            Tool::Act => self.act(&said(self.read(tool, arguments)?)?, gone),
            Tool::History => self.history(&self.read(tool, arguments)?),
            Tool::Chances => {
                let action = said(self.read(tool, arguments)?)?;
                hints::chances(self.playing()?, &action)
            }
            Tool::Result => {
                self.read(tool, arguments).and_then(|Nothing {}| Ok(words::result(self.playing()?)))
            }
            Tool::Hint => {
                let Hint { agent } = self.read(tool, arguments)?;
                hints::hint(self.playing()?, agent.as_deref())
            }
        }
    }

    /// The arguments of a tool.
    fn read<T: DeserializeOwned>(&self, tool: Tool, arguments: Value) -> Result<T, Error> {
        arguments::read(&tool.takes(&self.config), arguments)
    }

    fn playing(&mut self) -> Result<&mut Playing, Error> {
        self.game.as_mut().ok_or_else(|| Error::new("there is no game yet: `new` begins one"))
    }

    fn rules(&mut self, asked: Rules) -> Result<String, Error> {
        match asked {
            Rules { game: Some(name), options } => Ok(opening::rules(&name, &options)?.rules_text()),
            Rules { game: None, options } if options.is_empty() => {
                Ok(self.playing()?.table.game.rules_text())
            }
            Rules { game: None, .. } => {
                Err(Error::new("options are given, and no game whose options they are"))
            }
        }
    }

    fn begin(&mut self, mut new: New, gone: &Token) -> Result<String, Error> {
        let fixed = [
            ("seed", self.config.seed.is_some() && new.seed.is_some()),
            ("seats", self.config.seats.is_some() && new.seats.is_some()),
        ];
        if let Some((what, _)) = fixed.iter().find(|(_, both)| *both) {
            return Err(Error::new(format!(
                "{what} cannot be chosen: whoever started this program has fixed it"
            )));
        }
        new.seats = new.seats.or_else(|| self.config.seats.clone());
        let chosen = new.seed.or_else(|| Some(self.config.seed?.wrapping_add(self.begun)));
        let seed = chosen.unwrap_or_else(drawn);
        self.game = Some(Playing::begin(&new, seed, &self.config)?);
        self.begun += 1;
        let seen = self.look(gone);
        if chosen.is_some() {
            return seen;
        }
        // Who did not choose it has no other way to have the game again.
        let seed = format!("The seed of this game is {seed}.");
        seen.map(|seen| format!("{seed}\n\n{seen}")).map_err(|e| Error::new(format!("{e}. {seed}")))
    }

    fn look(&mut self, gone: &Token) -> Result<String, Error> {
        let game = self.playing()?;
        game.go_on(gone)?;
        Ok(words::view(game))
    }

    fn act(&mut self, action: &Value, gone: &Token) -> Result<String, Error> {
        self.playing()?.act(action)?;
        self.look(gone)
    }

    fn history(&mut self, asked: &History) -> Result<String, Error> {
        let lines = asked.lines.unwrap_or(LINES);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(Error::new(format!("lines is {lines} but must be from 1 to {MOST_LINES}")));
        }
        Ok(words::history(self.playing()?, lines))
    }
}

/// What is to be done.
fn said(Of { action }: Of) -> Result<Value, Error> {
    if action.to_string().chars().count() > ACTION_CHARS {
        return Err(Error::new(format!("an action has at most {ACTION_CHARS} characters")));
    }
    Ok(action)
}

/// A seed that nobody can know, and that every reader of JSON has as it is.
fn drawn() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
