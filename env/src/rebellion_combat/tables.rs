//! What is printed on the components, as tables: see `load.rs` for how the data set becomes these.

use std::collections::BTreeMap;
use std::ops::Range;

use super::op::{Op, When};
use super::scenario::Scenario;
use super::words::{CARDS, Class, Colour, Face, Moves, ROWS, Side, Source, Theatre};
use crate::dice::DiceTable;
use crate::finite::Finite;

/// Where each value of a component comes from.
pub type Sources = BTreeMap<String, Source>;

/// A kind of unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The printed name.
    pub name: String,
    /// Where it fights.
    pub theatre: Theatre,
    /// What it is.
    pub class: Class,
    /// Attack dice by colour.
    pub dice: [u8; Colour::N],
    /// Damage that destroys it; 0 for what cannot take damage.
    pub health: u8,
    /// The colour of its health, if it has any.
    pub colour: Option<Colour>,
    /// Units that it carries.
    pub carries: u8,
    /// How it leaves a system.
    pub moves: Moves,
    /// Lost when only such units are left in a theatre with the enemy.
    pub helpless: bool,
    /// Ground tactic cards that its owner draws at the start of a ground battle.
    pub draws: u8,
    /// Red dice that an enemy attack in space has fewer.
    pub cuts_red: u8,
    /// How many there are in the box.
    pub supply: u8,
    /// What it counts for in points.
    pub value: u8,
    /// Where each value comes from.
    pub source: Sources,
}

/// A kind of tactic card.
#[derive(Clone, Debug)]
pub struct Tactic {
    /// The printed name.
    pub name: String,
    /// The deck it is in.
    pub theatre: Theatre,
    /// How many there are.
    pub copies: u8,
    /// When it is played.
    pub when: When,
    /// Whether it costs a die with a special icon.
    pub special: bool,
    /// Its verbs in [`Tables::program`], the price first.
    pub span: Range<u8>,
    /// Where each value comes from.
    pub source: Sources,
}

/// A leader.
#[derive(Clone, Debug)]
pub struct Leader {
    /// The printed name.
    pub name: String,
    /// Tactic values by theatre.
    pub tactics: [u8; Theatre::N],
    /// Another leader of the side, never in play together with this one.
    pub replaces: Option<u8>,
    /// Where each value comes from.
    pub source: Sources,
}

/// A kind of die.
#[derive(Clone, Debug)]
pub struct Die {
    /// How many of the six sides show each face.
    pub sides: [u32; Face::N],
    /// Rolls of several at once.
    pub table: DiceTable<{ Face::N }>,
    /// The most that an attack rolls.
    pub most: u8,
    /// Where each value comes from.
    pub source: Sources,
}

/// Everything printed on the components.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The units of each side by row: ships first.
    pub units: [Vec<Unit>; Side::N],
    /// How many rows of each side are ships.
    pub ships: [usize; Side::N],
    /// The leaders of each side.
    pub leaders: [Vec<Leader>; Side::N],
    /// The kinds of tactic cards: space first.
    pub tactics: Vec<Tactic>,
    /// How many kinds are of the space deck.
    pub space_cards: usize,
    /// All verbs of all cards.
    pub program: Vec<Op>,
    /// The dice by colour.
    pub dice: Vec<Die>,
    /// The battles with a name.
    pub scenarios: Vec<Scenario>,
    /// Sixteen hexadecimal digits over all files.
    pub hash: String,
}

impl Tables {
    /// The kind of unit in a row of a side.
    #[inline]
    pub fn unit(&self, side: Side, row: usize) -> &Unit {
        &self.units[side.index()][row]
    }

    /// The rows of a side that fight in a theatre.
    #[inline]
    pub fn rows(&self, side: Side, theatre: Theatre) -> Range<usize> {
        let ships = self.ships[side.index()];
        match theatre {
            Theatre::Space => 0..ships,
            Theatre::Ground => ships..ROWS,
        }
    }

    /// The kinds of tactic cards of a deck.
    #[inline]
    pub fn cards(&self, theatre: Theatre) -> Range<usize> {
        match theatre {
            Theatre::Space => 0..self.space_cards,
            Theatre::Ground => self.space_cards..CARDS,
        }
    }

    /// The verbs of a card.
    pub fn ops(&self, card: usize) -> &[Op] {
        let span = &self.tactics[card].span;
        &self.program[usize::from(span.start)..usize::from(span.end)]
    }
}
