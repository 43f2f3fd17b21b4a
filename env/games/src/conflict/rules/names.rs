//! What people call cards, faces and turns.

use holotable_env::english::counted;
use holotable_env::picture::title;

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
    format!("Over after {}: {}", counted(s.turn + 1, "turn"), title(s.ending.word()))
}

/// What a die shows.
pub fn showing(face: Face) -> &'static str {
    if face == Face::FirstOrder { "the First Order" } else { face.word() }
}
