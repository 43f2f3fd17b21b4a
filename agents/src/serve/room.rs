//! [`Room`]: what people at several screens share beside the game: clocks, take-backs, and who is there.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::rights::Rights;
use crate::session::GameSession;
use crate::session::change::Change;

/// On how many screens a seat is open at most, and those who look on have.
pub const MOST_SCREENS: usize = 16;

/// What a person has who takes a seat back after the time was over.
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
    /// The seats that persons have.
    people: Vec<usize>,
    /// Since when the seat that acts has been asked; nothing until every person has come, or something was played.
    asked: Option<Instant>,
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
    pub fn new(session: &GameSession, clock: Option<Clock>) -> Self {
        let seats = session.seats.len();
        let first = Duration::from_secs(clock.map_or(0, |clock| clock.seconds.into()));
        Self {
            clock,
            left: vec![first; seats],
            people: (0..seats).filter(|&seat| session.is_person(seat)).collect(),
            asked: None,
            takeback: None,
            present: vec![0; seats + 1],
            changes: 0,
            removals: 0,
        }
    }

    /// How long the seat that acts has been asked.
    pub fn taken(&self) -> Duration {
        self.asked.map_or(Duration::ZERO, |asked| asked.elapsed())
    }

    /// Whether a person had this seat when the game began.
    pub fn has_person(&self, seat: usize) -> bool {
        self.people.contains(&seat)
    }

    /// Notes a change, which came after the seat that acts had been asked for this time.
    pub fn note(&mut self, change: &Change, actor: Option<usize>, took: Duration) {
        self.changes += 1;
        // The clock goes on, and a wish stands, while a position is only called something.
        if matches!(change, Change::Name { .. } | Change::Call { .. } | Change::Open) {
            return;
        }
        self.asked = Some(Instant::now());
        self.takeback = None;
        self.removals += usize::from(matches!(change, Change::Remove { .. }));
        if let Some(left) = actor.and_then(|seat| self.left.get_mut(seat)) {
            *left = left.saturating_sub(took);
        }
        let added = Duration::from_secs(self.clock.map_or(0, |clock| clock.added.into()));
        if let (Change::Play { .. }, Some(seat)) = (change, actor) {
            self.left[seat] += added;
        }
        if let Change::Seat { seat, agent: None } = change
            && self.left[*seat].is_zero()
        {
            self.left[*seat] = added.max(ANEW);
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

    /// Notes that the seats of a link agree. Gives the position to go back to once every person does, and only then.
    pub fn agree(&mut self, session: &GameSession, rights: &Rights) -> Option<usize> {
        let takeback = self.takeback.as_mut()?;
        takeback.agreed.extend(&rights.seats);
        let all =
            (0..session.seats.len()).all(|seat| !session.is_person(seat) || takeback.agreed.contains(&seat));
        if all { self.takeback.take().map(|takeback| takeback.to) } else { None }
    }

    /// Notes that a screen of a link came or went; not one more than may be.
    pub fn at_screen(&mut self, rights: &Rights, here: bool) -> bool {
        let watcher = self.present.len() - 1;
        let seats = if rights.seats.is_empty() { vec![watcher] } else { rights.seats.clone() };
        if here && seats.iter().any(|&seat| self.present[seat] >= MOST_SCREENS) {
            return false;
        }
        for seat in seats {
            self.present[seat] =
                if here { self.present[seat] + 1 } else { self.present[seat].saturating_sub(1) };
        }
        if self.asked.is_none() && self.people.iter().all(|&seat| self.present[seat] > 0) {
            self.asked = Some(Instant::now());
        }
        true
    }

    /// What a page shows of it.
    pub fn shown(&self, session: &GameSession) -> Value {
        let actor = session.nodes[session.end(0)].state.actor();
        let left = |seat| self.left(seat, actor == Some(seat) && session.is_person(seat));
        let (watchers, seats) = self.present.split_last().expect("those who look on have a place");
        json!({
            "removals": self.removals,
            "left": (0..seats.len()).map(|seat| left(seat).map(|left| left.as_secs_f64())).collect::<Vec<_>>(),
            "present": seats.iter().map(|&screens| screens > 0).collect::<Vec<_>>(),
            "watchers": watchers,
            "takeback": self.takeback.as_ref().map(|it| json!({ "seat": it.seat, "to": it.to, "agreed": it.agreed })),
        })
    }
}
