//! Who sees what.

use holotable_env::{Finite, Viewer};

use super::Risk;
use super::words::{Army, Faction, Seat};

/// Whether a seat sees another one's hand: its own, and its team-mate's (p20: they may show each other their cards).
pub fn sees(g: &Risk, seat: Seat, other: Seat) -> bool {
    g.friends[seat.index()].has(Army::of(other))
}

/// Whether a seat knows which token is the Emperor (p16).
pub fn knows_emperor(g: &Risk, seat: Seat) -> bool {
    g.star_wars && g.faction(seat) == Faction::Empire
}

/// Whether a viewer sees a seat's hand.
pub fn sees_hand(g: &Risk, viewer: Viewer, seat: Seat) -> bool {
    viewer.knows_any(g.seats().filter(|&other| sees(g, other, seat)).map(Seat::index))
}

/// Whether a viewer knows where the Emperor is.
pub fn sees_emperor(g: &Risk, viewer: Viewer) -> bool {
    viewer.knows_any(g.seats().filter(|&seat| knows_emperor(g, seat)).map(Seat::index))
}
