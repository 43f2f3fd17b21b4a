//! What is printed on the components, as tables: see `load.rs` for how the data set becomes these.

use std::collections::BTreeMap;

use super::op::{If, Op, When};
use super::words::{CARDS, Colour, Component, Kind, Source, Trait, VaderFace};
use crate::dice::DiceTable;
use crate::finite::Finite;

/// A run of verbs in [`Tables::program`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first verb.
    pub at: u8,
    /// How many.
    pub len: u8,
}

/// An asset card. Its number is its place in [`Tables::cards`]: Rebels first, then Imperials.
#[derive(Clone, Debug)]
pub struct Card {
    /// The printed name.
    pub name: String,
    /// The printed type.
    pub kind: Kind,
    /// Damage spaces.
    pub capacity: u8,
    /// The symbols to match, by trait: to recruit a Rebel or to attack an Imperial.
    pub need: [u8; Trait::N],
    /// What only Rebels have.
    pub rebel: Option<Rebel>,
    /// What its ability or effect does.
    pub span: Span,
    /// Where each value comes from.
    pub source: BTreeMap<String, Source>,
}

/// What only Rebels have.
#[derive(Clone, Copy, Debug)]
pub struct Rebel {
    /// The affiliation.
    pub affiliation: Trait,
    /// When the ability can be used.
    pub when: When,
    /// What must hold for it.
    pub condition: If,
    /// The trait and number of symbols to pay, if paid.
    pub price: Option<(Trait, u8)>,
}

/// A team base.
#[derive(Clone, Debug)]
pub struct Base {
    /// The number of the leader's card.
    pub leader: u8,
    /// The starting dice by colour.
    pub dice: [u8; Colour::N],
    /// The trait counted on the opening roll.
    pub symbol: Trait,
    /// How many symbols the opening roll must show.
    pub threshold: u8,
    /// What the team ability does.
    pub span: Span,
    /// Where each value comes from.
    pub source: BTreeMap<String, Source>,
}

/// A component of the Death Star.
#[derive(Clone, Debug)]
pub struct Tile {
    /// Counter spaces.
    pub spaces: u8,
    /// What it does when its colour is rolled while operational.
    pub span: Span,
    /// Where each value comes from.
    pub source: BTreeMap<String, Source>,
}

/// A kind of Rebellion die.
#[derive(Clone, Debug)]
pub struct Die {
    /// The five different faces: trait and how many symbols.
    pub faces: [(Trait, u8); 5],
    /// How many of the six sides show each.
    pub sides: [u32; 5],
    /// Rolls of several at once.
    pub table: DiceTable<5>,
    /// How many there are in the box.
    pub supply: u8,
    /// Where each value comes from.
    pub source: BTreeMap<String, Source>,
}

/// A kind of Alliance token.
#[derive(Clone, Debug)]
pub struct TokenKind {
    /// How many there are in the box.
    pub count: u8,
    /// What it does; empty for symbols, which are assigned instead.
    pub span: Span,
    /// Where each value comes from.
    pub source: BTreeMap<String, Source>,
}

/// Everything printed on the components.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The cards by number.
    pub cards: Vec<Card>,
    /// All verbs of all effects.
    pub program: Vec<Op>,
    /// The team bases by `Team`.
    pub bases: Vec<Base>,
    /// The components by [`Component`].
    pub tiles: Vec<Tile>,
    /// The Rebellion dice by [`Colour`].
    pub dice: Vec<Die>,
    /// The tokens by `Token`.
    pub tokens: Vec<TokenKind>,
    /// How many sides of Darth Vader's die show each [`VaderFace`].
    pub vader: [u32; VaderFace::N],
    /// How many sides of the Death Star die show each [`Component`].
    pub death_star: [u32; Component::N],
    /// Where the faces of the dark side's dice come from.
    pub dark_source: [Source; 2],
    /// Sixteen hexadecimal digits over all files.
    pub hash: String,
}

impl Tables {
    /// How many tokens there are in the box.
    pub fn token_total(&self) -> usize {
        self.tokens.iter().map(|t| usize::from(t.count)).sum()
    }

    /// The verbs of a span.
    pub fn ops(&self, span: Span) -> &[Op] {
        &self.program[usize::from(span.at)..][..usize::from(span.len)]
    }
}

const _: () = assert!(CARDS <= 64, "card sets are 64 bits");
