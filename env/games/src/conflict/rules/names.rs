//! What people call cards, faces and turns.

use holotable_env::english::counted;

use super::state::State;
use super::words::{Card, Ending, Face};

/// A card as people call it.
pub fn name(card: Card) -> String {
    if card.is_hero() {
        "Resistance Hero".into()
    } else {
        format!("{} {:+}", card.colour().word(), card.moves())
    }
}

/// Whose turn it is, or how the game ended.
pub fn heading(s: &State) -> String {
    if s.ending == Ending::None {
        return format!("Turn {}, seat {}", s.turn + 1, s.active);
    }
    // The turn in which it ended was not played to its end.
    format!("Over after {}: {}", counted(s.turn, "whole turn"), ending(s.ending))
}

/// How the game ended.
pub fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::None => "it goes on",
        Ending::Heroes => "won, the three heroes cover the leaders",
        Ending::FirstOrder => "lost, the Event Marker is on the last field",
        Ending::EmptyDeck => "lost, a card was due from an empty deck",
        Ending::HeroLost => "lost, a Resistance Hero was discarded",
    }
}

/// What the dice show that are left.
pub fn dice(s: &State) -> String {
    let each = s.dice.iter().flat_map(|(face, n)| (0..*n).map(move |_| showing(face)));
    let all: Vec<_> = each.collect();
    if all.is_empty() { "none left".into() } else { all.join(", ") }
}

/// What a die shows.
pub fn showing(face: Face) -> &'static str {
    if face == Face::FirstOrder { "the First Order" } else { face.word() }
}
