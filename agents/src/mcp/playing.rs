//! [`Playing`]: a game in which a model has seats.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use holotable_arena::answer;
use holotable_env::Viewer;
use holotable_erased::{AnyPlayer, AnyState};
use holotable_store::error::Error;
use holotable_store::files;
use holotable_store::stop::Token;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::config::Config;
use super::thinking::{Thinking, Thought};
use crate::session::{Dice, GameSession, Seat, opening};

/// The game that is to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    pub game: String,
    #[serde(default)]
    pub options: Map<String, Value>,
    pub seats: Option<Vec<usize>>,
    #[serde(default)]
    pub opponents: Vec<String>,
    pub seed: Option<u64>,
}

/// A game under way, or over.
pub struct Playing {
    /// The positions so far.
    pub table: GameSession,
    /// The position now.
    pub at: usize,
    /// The seat of the model that was asked last, through which it sees.
    pub seat: usize,
    /// The position of its last decision.
    since: usize,
    /// How long others may think before an answer.
    time: Duration,
    /// The folder where the replay goes once it is over.
    replays: Option<PathBuf>,
    /// The agents that have decided, by name.
    players: BTreeMap<String, Box<dyn AnyPlayer>>,
    /// The agent that decides now.
    thinking: Option<Thinking>,
}

impl Playing {
    /// A new game, in which nobody has moved.
    ///
    /// # Errors
    /// One line: there is no such game, option, seat or agent.
    pub fn begin(new: &New, seed: u64, config: &Config) -> Result<Self, Error> {
        let game = opening::rules(&new.game, &new.options)?;
        let last = game.teams().players() - 1;
        let own = new.seats.as_deref().unwrap_or(&[0]);
        let Some(&seat) = own.iter().min() else {
            return Err(Error::new("seats is empty: take one at least"));
        };
        if let Some(seat) = own.iter().find(|&&seat| seat > last) {
            return Err(Error::new(format!("there is no seat {seat}: the seats are 0 to {last}")));
        }
        let others = (0..=last).filter(|seat| !own.contains(seat)).count();
        if new.opponents.len() > others {
            let line = format!("opponents has {} names but must have at most {others}", new.opponents.len());
            return Err(Error::new(line));
        }
        let strongest = game.facts().strongest().to_owned();
        let rest = new.opponents.last().unwrap_or(&strongest);
        let mut named = new.opponents.iter();
        let seats = (0..=last).map(|seat| match own.contains(&seat) {
            true => Ok(Seat::Person),
            false => opening::agent(game.as_ref(), named.next().unwrap_or(rest)),
        });
        let seats = seats.collect::<Result<_, Error>>()?;
        Ok(Self {
            table: GameSession::new(game, seats, seed),
            at: 0,
            seat,
            since: 0,
            time: config.time,
            replays: config.replays.clone(),
            players: BTreeMap::new(),
            thinking: None,
        })
    }

    /// The position now.
    pub fn state(&self) -> &dyn AnyState {
        self.table.nodes[self.at].state.as_ref()
    }

    /// The eyes through which the model sees.
    pub fn viewer(&self) -> Viewer {
        Viewer::Seat(self.seat)
    }

    /// Whether the model decides now.
    pub fn is_asked(&self) -> bool {
        self.state().actor().is_some_and(|actor| self.table.is_person(actor))
    }

    /// Takes an action of the model's.
    ///
    /// # Errors
    /// One line that says why it is not taken.
    pub fn act(&mut self, action: &Value) -> Result<(), Error> {
        if self.state().actor().is_none() {
            return Err(Error::new("the game is over: `result` tells how it ended, `new` begins another"));
        }
        if !self.is_asked() {
            return Err(Error::new("others have not decided yet: `look` lets them go on"));
        }
        let action = answer::value(self.state(), action)?;
        let after = self.table.play(self.at, action, &Dice::Same)?;
        (self.since, self.at) = (self.at, after);
        Ok(())
    }

    /// The positions from the last decision of the model to this one.
    pub fn news(&self) -> Vec<usize> {
        let mut path = self.table.path(self.at);
        let since = path.iter().position(|&node| node == self.since).unwrap_or(0);
        path.split_off(since)
    }

    /// Plays on until the model has a choice or the game is over; then the replay is kept.
    ///
    /// # Errors
    /// One line: somebody thinks for too long, the table is full, or the replay cannot be written.
    pub fn go_on(&mut self, gone: &Token) -> Result<(), Error> {
        let until = Instant::now() + self.time;
        while let Some(actor) = self.state().actor() {
            if !self.table.is_person(actor) {
                self.let_agent(until, gone)?;
                continue;
            }
            self.seat = actor;
            if self.state().legal().len() > 1 {
                return Ok(());
            }
            self.at = self.table.forced(self.at)?;
        }
        self.keep()
    }

    /// Lets the agent that acts decide until then. One that has not decided goes on while nobody waits.
    fn let_agent(&mut self, until: Instant, gone: &Token) -> Result<(), Error> {
        let turn = self.table.turn(self.at)?;
        let (seat, name) = (turn.seat, turn.name.clone());
        let thinking = if let Some(thinking) = self.thinking.take() {
            thinking
        } else {
            let player = self.players.remove(&name);
            Thinking::begin(turn, player.map_or_else(|| self.table.game.player(&name), Ok)?)?
        };
        match thinking.wait(until, gone)? {
            Ok(Thought { decision, player }) => {
                self.players.insert(name, player);
                self.at = self.table.follow(self.at, decision)?;
                Ok(())
            }
            Err(thinking) => {
                self.thinking = Some(thinking);
                let seconds = self.time.as_secs_f64();
                Err(Error::new(format!(
                    "seat {seat} ({name}) has not decided within {seconds} s and thinks on: `look` waits for it, `new` begins \
                     another game"
                )))
            }
        }
    }

    /// Writes the replay of a game that is over, once.
    fn keep(&mut self) -> Result<(), Error> {
        if let Some(folder) = &self.replays {
            let name = format!("{}-{}", self.table.game.facts().name, self.table.seed.unwrap_or_default());
            write_beside(folder, &name, &self.table.saved(self.at))?;
            self.replays = None;
        }
        Ok(())
    }
}

/// Writes a file with the first number behind its name that no other has, whoever else writes there.
fn write_beside(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let mut paths = (1..).map(|n: u64| folder.join(format!("{name}-{n}.jsonl")));
    let path = paths.find_map(|path| match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(_) => Some(Ok(path)),
        Err(e) if e.kind() == ErrorKind::AlreadyExists => None,
        Err(e) => Some(Err(Error::io("write", &path, e))),
    });
    let path = path.expect("there are more numbers than files")?;
    // The name is taken; the file gets its contents at once.
    files::write(&path, text).inspect_err(|_| drop(std::fs::remove_file(&path)))
}
