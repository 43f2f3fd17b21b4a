//! What is printed on cards.

use holotable_env::{Json, Pack};

use super::words::Power;

/// How often a card is in a game, and its symbols.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct Printed {
    /// Copies.
    pub copies: u8,
    /// How far the marker moves when it is taken face down.
    pub ambush: u8,
    /// How far when it is taken face up.
    pub attack: u8,
}

/// A seat's starting card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct StartingCard {
    /// The power of the card.
    pub power: Power,
    /// How far it then moves the marker.
    pub symbols: u8,
}

/// The Resistance Heroes: one for each leader.
pub const HEROES: u8 = 3;
/// What is printed on them.
pub const HERO: Printed = Printed { copies: HEROES, ambush: 0, attack: 0 };
