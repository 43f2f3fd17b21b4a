//! What is printed on the components, as tables: see `load.rs` for how the data set becomes these.

use std::ops::Range;

use holotable_env::catalogue::Entry;
use holotable_env::data::find;
use holotable_env::json::Value;
use holotable_env::{DiceTable, Finite, Json, Misfit};
use serde::Deserialize;

use super::op::{Op, When};
use super::words::{
    ByColour, ByFace, ByRow, BySide, ByTheatre, Card, Class, Colour, Face, LEVELS, Leader, Moves, ROWS, Row,
    Side, Theatre,
};
use super::zones::Leaders;

/// A kind of unit, as `units.toml` writes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The printed name.
    pub name: String,
    /// The side that has the unit.
    pub side: Side,
    /// Where it fights.
    pub theatre: Theatre,
    /// The class of the unit.
    pub class: Class,
    /// Black attack dice.
    pub black: u8,
    /// Red attack dice.
    pub red: u8,
    /// Damage that destroys it; 0 for what cannot take damage.
    pub health: u8,
    /// The colour of its health, if it has any.
    pub colour: Option<Colour>,
    /// Units that it carries.
    pub carries: u8,
    /// How it leaves a system.
    pub moves: Moves,
    /// Lost when only such units are left in a theatre with the enemy.
    #[serde(default)]
    pub helpless: bool,
    /// Ground tactic cards that its owner draws at the start of a ground battle.
    #[serde(default)]
    pub draws: u8,
    /// Red dice that an enemy attack in space has fewer.
    #[serde(default)]
    pub cuts_red: u8,
    /// How many there are in the box.
    pub supply: u8,
    /// What it counts for in points.
    pub value: u8,
}

/// The numbers of a kind of unit, side by side for the rules to read quickly.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are those of `Unit`")]
pub struct Stat {
    pub class: Class,
    pub dice: ByColour<u8>,
    pub health: u8,
    pub colour: Option<Colour>,
    pub carries: u8,
    pub moves: Moves,
    pub helpless: bool,
    pub draws: u8,
    pub cuts_red: u8,
    pub value: u8,
}

/// Kinds and damage levels of a side as bits, for the sets of units that the rules ask for again and again: bit
/// [`Own::index`](Finite::index) of [`Own`](super::action::Own).
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    /// By theatre.
    pub theatre: ByTheatre<u64>,
    /// By the colour of health.
    pub colour: ByColour<u64>,
    /// Units that leave by themselves.
    pub free: u64,
    /// Units that must be carried.
    pub carried: u64,
    /// Units that are lost when only such are left with the enemy.
    pub helpless: u64,
    /// Death Stars, under construction or not.
    pub stations: u64,
}

