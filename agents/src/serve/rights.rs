//! [`Rights`]: what whoever has a link may see and do.

use holotable_env::Viewer;
use serde::{Deserialize, Serialize};

use crate::session::GameSession;

/// What whoever has a link may see and do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rights {
    /// The seats whose cards they see and for which they decide.
    pub seats: Vec<usize>,
    /// Whether they began the game: they give seats to agents, and hand links out.
    pub host: bool,
}

impl Rights {
    /// Whether a seat is theirs.
    pub fn has(&self, seat: usize) -> bool {
        self.seats.contains(&seat)
    }

    /// Whether a person decides for this seat who has this link.
    pub fn decides(&self, session: &GameSession, seat: usize) -> bool {
        self.has(seat) && session.is_person(seat)
    }

    /// Whether they may look so.
    pub fn admits(&self, session: &GameSession, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Table => true,
            Viewer::Seat(seat) => seat < session.seats.len() && (session.is_open() || self.has(seat)),
            Viewer::All => session.is_open(),
        }
    }

    /// The eyes for which moves are listed: those of the one seat of this link, or of nobody who sits there.
    pub fn eyes(&self, session: &GameSession) -> Viewer {
        match self.seats[..] {
            _ if session.is_open() => Viewer::All,
            [seat] => Viewer::Seat(seat),
            _ => Viewer::Table,
        }
    }
}
