//! Who sits where: the sides by turns, first the Admirals, then the Generals; and whom each of them commands.

use holotable_env::{Finite, Viewer};

use super::Rebellion;
use super::state::State;
use super::words::{LEADERS, Leader, Leaders, Recruit, Recruits, Role, Side, turncoat};

/// The side that a seat plays.
#[inline]
pub fn side_of(seat: usize) -> Side {
    Side::at(seat % Side::N)
}

/// What a seat is on its side.
#[inline]
pub fn role_of(seat: usize) -> Role {
    Role::at(seat / Side::N % Role::N)
}

/// Who looks, as a side: partners talk openly, so each sees what their side sees (ruling W84).
pub fn sided(viewer: Viewer) -> Viewer {
    match viewer {
        Viewer::Seat(seat) => Viewer::Seat(side_of(seat).index()),
        Viewer::Table | Viewer::All => viewer,
    }
}

impl Rebellion {
    /// Whether two players share a side: both sides with four players, the Empire with three (ruling W78).
    #[inline]
    pub fn is_shared(&self, side: Side) -> bool {
        self.players > Side::N + side.index()
    }

    /// The seat of a player of a side.
    #[inline]
    pub fn seat(&self, side: Side, role: Role) -> usize {
        if self.is_shared(side) { side.index() + Side::N * role.index() } else { side.index() }
    }

    /// Which of two partners commands a leader; who was lured is commanded as before (ruling W79).
    pub fn owner(&self, s: &State, side: Side, leader: Leader) -> Role {
        let among = match s.lured {
            Some(lured) if s.is_lured(side, leader) => (Side::Rebels, lured),
            _ => (side, leader),
        };
        let generals = self.tables.people[among.0][Role::General];
        if generals.has(among.1) { Role::General } else { Role::Admiral }
    }

    /// The leaders of a side whom a player commands: all, where nobody shares the side.
    #[inline]
    pub fn own(&self, s: &State, side: Side, role: Role) -> Leaders {
        if !self.is_shared(side) {
            return Leaders::first(LEADERS);
        }
        let mut own = self.tables.people[side][role];
        if side == Side::Empire && s.lured.is_some() && self.owner(s, side, turncoat()) == role {
            own.add(turncoat());
        }
        own
    }

    /// Which of two partners uses an action card: who commands all leaders whom it shows, else the General (ruling W83).
    pub fn user(&self, side: Side, card: Recruit) -> Role {
        let shown = self.tables.action_card(side, card).leaders;
        let admirals = self.tables.people[side][Role::Admiral];
        let alone = !shown.is_empty() && shown.without(admirals).is_empty();
        if alone { Role::Admiral } else { Role::General }
    }

    /// The action cards among these that a player uses: all, where nobody shares the side.
    pub fn usable_by(&self, side: Side, role: Role, cards: Recruits) -> Recruits {
        if !self.is_shared(side) {
            return cards;
        }
        cards.iter().filter(|&card| self.user(side, card) == role).collect()
    }
}
