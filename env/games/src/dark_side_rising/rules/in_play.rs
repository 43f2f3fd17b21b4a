//! [`InPlay`]: a card with its damage.

use holotable_env::{Json, Pack};

use super::card::Card;
use super::tables::Tables;

/// A card in play with its damage counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Tables)]
pub struct InPlay {
    /// The card.
    pub card: Card,
    /// Damage counters on it.
    pub damage: u8,
}

impl InPlay {
    /// A card without damage.
    pub fn fresh(card: Card) -> Self {
        Self { card, damage: 0 }
    }

    /// Whether it is a Rebel.
    #[inline]
    pub fn is_rebel(self) -> bool {
        self.card.is_rebel()
    }

    /// Whether it is an Imperial.
    #[inline]
    pub fn is_imperial(self) -> bool {
        self.card.is_imperial()
    }
}
