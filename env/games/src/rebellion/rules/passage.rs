//! Which units can move from a place, and what a mission lets move: from the Rebel Base as if it were adjacent, or from a system however far.

use holotable_env::Finite;

use super::Rebellion;
use super::event::Event;
use super::state::{Stage, State};
use super::task::{BITS, MOST, Origin, Passage, Task};
use super::under_way::now;
use super::words::{ALL, Moves, Place, Places, Row};

/// The passage by which units move now, if a mission lets them.
pub fn of(g: &Rebellion, s: &State) -> Option<Passage> {
    match now(g, s) {
        Some(Task::Move(passage)) => Some(passage),
        _ => None,
    }
}

/// Whether a passage is for a kind of unit, and for another one of it.
pub fn lets(g: &Rebellion, s: &State, passage: Passage, row: Row) -> bool {
    let fits = passage.theatre.is_none_or(|theatre| g.components().unit(s.turn, row).theatre == theatre);
    let of = passage.only.is_none_or(|only| only == row && s.left > 0);
    fits && of
        && (passage.units.is_empty() || place(passage, row).is_some_and(|bits| s.left >> bits & MOST > 0))
}

/// Where the bits of a kind lie.
fn place(passage: Passage, row: Row) -> Option<usize> {
    passage.units.some().position(|(one, _)| one == row).map(|at| at * BITS)
}

/// The kinds of units that could move from a place, with the room that there is.
pub fn kinds(g: &Rebellion, s: &State, source: Place) -> impl Iterator<Item = Row> {
    let units = s.units[s.turn][source];
    let (side, room, passage) = (s.turn, s.room, of(g, s));
    Row::all().filter(move |&row| {
        units[row] > 0
            && match g.stat(side, row).moves {
                Moves::Free => true,
                Moves::Carried => room > 0 || passage.is_some_and(|passage| !passage.carried),
                Moves::Immobile => false,
            }
            && passage.is_none_or(|passage| lets(g, s, passage, row))
    })
}

/// A unit has moved by the passage that there is, if there is one.
pub fn spend(g: &Rebellion, s: &mut State, row: Row) {
    let Some(passage) = of(g, s) else { return };
    if passage.only.is_some() {
        s.left -= 1;
    } else if let Some(bits) = place(passage, row) {
        s.left -= 1 << bits;
    }
}

/// From where units can come by it.
pub fn sources(g: &Rebellion, s: &State, passage: Passage) -> Places {
    let target = s.target.expect("to somewhere");
    let mut from = match passage.from {
        Origin::Base => Places::only(s.rebel_base()),
        Origin::System | Origin::Anywhere => ALL,
    };
    from.take(target);
    let able =
        |&place: &Place| !(passage.held && s.held(s.turn, place)) && kinds(g, s, place).next().is_some();
    from.iter().filter(able).collect()
}

/// Asks from where units come, if there is more than one place, and which. Says whether anything is asked.
pub fn begin(g: &Rebellion, s: &mut State, passage: Passage) -> bool {
    s.left = passage.units.some().enumerate().map(|(i, (_, n))| n << (i * BITS)).sum();
    if passage.only.is_some() {
        s.left = passage.n;
    }
    let sources = sources(g, s, passage);
    if sources.is_empty() {
        return false;
    }
    s.lift = if passage.only.is_some() { 0 } else { passage.n };
    if passage.from == Origin::Base {
        return set_out(s, sources.nth(0)) == Event::Asked;
    }
    (s.stage, s.asked) = (Stage::Effect, s.turn);
    true
}

/// Units set out from there. A card tells nothing of where the base is.
pub fn set_out(s: &mut State, source: Place) -> Event {
    (s.source, s.loaded, s.room) = (Some(source), false, 0);
    (s.stage, s.asked) = (Stage::Load, s.turn);
    Event::Asked
}

/// Nothing more moves.
pub fn arrive(g: &Rebellion, s: &mut State) -> Event {
    if let Some(source) = s.source.take().filter(|_| s.loaded) {
        s.origins.add(source);
    }
    let moved = std::mem::take(&mut s.loaded);
    (s.room, s.lift) = (0, 0);
    let more = of(g, s).filter(|passage| moved && passage.from == Origin::Anywhere);
    if more.is_some_and(|passage| !sources(g, s, passage).is_empty()) {
        (s.stage, s.asked) = (Stage::Effect, s.turn);
        return Event::Asked;
    }
    Event::Done
}
