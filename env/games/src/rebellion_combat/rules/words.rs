//! The words of the game as numbered types, and the sizes that the encoding is built on.

use holotable_env::{ByKey, Finite, Slot, finite_enum};

finite_enum! {
    /// Who fights: each side is one seat, in this order.
    #[derive(Default)]
    pub enum Side {
        /// Seat 0.
        #[default]
        Empire = "empire",
        /// Seat 1.
        Rebels = "rebels",
    }
}

impl Side {
    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Side::Empire => Side::Rebels,
            Side::Rebels => Side::Empire,
        }
    }

    /// The seats of the side: its own, and that of a partner in a campaign for more than two.
    pub fn seats(self) -> [usize; 2] {
        [self.index(), self.index() + Self::N]
    }
}

finite_enum! {
    /// Where a unit fights, and which deck a tactic card is of.
    #[derive(Default)]
    pub enum Theatre {
        /// Ships.
        #[default]
        Space = "space",
        /// Ground units.
        Ground = "ground",
    }
}

finite_enum! {
    /// The colour of a die and of a unit's health.
    pub enum Colour {
        /// Fighters and troops.
        Black = "black",
        /// Capital ships, vehicles and structures.
        Red = "red",
    }
}

finite_enum! {
    /// What a die shows.
    pub enum Face {
        /// One damage on a unit whose health has the colour of the die.
        Hit = "hit",
        /// One damage on any unit.
        Direct = "direct",
        /// Spent to draw a tactic card or to pay for one.
        Special = "special",
        /// Nothing.
        Blank = "blank",
    }
}

finite_enum! {
    /// What kind of unit it is.
    pub enum Class {
        /// A fighter.
        Fighter = "fighter",
        /// A capital ship.
        Capital = "capital",
        /// A Death Star, under construction or not.
        Station = "station",
        /// A ground unit that moves.
        Ground = "ground",
        /// A ground unit that does not.
        Structure = "structure",
    }
}

finite_enum! {
    /// How a unit leaves a system.
    pub enum Moves {
        /// By itself.
        Free = "free",
        /// In the hold of a ship that leaves with it.
        Carried = "carried",
        /// Never.
        Immobile = "immobile",
    }
}

finite_enum! {
    /// Whom a system is loyal to.
    #[derive(Default)]
    pub enum Loyalty {
        /// Nobody.
        #[default]
        Neutral = "neutral",
        /// The Empire.
        Empire = "empire",
        /// The Rebels.
        Rebels = "rebels",
    }
}

impl Loyalty {
    /// Whether this is loyalty to `side`.
    #[inline]
    pub fn is_to(self, side: Side) -> bool {
        self == [Loyalty::Empire, Loyalty::Rebels][side.index()]
    }
}

/// A kind of unit of a side, in the order of `units.toml`.
pub type Row = Slot<ROWS>;
/// A leader of a side, in the order of `leaders.toml`.
pub type Leader = Slot<LEADERS>;
/// A kind of tactic card, in the order of `tactics.toml`.
pub type Card = Slot<MOST_CARDS>;
/// A unit that was dealt damage in this attack.
pub type Wounded = Slot<HITS>;
/// A system beside the one fought over.
pub type Neighbour = Slot<NEIGHBOURS>;
/// How many damage markers lie on a unit.
pub type Marked = Slot<LEVELS>;

/// Something of each side.
pub type BySide<T> = ByKey<Side, T, { Side::N }>;
/// Something of each theatre.
pub type ByTheatre<T> = ByKey<Theatre, T, { Theatre::N }>;
/// Something of each colour.
pub type ByColour<T> = ByKey<Colour, T, { Colour::N }>;
/// Something of each face of a die.
pub type ByFace<T> = ByKey<Face, T, { Face::N }>;
/// Something of each kind of unit of a side.
pub type ByRow<T> = ByKey<Row, T, ROWS>;

/// How many kinds of units each side has.
pub const ROWS: usize = 9;
/// More than the damage that any unit survives.
pub const LEVELS: usize = 6;
/// The most leaders of a side.
pub const LEADERS: usize = 13;
/// How many kinds of tactic cards a data set may have.
pub const MOST_CARDS: usize = 24;
/// The most units that one attack can hurt: ten dice, three of them spent on the cards that hurt most, and two cards for nothing.
pub const HITS: usize = 16;
/// The most neighbours of a system.
pub const NEIGHBOURS: usize = 8;
