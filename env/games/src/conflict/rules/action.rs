//! [`Action`]: the decisions of the game, numbered for policies.

use holotable_env::actions;

use super::words::{Alike, Card, Colour, Face, Leader, Value};

actions! {
    /// The decisions of a turn.
    pub enum Action {
        /// Use no more dice, or cover no more leaders.
        Done,
        /// Change one of the dice that show this to the result in the Help Dice area.
        Help { face: Face },
        /// Store a die with this result in the Help Dice area.
        Store { value: Value },
        /// Use a die with this result to reveal as many cards of a deck.
        Reveal { value: Value, deck: Colour },
        /// Use equal dice to draw cards of a deck.
        Draw { dice: Alike, value: Value, deck: Colour },
        /// Put this one of the revealed cards back next, from the top on.
        Place { card: Card },
        /// Discard a card: to pay, or because a field asks for it.
        Discard { card: Card },
        /// Play a Forces card.
        Play { card: Card },
        /// Play the starting card, whose power acts on a deck.
        Start { deck: Colour },
        /// Cover a leader with a card.
        Cover { leader: Leader, card: Card },
    }
}
