//! The words of the game as numbered types, and the sizes that the encoding is built on.

use holotable_env::{ByKey, Finite, Set, Slot, finite_enum};

finite_enum! {
    /// A side of the war, with its own cards and its own way to win.
    #[derive(Default)]
    pub enum Faction {
        /// Looks for the Emperor.
        #[default]
        Rebels = "rebels",
        /// Hunts the Rebels.
        Empire = "empire",
        /// Buy and conquer resource planets.
        Hutts = "hutts",
    }
}

finite_enum! {
    /// A class of ships, which each card shows too.
    #[derive(Default)]
    pub enum Class {
        /// Rolls ones again.
        #[default]
        Fighter = "fighter",
        /// Adds one to the highest dice.
        Bomber = "bomber",
        /// Rolls eight-siders.
        Capital = "capital",
    }
}

finite_enum! {
    /// Whose troops stand on a planet: a seat's, or the Hutts' whom nobody plays.
    pub enum Army {
        /// Of seat 0.
        Seat0 = "seat_0",
        /// Of seat 1.
        Seat1 = "seat_1",
        /// Of seat 2.
        Seat2 = "seat_2",
        /// Of seat 3.
        Seat3 = "seat_3",
        /// Of seat 4.
        Seat4 = "seat_4",
        /// The Hutts of a game with two or four players.
        Neutral = "neutral",
    }
}

impl Army {
    /// The army of a seat.
    #[inline]
    pub fn of(seat: Seat) -> Self {
        Self::at(seat.index())
    }

    /// Who plays it, if anybody does.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        Seat::try_at(self.index())
    }
}

finite_enum! {
    /// When a directive may be played.
    pub enum When {
        /// In the cards and the invasion of the own turn.
        Turn = "turn",
        /// Before an own attack.
        Attack = "attack",
        /// When an own planet is attacked.
        Defend = "defend",
        /// When the Death Star moves.
        Fire = "fire",
    }
}

finite_enum! {
    /// How many troops are placed at once.
    pub enum Lot {
        /// One.
        One = "one",
        /// Three, as a large piece stands for.
        Three = "three",
        /// All that are left.
        All = "all",
    }
}

finite_enum! {
    /// How many troops move on at once.
    pub enum Part {
        /// One.
        One = "one",
        /// Three.
        Three = "three",
        /// Ten.
        Ten = "ten",
        /// All that may.
        All = "all",
    }
}

finite_enum! {
    /// How long an attack goes on.
    #[derive(Default)]
    pub enum How {
        /// One battle.
        #[default]
        Once = "once",
        /// Until one side breaks: the planet is taken, or only one troop is left behind.
        Break = "break",
    }
}

finite_enum! {
    /// Fewer dice than an attacker may roll.
    pub enum Dice {
        /// At most one.
        One = "one",
        /// At most two.
        Two = "two",
    }
}

/// How many planets the board has (p10).
pub const PLANETS: usize = 42;
/// The most regions of a data set.
pub const REGIONS: usize = 8;
/// Room for the routes of a board, each in both directions.
pub const EDGES: usize = 176;
/// The most seats.
pub const SEATS: usize = 5;
/// The most kinds of cards in a deck: each card of a faction could be one.
pub const KINDS: usize = 27;
/// The cards of a set.
pub const SET: usize = 3;

/// A planet, in the order of `planets.toml`.
pub type Planet = Slot<PLANETS>;
/// Some planets.
pub type Planets = Set<Planet>;
/// A route in one direction, in the order of where it begins and then of where it leads.
pub type Edge = Slot<EDGES, u16>;
/// A seat.
pub type Seat = Slot<SEATS>;
/// A kind of cards in a deck: a directive on a class.
pub type Kind = Slot<KINDS>;

/// Something of each planet.
pub type ByPlanet<T> = ByKey<Planet, T, PLANETS>;
/// Something of each army.
pub type ByArmy<T> = ByKey<Army, T, { Army::N }>;
/// Something of each faction.
pub type ByFaction<T> = ByKey<Faction, T, { Faction::N }>;
/// Something of each class.
pub type ByClass<T> = ByKey<Class, T, { Class::N }>;
/// How many cards of each kind of a deck.
pub type Cards = ByKey<Kind, u8, KINDS>;
/// Ships by class.
pub type Fleet = ByClass<u8>;

/// How many cards there are. States from elsewhere may claim more than a byte counts.
#[inline]
pub fn count(cards: &Cards) -> u8 {
    cards.values().iter().map(|&n| u32::from(n)).sum::<u32>().min(255) as u8
}

/// All planets.
pub const ALL: Planets = Planets::of_bits((1 << PLANETS) - 1);
