//! What actions touch on the table: dice and the area for one of them, decks and their known cards, hands, leaders.

use holotable_env::Finite;

use crate::conflict::rules::action::Action;
use crate::conflict::rules::state::State;
use crate::conflict::rules::words::{Card, Colour, Face, Leader};

/// The Help Dice area.
pub const HELP: &str = "help";

/// What a die is called.
pub fn die(face: Face) -> String {
    format!("die.{}", face.word())
}

/// What a deck is called.
pub fn deck(deck: Colour) -> String {
    format!("deck.{}", deck.word())
}

/// What a known card at the top of its deck is called.
pub fn known(card: Card) -> String {
    format!("known.{}", card.index())
}

/// What a card in a hand is called.
pub fn card(seat: usize, card: Card) -> String {
    format!("card.{seat}.{}", card.index())
}

/// What a starting card is called.
pub fn start(seat: usize) -> String {
    format!("start.{seat}")
}

/// What a leader is called.
pub fn leader(leader: Leader) -> String {
    format!("leader.{}", leader.word())
}

/// What an action touches, in order.
pub fn touched(s: &State, a: Action) -> Vec<String> {
    let me = s.me();
    match a {
        Action::Done => Vec::new(),
        Action::Help { face } => vec![die(face), HELP.into()],
        Action::Store { value } => vec![die(value.face()), HELP.into()],
        Action::Reveal { value, deck: of } | Action::Draw { value, deck: of, .. } => {
            vec![die(value.face()), deck(of)]
        }
        Action::Place { card } => vec![known(card)],
        Action::Discard { card: one } | Action::Play { card: one } => vec![card(me, one)],
        Action::Start { deck: on } => vec![start(me), deck(on)],
        Action::Cover { leader: whom, card: with } => vec![card(me, with), leader(whom)],
    }
}
