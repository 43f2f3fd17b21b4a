//! [`Change`]: what happens to a game, as data. All changes of a game, made again in their order, give the same tree.

use holotable_store::error::Error;
use serde::{Deserialize, Serialize};

use super::{Decision, Dice, GameSession, Seat};

/// What happens to a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A person plays an action at a position.
    Play {
        /// The number of the position in the tree.
        at: usize,
        /// The label of the action, which later versions number otherwise.
        action: String,
        /// Where chance comes from.
        dice: Dice,
    },
    /// The agent of the seat that acts plays an action.
    Decide {
        /// The number of the position in the tree.
        at: usize,
        /// The label of the action.
        action: String,
        /// How far the generator of the seat was read afterwards, in words.
        read: u64,
    },
    /// A person calls a position something, or nothing.
    Name {
        /// The number of the position in the tree.
        at: usize,
        /// The name; none takes it away.
        name: Option<String>,
    },
    /// A position is taken off the tree, with all that follow it.
    Remove {
        /// The number of the position in the tree.
        at: usize,
    },
    /// All hands are laid open.
    Open,
    /// The person in a seat takes a name, or none.
    Call {
        /// The number of the seat, from 0.
        seat: usize,
        /// The name; none takes it away.
        name: Option<String>,
    },
    /// A seat goes to an agent, or to a person.
    Seat {
        /// The number of the seat, from 0.
        seat: usize,
        /// The name of the agent; none for a person.
        agent: Option<String>,
    },
}

impl Change {
    /// The change by which an agent's decision is played.
    ///
    /// # Panics
    /// If nobody acts at the position.
    pub fn of(session: &GameSession, at: usize, decision: &Decision) -> Self {
        let seat = session.nodes[at].state.actor().expect("somebody decided there");
        let read = decision.seats[seat].0.get_word_pos() as u64;
        Change::Decide { at, action: session.game.label(decision.action), read }
    }
}

impl GameSession {
    /// Makes a change; gives the position that it leads to.
    ///
    /// # Errors
    /// One line: no such position, action or seat, or what is not legal there.
    pub fn apply(&mut self, change: &Change) -> Result<usize, Error> {
        match change {
            Change::Play { at, action, dice } => {
                let at = self.kept(*at)?;
                self.play(at, self.numbered(action)?, dice)
            }
            Change::Decide { at, action, read } => {
                let at = self.kept(*at)?;
                let mut seats = self.turn(at)?.seats;
                let seat = self.nodes[at].state.actor().expect("a seat has the turn");
                seats[seat].0.set_word_pos((*read).into());
                self.follow(at, Decision { action: self.numbered(action)?, seats })
            }
            Change::Name { at, name } => {
                let at = self.kept(*at)?;
                self.node_mut(at).name.clone_from(name);
                Ok(at)
            }
            Change::Remove { at } => {
                let at = self.kept(*at)?;
                self.remove(at)
            }
            Change::Open => {
                self.lay_open();
                Ok(0)
            }
            Change::Call { seat, name } => {
                self.there_is(*seat)?;
                self.names[*seat].clone_from(name);
                Ok(self.end(0))
            }
            Change::Seat { seat, agent } => {
                self.there_is(*seat)?;
                self.seats[*seat] = agent.clone().map_or(Seat::Person, Seat::Agent);
                Ok(self.end(0))
            }
        }
    }

    /// Refuses a seat that there is not.
    fn there_is(&self, seat: usize) -> Result<(), Error> {
        let players = self.seats.len();
        if seat < players { Ok(()) } else { Err(Error::new(format!("seat {seat} must be below {players}"))) }
    }

    /// A position that was not taken off the tree.
    fn kept(&self, at: usize) -> Result<usize, Error> {
        if self.has(at) { Ok(at) } else { Err(Error::new(format!("there is no position {at}"))) }
    }

    /// The number of the action with this label.
    fn numbered(&self, action: &str) -> Result<usize, Error> {
        let number = self.game.actions().number(action);
        number.ok_or_else(|| Error::new(format!("there is no action '{action}'")))
    }
}