impl Places {
    /// The sets of these kinds of units.
    pub fn of(units: &[Unit]) -> Self {
        let mut places = Self::default();
        for (row, unit) in units.iter().enumerate() {
            let bits = ((1 << LEVELS) - 1) << (row * LEVELS);
            places.theatre[unit.theatre] |= bits;
            if let Some(colour) = unit.colour {
                places.colour[colour] |= bits;
            }
            places.helpless |= if unit.helpless { bits } else { 0 };
            places.stations |= if unit.class == Class::Station { bits } else { 0 };
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
/// five dice are 1,350. With numbers side by side a decision takes 7 % longer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volley(u64);

impl Volley {
    const BITS: usize = 12;

    /// What one unit brings.
    pub fn of(unit: &Unit) -> Self {
        let dice = [(Colour::Black, unit.black), (Colour::Red, unit.red)]
            .map(|(colour, n)| u64::from(n) << Self::place(unit.theatre, colour));
        Self(dice[0] | dice[1] | u64::from(unit.cuts_red) << (Self::BITS * Theatre::N * Colour::N))
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
        self.black + self.red > 0 && !self.helpless && self.class != Class::Station
    }

    /// Its numbers.
    pub fn stat(&self) -> Stat {
        Stat {
            class: self.class,
            dice: ByColour::new([self.black, self.red]),
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
}

/// A leader.
#[derive(Clone, Debug)]
pub struct Person {
    /// The printed name.
    pub name: String,
    /// Tactic values.
    pub tactics: ByTheatre<u8>,
    /// Another leader of the side, never in play together with this one.
    pub replaces: Option<Leader>,
}

/// Black or red dice.
#[derive(Clone, Debug)]
pub struct Dice {
    /// How many of the six sides show each face.
    pub sides: ByFace<u32>,
    /// Rolls of several at once.
    pub table: DiceTable<{ Face::N }>,
    /// The most that an attack rolls.
    pub most: u8,
}

/// Everything printed on the components.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The units of each side by row: ships first.
    pub units: BySide<Vec<Unit>>,
    /// Sets of them.
    pub places: BySide<Places>,
    /// Their numbers.
    pub stats: BySide<ByRow<Stat>>,
    /// Their dice.
    pub volleys: BySide<ByRow<Volley>>,
    /// How many rows of each side are ships.
    pub ships: BySide<usize>,
    /// The leaders of each side.
    pub leaders: BySide<Vec<Person>>,
    /// The kinds of tactic cards: space first.
    pub tactics: Vec<Tactic>,
    /// How many kinds are of the space deck.
    pub space_cards: usize,
    /// All verbs of all cards.
    pub program: Vec<Op>,
    /// The dice.
    pub dice: ByColour<Dice>,
    /// Every printed value with its provenance.
    pub printed: Vec<Entry>,
    /// Sixteen hexadecimal digits over all files.
    pub hash: String,
}

/// The least that a random battle's side spends in a theatre; units that can stand alone for so much are in every data set.
pub const CHEAPEST: u32 = 2;

impl Tables {
    /// The kind of unit in a row of a side.
    #[inline]
    pub fn unit(&self, side: Side, row: Row) -> &Unit {
        &self.units[side][row.index()]
    }

    /// The numbers of the kind of unit in a row of a side.
    #[inline]
    pub fn stat(&self, side: Side, row: Row) -> &Stat {
        &self.stats[side][row]
    }

    /// A leader of a side, if it has so many.
    pub fn leader(&self, side: Side, leader: Leader) -> Option<&Person> {
        self.leaders[side].get(leader.index())
    }

    /// The leaders of a side of whom this holds.
    pub fn leaders_who(&self, side: Side, who: impl Fn(&Person) -> bool) -> Leaders {
        let all = self.leaders[side].iter().enumerate();
        all.filter(|(_, leader)| who(leader)).map(|(i, _)| Leader::at(i)).collect()
    }

    /// A kind of tactic card that the data set has.
    #[inline]
    pub fn tactic(&self, card: Card) -> &Tactic {
        &self.tactics[card.index()]
    }

    /// The name of a kind of tactic card and how many copies there are; numbers beyond the last kind have none.
    pub fn name_and_copies(&self, card: Card) -> (&str, u8) {
        let tactic = self.tactics.get(card.index());
        tactic.map_or(("no card of this data set", 0), |tactic| (&tactic.name, tactic.copies))
    }

    /// The same components with another colour of health on stations, where they have any (ruling [C1](crate::rebellion_combat::rulings#c1)).
    #[must_use]
    pub fn with_stations_of(mut self, colour: Colour) -> Self {
        for (side, units) in self.units.iter_mut() {
            for (unit, stat) in units.iter_mut().zip(self.stats[side].values_mut()) {
                if unit.class == Class::Station && unit.health > 0 {
                    (unit.colour, stat.colour) = (Some(colour), Some(colour));
                }
            }
            self.places[side] = Places::of(units);
        }
        self
    }

    /// The rows of a side that fight in a theatre.
    #[inline]
    pub fn rows(&self, side: Side, theatre: Theatre) -> impl Iterator<Item = Row> + use<> {
        let ships = self.ships[side];
        let rows = match theatre {
            Theatre::Space => 0..ships,
            Theatre::Ground => ships..ROWS,
        };
        rows.map(Row::at)
    }

    /// The kinds of tactic cards of a deck.
    #[inline]
    pub fn cards(&self, theatre: Theatre) -> impl Iterator<Item = Card> + use<> {
        let cards = match theatre {
            Theatre::Space => 0..self.space_cards,
            Theatre::Ground => self.space_cards..self.tactics.len(),
        };
        cards.map(Card::at)
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
    pub fn ops(&self, card: Card) -> &[Op] {
        let span = &self.tactic(card).span;
        &self.program[usize::from(span.start)..usize::from(span.end)]
    }

    /// The card of a deck with this name.
    ///
    /// # Errors
    /// One line with the nearest name.
    pub fn card_called(&self, theatre: Theatre, name: &str) -> Result<Card, String> {
        let cards: Vec<Card> = self.cards(theatre).collect();
        let names = cards.iter().map(|&card| self.tactic(card).name.as_str());
        find(names, name, &format!("{} card", theatre.word())).map(|i| cards[i])
    }
}

/// The components, with a side whose units and leaders are called by name.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The components.
    pub tables: &'a Tables,
    /// The side.
    pub side: Side,
}

impl<'a> Names<'a> {
    /// What each side has, which an object has under its word, and the object without.
    ///
    /// # Errors
    /// [`Misfit`] for a side that is missing or does not fit.
    pub fn of_each<T: Json<Names<'a>> + Default>(
        tables: &'a Tables,
        json: &Value,
    ) -> Result<(Value, BySide<T>), Misfit> {
        let (mut rest, mut sides) = (json.clone(), BySide::<T>::default());
        for (side, value) in sides.iter_mut() {
            let word = side.word();
            let found = rest.as_object_mut().and_then(|object| object.shift_remove(word));
            let found = found.ok_or_else(|| Misfit::new(format!("'{word}' is missing")))?;
            *value = T::from_json(&found, &Names { tables, side }).map_err(|misfit| misfit.at(word))?;
        }
        Ok((rest, sides))
    }

    /// The unit with this name.
    ///
    /// # Errors
    /// One line with the nearest name.
    pub fn row(self, name: &str) -> Result<Row, String> {
        let names = self.tables.units[self.side].iter().map(|unit| unit.name.as_str());
        find(names, name, &format!("unit of the {}", self.side.word())).map(Row::at)
    }

    /// The leaders with these names.
    ///
    /// # Errors
    /// One line with the nearest name, or with one that is listed twice.
    pub fn leaders(self, called: &[impl AsRef<str>]) -> Result<Leaders, String> {
        let mut set = Leaders::default();
        for name in called.iter().map(AsRef::as_ref) {
            let names = self.tables.leaders[self.side].iter().map(|leader| leader.name.as_str());
            let leader = Leader::at(find(names, name, &format!("leader of the {}", self.side.word()))?);
            if set.has(leader) {
                return Err(format!("{name} is listed twice"));
            }
            set.add(leader);
        }
        Ok(set)
    }
}
