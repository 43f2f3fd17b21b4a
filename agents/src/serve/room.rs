//! [`Room`]: what people at several screens share beside the game: clocks, take-backs, and who is there.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::rights::Rights;
use crate::session::GameSession;
use crate::session::change::Change;

/// What a person who takes a seat back from an agent has at least.
const ANEW: Duration = Duration::from_secs(30);

/// How long each person may think. A seat whose time is over goes to an agent until its person takes it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// The seconds that a seat has at first.
    pub seconds: u32,
    /// The seconds that each move adds.
    #[serde(default)]
    pub added: u32,
}

/// Somebody's wish to take moves back.
#[derive(Clone, Debug)]
pub struct Takeback {
    /// The seat that asks.
    pub seat: usize,
    /// The position to go back to.
    pub to: usize,
    /// The seats that agree.
    agreed: Vec<usize>,
}

/// What people at several screens share beside the game.
#[derive(Debug)]
pub struct Room {
    clock: Option<Clock>,
    /// The time that each seat has left, apart from the move under way.
    left: Vec<Duration>,
    /// Since when the seat that acts has been asked.
    asked: Instant,
    /// What somebody asks of the others.
    pub takeback: Option<Takeback>,
    /// How many screens each seat has, and in the end those that only look on.
    present: Vec<usize>,
    /// How many changes there were.
    pub changes: usize,
    /// How many of them took positions off the tree.
    pub removals: usize,
}

impl Room {
    /// A room for so many seats, before the first move.
    pub fn new(seats: usize, clock: Option<Clock>) -> Self {
        let first = Duration::from_secs(clock.map_or(0, |clock| clock.seconds.into()));
        Self {
            clock,
            left: vec![first; seats],
            asked: Instant::now(),
            takeback: None,
            present: vec![0; seats + 1],
            changes: 0,
            removals: 0,
        }
    }

    /// How long the seat that acts has been asked.
    pub fn taken(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Notes a change, which a seat made in this time.
    pub fn note(&mut self, change: &Change, actor: Option<usize>, took: Duration) {
        self.changes += 1;
        self.asked = Instant::now();
        self.takeback = None;
        self.removals += usize::from(matches!(change, Change::Remove { .. }));
        let added = Duration::from_secs(self.clock.map_or(0, |clock| clock.added.into()));
        match change {
            Change::Play { .. } => {
                if let Some(left) = actor.and_then(|seat| self.left.get_mut(seat)) {
                    *left = left.saturating_sub(took) + added;
                }
            }
            Change::Seat { seat, agent: None } => {
                let least = added.max(ANEW);
                if let Some(left) = self.left.get_mut(*seat) {
                    *left = (*left).max(least);
                }
            }
            Change::Decide { .. }
            | Change::Name { .. }
            | Change::Remove { .. }
            | Change::Open
            | Change::Seat { .. } => {}
        }
    }

    /// The time that a seat has left, if there are clocks; that of the one that acts runs.
    fn left(&self, seat: usize, acts: bool) -> Option<Duration> {
        self.clock?;
        let spent = if acts { self.taken() } else { Duration::ZERO };
        Some(self.left[seat].saturating_sub(spent))
    }

    /// Whether the person who acts has no time left.
    pub fn is_late(&self, seat: usize) -> bool {
        self.left(seat, true).is_some_and(|left| left.is_zero())
    }

    /// Begins to ask for moves back.
    pub fn ask_back(&mut self, rights: &Rights, to: usize) {
        let seat = rights.seats.first().copied().unwrap_or_default();
        self.takeback = Some(Takeback { seat, to, agreed: rights.seats.clone() });
    }

    /// Notes that the seats of a link agree. Gives the position to go back to once every person does.
    pub fn agree(&mut self, session: &GameSession, rights: &Rights) -> Option<usize> {
        let takeback = self.takeback.as_mut()?;
        takeback.agreed.extend(&rights.seats);
        let all =
            (0..session.seats.len()).all(|seat| !session.is_person(seat) || takeback.agreed.contains(&seat));
        all.then_some(takeback.to)
    }

    /// Notes that a screen of a link came or went.
    pub fn at_screen(&mut self, rights: &Rights, here: bool) {
        let watcher = self.present.len() - 1;
        let seats = if rights.seats.is_empty() { vec![watcher] } else { rights.seats.clone() };
        for seat in seats {
            self.present[seat] =
                if here { self.present[seat] + 1 } else { self.present[seat].saturating_sub(1) };
        }
    }

    /// What a page shows of it.
    pub fn shown(&self, session: &GameSession) -> Value {
        let actor = session.nodes[session.end(0)].state.actor();
        let left = |seat| self.left(seat, actor == Some(seat) && session.is_person(seat));
        let (watchers, seats) = self.present.split_last().expect("those who look on have a place");
        json!({
            "changes": self.changes,
            "removals": self.removals,
            "clock": self.clock,
            "left": (0..seats.len()).map(|seat| left(seat).map(|left| left.as_secs_f64())).collect::<Vec<_>>(),
            "present": seats.iter().map(|&screens| screens > 0).collect::<Vec<_>>(),
            "watchers": watchers,
            "takeback": self.takeback.as_ref().map(|it| json!({ "seat": it.seat, "to": it.to, "agreed": it.agreed })),
        })
    }
}
