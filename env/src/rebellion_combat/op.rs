//! The verbs of tactic cards and the axes they are combined with: how much, to whom, from where, when.
//!
//! `tactics.toml` writes these (`{ verb = "damage", n = 2, to = "each" }`); [`super::apply`] is their only interpreter.
//! A new card needs no code; a new verb needs one variant here and one arm there.

use serde::{Deserialize, Serialize};

use crate::finite_enum;

/// A verb with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case")]
pub enum Op {
    /// Pay with a die that shows a special icon: what the icon on a card asks for, in front of its effect.
    Spend,
    /// Discard another card of this theatre from the hand.
    Discard,
    /// Roll up to `n` own dice again, all at the same time.
    Reroll {
        /// How many dice.
        n: u8,
    },
    /// Put damage without colour on enemy units of this theatre.
    Damage {
        /// How much.
        #[serde(flatten)]
        amount: Amount,
        /// On how many units.
        #[serde(default)]
        to: To,
    },
    /// Take up to `n` damage of this attack off own units.
    Block {
        /// How much.
        n: u8,
    },
    /// Draw tactic cards.
    Draw {
        /// How many.
        n: u8,
        /// From which deck.
        from: From,
    },
    /// The opponent cannot block in this battle step.
    ForbidBlock,
    /// The opponent cannot retreat in this round.
    ForbidRetreat,
    /// Own units may retreat in this round without being carried.
    FreeRetreat,
}

/// How much: a number, or a number for each of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// The number.
    pub n: u8,
    /// What it is counted for.
    #[serde(default)]
    pub per: Per,
}

finite_enum! {
    /// What an amount is counted for.
    #[derive(Default)]
    pub enum Per {
        /// Once.
        #[default]
        Once = "once",
        /// Each red die of one own ship in the system, the one with the most.
        RedOfAShip = "red_of_a_ship",
    }
}

finite_enum! {
    /// How damage is shared out.
    #[derive(Default)]
    pub enum To {
        /// As the player likes.
        #[default]
        Any = "any",
        /// All on one unit.
        One = "one",
        /// One on each of up to so many different units.
        Each = "each",
    }
}

finite_enum! {
    /// Which deck cards come from.
    pub enum From {
        /// That of this theatre.
        This = "this",
        /// Either, chosen for each card.
        Either = "either",
    }
}

finite_enum! {
    /// In which step of an attack a card is played.
    pub enum When {
        /// By the attacker, as a combat action.
        Attack = "attack",
        /// By the defender, to block.
        Block = "block",
    }
}
