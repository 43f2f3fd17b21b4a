//! What is printed on the components, as tables: see `load.rs` for how the data set becomes these.

use std::collections::BTreeMap;
use std::ops::Range;

use super::op::{Op, When};
use super::words::{CARDS, Class, Colour, Face, LEVELS, Moves, ROWS, Side, Source, Theatre};
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

/// The numbers of a kind of unit, side by side for the rules to read quickly.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are those of `Unit`")]
pub struct Stat {
    pub class: Class,
    pub dice: [u8; Colour::N],
    pub health: u8,
    pub colour: Option<Colour>,
    pub carries: u8,
    pub moves: Moves,
    pub helpless: bool,
    pub draws: u8,
    pub cuts_red: u8,
    pub value: u8,
}

/// Rows and damage levels of a side as bits, for the sets of units that the rules ask for again and again: bit
/// `row * LEVELS + level` as [`State::there`](super::state::State::there) sets it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    /// By theatre.
    pub theatre: [u64; Theatre::N],
    /// By the colour of health.
    pub colour: [u64; Colour::N],
    /// Units that leave by themselves.
    pub free: u64,
    /// Units that must be carried.
    pub carried: u64,
}

impl Places {
    fn of(units: &[Unit]) -> Self {
        let mut places = Self::default();
        for (row, unit) in units.iter().enumerate() {
            let bits = ((1 << LEVELS) - 1) << (row * LEVELS);
            places.theatre[unit.theatre.index()] |= bits;
            if let Some(colour) = unit.colour {
                places.colour[colour.index()] |= bits;
            }
            match unit.moves {
                Moves::Free => places.free |= bits,
                Moves::Carried => places.carried |= bits,
                Moves::Immobile => {}
            }
        }
        places
    }
}

/// What units bring to attacks: their dice by theatre and colour, and how many red dice the enemy has fewer in space. Each
/// number has twelve bits of its own, so that one multiplication counts them all: thirty units of each of nine kinds with
/// five dice are 1,350.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volley(u64);

impl Volley {
    const BITS: usize = 12;

    fn of(unit: &Unit) -> Self {
        let dice = Colour::all().map(|c| u64::from(unit.dice[c.index()]) << Self::place(unit.theatre, c));
        let cut = u64::from(unit.cuts_red) << (Self::BITS * Theatre::N * Colour::N);
        Self(dice.fold(cut, |sum, n| sum | n))
    }

    /// So many units more.
    #[inline]
    pub fn add(&mut self, units: u8, of: Self) {
        self.0 += u64::from(units) * of.0;
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The dice of a colour in a theatre.
    #[inline]
    pub fn dice(self, theatre: Theatre, colour: Colour) -> u16 {
        self.at(Self::place(theatre, colour))
    }

    /// The red dice that the enemy has fewer in space.
    #[inline]
    pub fn cut(self) -> u16 {
        self.at(Self::BITS * Theatre::N * Colour::N)
    }

    #[inline]
    fn at(self, place: usize) -> u16 {
        (self.0 >> place) as u16 & ((1 << Self::BITS) - 1)
    }

    const fn place(theatre: Theatre, colour: Colour) -> usize {
        Self::BITS * (Colour::N * theatre as usize + colour as usize)
    }
}

impl Unit {
    /// Whether it can stand alone in a battle, as the generator's first choice must.
    pub fn stands_alone(&self) -> bool {
        self.dice != [0; 2] && !self.helpless && self.class != Class::Station
    }

    /// Its numbers.
    pub fn stat(&self) -> Stat {
        Stat {
            class: self.class,
            dice: self.dice,
            health: self.health,
            colour: self.colour,
            carries: self.carries,
            moves: self.moves,
            helpless: self.helpless,
            draws: self.draws,
            cuts_red: self.cuts_red,
            value: self.value,
        }
    }
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
    /// Sets of them.
    pub places: [Places; Side::N],
    /// Their numbers.
    pub stats: [[Stat; ROWS]; Side::N],
    /// Their dice.
    pub volleys: [[Volley; ROWS]; Side::N],
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
    /// Sixteen hexadecimal digits over all files.
    pub hash: String,
}

/// The dice of the units of both sides.
pub fn volleys(units: &[Vec<Unit>; Side::N]) -> [[Volley; ROWS]; Side::N] {
    [0, 1].map(|side| std::array::from_fn(|row| Volley::of(&units[side][row])))
}

/// The sets of the units of both sides.
pub fn places(units: &[Vec<Unit>; Side::N]) -> [Places; Side::N] {
    [0, 1].map(|side| Places::of(&units[side]))
}

impl Tables {
    /// The sets of a side's units.
    #[inline]
    pub fn places(&self, side: Side) -> &Places {
        &self.places[side.index()]
    }

    /// The kind of unit in a row of a side.
    #[inline]
    pub fn unit(&self, side: Side, row: usize) -> &Unit {
        &self.units[side.index()][row]
    }

    /// The numbers of the kind of unit in a row of a side.
    #[inline]
    pub fn stat(&self, side: Side, row: usize) -> &Stat {
        &self.stats[side.index()][row]
    }

    /// The same components with another colour of health on stations, where they have any (ruling C1).
    #[must_use]
    pub fn with_stations_of(mut self, colour: Colour) -> Self {
        for (unit, stat) in self.units.iter_mut().flatten().zip(self.stats.as_flattened_mut()) {
            if unit.class == Class::Station && unit.health > 0 {
                (unit.colour, stat.colour) = (Some(colour), Some(colour));
            }
        }
        self.places = places(&self.units);
        self
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

    /// The same as bits.
    #[inline]
    pub fn deck(&self, theatre: Theatre) -> u64 {
        let space = (1 << self.space_cards) - 1;
        match theatre {
            Theatre::Space => space,
            Theatre::Ground => !space,
        }
    }

    /// The verbs of a card.
    pub fn ops(&self, card: usize) -> &[Op] {
        let span = &self.tactics[card].span;
        &self.program[usize::from(span.start)..usize::from(span.end)]
    }
}
