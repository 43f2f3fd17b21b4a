//! What is on the table, in words.

use std::fmt::Write as _;

use holotable_env::english::counted;
use holotable_env::{Finite, Viewer};

use crate::conflict::rules::names::name;
use crate::conflict::rules::state::State;
use crate::conflict::rules::words::{ByCard, Colour, Leader, Power};

/// A hand as far as a viewer knows it.
pub fn hand(s: &State, seat: usize, viewer: Viewer) -> String {
    let open = cards(&s.shown[seat]);
    let mut parts = Vec::new();
    if viewer.knows(seat) {
        parts.push(cards(&s.hidden[seat]));
    } else {
        for (colour, by_ambush) in s.veiled(seat).iter() {
            for (ambush, n) in by_ambush.iter().enumerate().filter(|(_, n)| **n > 0) {
                let with = if ambush > 0 { format!(" with ambush {ambush}") } else { String::new() };
                parts.push(format!("{n} {} unknown{with}", colour.word()));
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    match (open.is_empty(), parts.is_empty()) {
        (true, true) => "no cards".into(),
        (true, false) => parts.join(", "),
        (false, true) => open,
        (false, false) => format!("known to all {open}; not known to all {}", parts.join(", ")),
    }
}

/// Some cards with their numbers.
fn cards(some: &ByCard<u8>) -> String {
    let each = some.iter().filter(|(_, n)| **n > 0).map(|(card, n)| format!("{n} {}", name(card)));
    each.collect::<Vec<_>>().join(", ")
}

/// Where the Event Marker is.
pub fn marker(s: &State) -> String {
    let rests = if s.frozen { ", set aside for this turn" } else { "" };
    format!("The Event Marker is on field {} of {}{rests}.", s.marker, s.world.track)
}

/// What is in the Help Dice area.
pub fn stored(s: &State) -> String {
    match s.stored {
        None => "No result is stored".into(),
        Some(value) if s.stored_now => format!("A {} is stored for a following player", value.word()),
        Some(value) => format!("A {} is stored", value.word()),
    }
}

/// A leader's name.
pub fn person(leader: Leader) -> &'static str {
    match leader {
        Leader::Phasma => "Captain Phasma",
        Leader::Hux => "General Hux",
        Leader::Kylo => "Kylo Ren",
    }
}

/// What lies on a leader's field, as far as a viewer knows it.
pub fn on_field(s: &State, leader: Leader, viewer: Viewer) -> String {
    match s.covers[leader] {
        None if s.world.leaders[leader] == 1 => "1 First Order symbol".into(),
        None => format!("{} First Order symbols", s.world.leaders[leader]),
        Some(cover) if cover.public || viewer.knows(s.me()) => format!("covered with {}", name(cover.card)),
        Some(cover) => format!("covered with a {} card", cover.card.colour().word()),
    }
}

/// How far the bare leaders move the marker.
pub fn bare(s: &State) -> u8 {
    Leader::all().filter(|leader| s.covers[*leader].is_none()).map(|leader| s.world.leaders[leader]).sum()
}

/// How many cards a deck has, and which are known.
pub fn order(s: &State, deck: Colour) -> String {
    let mut text = counted(s.cards_left(deck), "card");
    for (i, top) in s.decks[deck].top.iter().enumerate() {
        let before = if i == 0 { "; from the top " } else { ", " };
        let _ = write!(text, "{before}{} face {}", name(top.card), if top.face_up { "up" } else { "down" });
    }
    let below = ByCard::from_fn(|card| if card.colour() == deck { s.below[card] } else { 0 });
    if below != ByCard::default() {
        let _ = write!(text, "; at the bottom {}", cards(&below));
    }
    text
}

/// What a starting card does.
pub fn power(power: Power) -> &'static str {
    match power {
        Power::Peek => "look at the top three cards of a deck",
        Power::Bottom => "move the top card of a deck to its bottom",
        Power::Take => "take the top yellow card",
    }
}

/// How far a starting card moves the marker.
pub fn symbols(n: u8) -> String {
    if n == 0 { String::new() } else { format!(", then move the marker by {n}") }
}
