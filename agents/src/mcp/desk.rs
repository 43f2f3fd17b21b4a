//! [`Desk`]: one game at a time, and what a model asks of it.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::config::Config;
use super::playing::Playing;
use super::tool::Tool;
use super::words::{LINES, MOST_LINES};
use super::{hints, words};
use crate::error::Error;
use crate::table::opening;

/// The most characters of what is to be done, which is compared with all names of actions.
const ACTION_CHARS: usize = 200;

/// One game at a time, and who has which seat.
#[derive(Debug)]
pub struct Desk {
    config: Config,
    game: Option<Playing>,
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
        Self { config: config.clone(), game: None }
    }

    /// What a tool answers.
    ///
    /// # Errors
    /// One line that says what is wrong; below it, where an action is not legal, those that are.
    pub fn ask(&mut self, tool: Tool, arguments: Value) -> Result<String, String> {
        let answer = self.answer(tool, arguments);
        answer.map_err(|e| match self.game.as_ref().filter(|game| tool == Tool::Act && game.is_asked()) {
            Some(game) => format!("{e}\n\n{}", words::legal(game)),
            None => e.to_string(),
        })
    }

    fn answer(&mut self, tool: Tool, arguments: Value) -> Result<String, Error> {
        match tool {
            Tool::Games => read::<Nothing>(arguments).and_then(|Nothing {}| words::games()),
            Tool::Rules => self.rules(arguments),
            Tool::New => self.begin(arguments),
            Tool::Look => read::<Nothing>(arguments).and_then(|Nothing {}| self.look()),
            Tool::Act => self.act(arguments),
            Tool::History => self.history(arguments),
            Tool::Chances => said(arguments).and_then(|action| hints::chances(self.playing()?, &action)),
            Tool::Result => {
                read::<Nothing>(arguments).and_then(|Nothing {}| Ok(words::result(self.playing()?)))
            }
            Tool::Hint => {
                read(arguments).and_then(|Hint { agent }| hints::hint(self.playing()?, agent.as_deref()))
            }
        }
    }

    fn playing(&mut self) -> Result<&mut Playing, Error> {
        self.game.as_mut().ok_or_else(|| Error::new("there is no game yet: `new` begins one"))
    }

    fn rules(&mut self, arguments: Value) -> Result<String, Error> {
        match read(arguments)? {
            Rules { game: Some(name), options } => Ok(opening::rules(&name, &options)?.rules_text()),
            Rules { game: None, options } if options.is_empty() => {
                Ok(self.playing()?.table.game.rules_text())
            }
            Rules { game: None, .. } => {
                Err(Error::new("options are given, and no game whose options they are"))
            }
        }
    }

    fn begin(&mut self, arguments: Value) -> Result<String, Error> {
        let playing = Playing::begin(&read(arguments)?, &self.config)?;
        self.game = Some(playing);
        self.look()
    }

    fn look(&mut self) -> Result<String, Error> {
        let game = self.playing()?;
        game.go_on()?;
        Ok(words::view(game))
    }

    fn act(&mut self, arguments: Value) -> Result<String, Error> {
        let action = said(arguments)?;
        self.playing()?.act(&action)?;
        self.look()
    }

    fn history(&mut self, arguments: Value) -> Result<String, Error> {
        let History { lines } = read(arguments)?;
        let lines = lines.unwrap_or(LINES);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(Error::new(format!("lines is {lines} but must be from 1 to {MOST_LINES}")));
        }
        Ok(words::history(self.playing()?, lines))
    }
}

/// The arguments of a tool.
fn read<T: for<'a> Deserialize<'a>>(arguments: Value) -> Result<T, Error> {
    T::deserialize(arguments).map_err(|e| Error::new(format!("arguments: {e}")))
}

/// What is to be done, digits as the number that they are.
fn said(arguments: Value) -> Result<Value, Error> {
    let Of { action } = read(arguments)?;
    if action.to_string().chars().count() > ACTION_CHARS {
        return Err(Error::new(format!("an action has at most {ACTION_CHARS} characters")));
    }
    let number = action.as_str().and_then(|word| word.trim().parse::<u64>().ok());
    Ok(number.map_or(action, Value::from))
}
