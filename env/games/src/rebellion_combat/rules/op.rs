//! The verbs of tactic cards and the axes they are combined with: how much, to whom, from where, when.
//!
//! `tactics.toml` writes these (`{ verb = "damage", n = 2, to = "each" }`). A new card needs no code. A new verb needs a variant
//! and an arm in [`Op::fits`] and in its words here, one in [`Op::now`](super::ask) that says whether it asks or acts, and one in
//! [`super::apply`] that acts; a new kind of choice also one in [`Choice`](super::ask::Choice), where it is offered
//! ([`super::legal`]), answered ([`super::apply`]) and worded (`text.rs`).

use std::fmt;

use holotable_env::english::{counted, many};
use holotable_env::finite_enum;
use serde::{Deserialize, Serialize};

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
    /// The number for each thing that is counted.
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

impl Op {
    /// Whether it can stand on a card that is played at this time, and how much it asks for: the attacker's verbs and the
    /// defender's are not the same.
    pub fn fits(&self, when: When) -> (bool, u8) {
        let attack = when == When::Attack;
        match *self {
            Op::Spend => (false, 1),
            Op::Discard => (true, 1),
            Op::Block { n } => (!attack, n),
            Op::Reroll { n } | Op::Draw { n, .. } => (attack, n),
            Op::Damage { amount, .. } => (attack, amount.n),
            Op::ForbidBlock | Op::ForbidRetreat | Op::FreeRetreat => (attack, 1),
        }
    }
}

/// What the verb does, in our own words.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Op::Spend => f.write_str("pay a special"),
            Op::Discard => f.write_str("discard another card of this theatre"),
            Op::Reroll { n } => write!(f, "roll up to {} again", many(n, "die", "dice")),
            Op::Damage { amount: Amount { n, per }, to } => {
                let per = if per == Per::RedOfAShip { " for each red die of one of your ships" } else { "" };
                match to {
                    To::Any => write!(f, "{n} damage{per}"),
                    To::One => write!(f, "{n} damage{per} on one unit"),
                    To::Each => write!(f, "1 damage on each of up to {}{per}", counted(n, "unit")),
                }
            }
            Op::Block { n } => write!(f, "block up to {n} damage"),
            Op::Draw { n, from: From::This } => write!(f, "draw {}", counted(n, "card")),
            Op::Draw { n, from: From::Either } => write!(f, "draw {} from either deck", counted(n, "card")),
            Op::ForbidBlock => f.write_str("the enemy cannot block this attack"),
            Op::ForbidRetreat => f.write_str("the enemy cannot retreat this round"),
            Op::FreeRetreat => f.write_str("your units need no carriers to retreat this round"),
        }
    }
}

/// What verbs do one after the other.
pub fn in_words(ops: &[Op]) -> String {
    ops.iter().map(Op::to_string).collect::<Vec<_>>().join("; ")
}
