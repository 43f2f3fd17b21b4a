//! [`Playing`]: a game in which a model has seats.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use holotable_env::Viewer;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::config::Config;
use crate::any::AnyState;
use crate::error::Error;
use crate::files;
use crate::stop::{Stop as _, Token};
use crate::table::{Dice, Seat, Table, opening};

/// The game that is to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    pub game: String,
    #[serde(default)]
    pub options: Map<String, Value>,
    #[serde(default = "first")]
    pub seats: Vec<usize>,
    #[serde(default)]
    pub opponents: Vec<String>,
    #[serde(default)]
    pub seed: u64,
}

fn first() -> Vec<usize> {
    vec![0]
}

/// A game under way, or over.
#[derive(Debug)]
pub struct Playing {
    /// The positions so far.
    pub table: Table,
    /// The position now.
    pub at: usize,
    /// The seat of the model that was asked last, through which it sees.
    pub seat: usize,
    /// The position of its last decision.
    since: usize,
    /// How long others may think before an answer.
    time: Duration,
    /// Where the replay goes once it is over.
    replay: Option<PathBuf>,
}

impl Playing {
    /// A new game, in which nobody has moved.
    ///
    /// # Errors
    /// One line: there is no such game, option, seat or agent.
    pub fn begin(new: &New, config: &Config) -> Result<Self, Error> {
        let game = opening::rules(&new.game, &new.options)?;
        let last = game.teams().players() - 1;
        let Some(&seat) = new.seats.iter().min() else {
            return Err(Error::new("seats is empty: take one at least"));
        };
        if let Some(seat) = new.seats.iter().find(|&&seat| seat > last) {
            return Err(Error::new(format!("there is no seat {seat}: the seats are 0 to {last}")));
        }
        let others = (0..=last).filter(|seat| !new.seats.contains(seat)).count();
        if new.opponents.len() > others {
            let line = format!("opponents has {} names but must have at most {others}", new.opponents.len());
            return Err(Error::new(line));
        }
        let strongest = game.facts().strongest().to_owned();
        let rest = new.opponents.last().unwrap_or(&strongest);
        let mut named = new.opponents.iter();
        let seats = (0..=last).map(|seat| match new.seats.contains(&seat) {
            true => Ok(Seat::Person),
            false => opening::agent(game.as_ref(), named.next().unwrap_or(rest)),
        });
        let seats = seats.collect::<Result<_, Error>>()?;
        let replay = config.replays.as_deref().map(|folder| free(folder, &new.game, new.seed));
        let table = Table::new(game, seats, new.seed);
        Ok(Self { table, at: 0, seat, since: 0, time: config.time, replay })
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
        let action = self.table.game.action_number(action)?;
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
    pub fn go_on(&mut self) -> Result<(), Error> {
        let until = Instant::now() + self.time;
        let late = Token::new(move || Instant::now() >= until);
        while let Some(actor) = self.state().actor() {
            if self.table.is_person(actor) {
                self.seat = actor;
                if self.state().legal().len() > 1 {
                    return Ok(());
                }
                self.at = self.table.forced(self.at)?;
                continue;
            }
            let next = late.heed(|| self.table.let_agent(self.at))?;
            if late.is_asked() {
                // A search that was cut short may choose otherwise, and the same seed must give the same game.
                self.table.remove(next)?;
                let (name, seconds) = (self.table.seats[actor].name(), self.time.as_secs_f64());
                return Err(Error::new(format!(
                    "seat {actor} ({name}) has not decided within {seconds} s: `look` lets it go on, `new` begins another game"
                )));
            }
            self.at = next;
        }
        self.keep()
    }

    /// Writes the replay of a game that is over, once.
    fn keep(&mut self) -> Result<(), Error> {
        if let Some(path) = &self.replay {
            files::write(path, &self.table.saved(self.at))?;
            self.replay = None;
        }
        Ok(())
    }
}

/// The first name in a folder that no file has.
fn free(folder: &Path, game: &str, seed: u64) -> PathBuf {
    let mut names = (1..).map(|n: u64| folder.join(format!("{game}-{seed}-{n}.jsonl")));
    names.find(|path| !path.exists()).expect("there are more numbers than files")
}
