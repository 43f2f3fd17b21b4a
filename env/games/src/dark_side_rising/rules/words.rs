//! The rulebook's words as numbered types: traits, colours, sectors, components, teams, and the data's
//! words for where a value comes from.

use holotable_env::{ByKey, Finite, Slot, finite_enum};

use super::card::MOST_REBELS;

finite_enum! {
    /// What a Rebellion die face shows, and what a Rebel is affiliated with (rulebook p8).
    pub enum Trait {
        /// Tactical.
        Tactical = "tactical",
        /// Intelligence.
        Intelligence = "intelligence",
        /// Support.
        Support = "support",
        /// Leadership.
        Leadership = "leadership",
    }
}

finite_enum! {
    /// The colour of a Rebellion die. Each is strong in one trait (p8).
    pub enum Colour {
        /// Strong in Tactical.
        Red = "red",
        /// Strong in Intelligence.
        Blue = "blue",
        /// Strong in Support.
        Green = "green",
        /// Strong in Leadership.
        Purple = "purple",
    }
}

finite_enum! {
    /// A location of the Deployment Zone, in clockwise order (the order itself is reconstructed).
    pub enum Sector {
        /// Scarif.
        Scarif = "scarif",
        /// Eadu.
        Eadu = "eadu",
        /// Jedha.
        Jedha = "jedha",
    }
}

impl Sector {
    /// The neighbour one step clockwise (Vader's face R).
    #[must_use]
    pub fn clockwise(self) -> Self {
        self.ahead(1)
    }

    /// The sector so many steps clockwise.
    #[inline]
    #[must_use]
    pub fn ahead(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % Self::N]
    }

    /// The neighbour one step counter-clockwise (Vader's face L).
    #[must_use]
    pub fn counter_clockwise(self) -> Self {
        self.ahead(Self::N - 1)
    }
}

finite_enum! {
    /// A component of the Death Star, named by its colour (blue: p7; the others follow the analogue).
    pub enum Component {
        /// The blue component.
        Blue = "blue",
        /// The orange component.
        Orange = "orange",
        /// The red component.
        Red = "red",
        /// The purple component.
        Purple = "purple",
        /// The green component.
        Green = "green",
        /// The yellow component.
        Yellow = "yellow",
    }
}

finite_enum! {
    /// A team base (p4, p6).
    #[derive(Default)]
    pub enum Team {
        /// Led by Luke Skywalker.
        #[default]
        Tatooine = "tatooine",
        /// Led by Cassian Andor.
        Yavin4 = "yavin_4",
        /// Led by Hera Syndulla.
        Lothal = "lothal",
        /// Led by Leia Organa.
        Alderaan = "alderaan",
    }
}

finite_enum! {
    /// The printed type of a card (p10, p11).
    pub enum Kind {
        /// A Rebel hero.
        Hero = "hero",
        /// A Rebel or Imperial vehicle.
        Vehicle = "vehicle",
        /// A Rebel droid.
        Droid = "droid",
        /// An Imperial villain.
        Villain = "villain",
    }
}

finite_enum! {
    /// A face of Darth Vader's die (p12).
    pub enum VaderFace {
        /// R: rotate one sector clockwise.
        Clockwise = "clockwise",
        /// L: rotate one sector counter-clockwise.
        CounterClockwise = "counter_clockwise",
        /// Stay; the Imperials of all other sectors act too.
        Helmet = "helmet",
        /// Stay; roll the Death Star die again.
        DeathStar = "death_star",
    }
}

finite_enum! {
    /// An Alliance token (p11): an extra die, a symbol, two heals or a counter less.
    pub enum Token {
        /// Roll an extra red die.
        RedDie = "red_die",
        /// Roll an extra blue die.
        BlueDie = "blue_die",
        /// Roll an extra green die.
        GreenDie = "green_die",
        /// Roll an extra purple die.
        PurpleDie = "purple_die",
        /// One Tactical symbol.
        Tactical = "tactical",
        /// One Intelligence symbol.
        Intelligence = "intelligence",
        /// One Support symbol.
        Support = "support",
        /// One Leadership symbol.
        Leadership = "leadership",
        /// Remove one damage from each of two Rebels.
        HealTwo = "heal_two",
        /// Remove one operation counter.
        RemoveCounter = "remove_counter",
    }
}

impl Token {
    /// The token that adds a die of this colour.
    pub fn die(colour: Colour) -> Self {
        Self::ALL[colour as usize]
    }

    /// The token that stands for this symbol.
    pub fn symbol(t: Trait) -> Self {
        Self::ALL[Colour::N + t as usize]
    }
}

finite_enum! {
    /// One of the five different faces of a Rebellion die, in the order of the data set.
    pub enum Face {
        /// The strong trait, single.
        A = "a",
        /// The strong trait, double.
        B = "b",
        /// The first other face.
        C = "c",
        /// The second other face.
        D = "d",
        /// The third other face.
        E = "e",
    }
}

/// How many cards lie in a sector.
pub const SPOTS: usize = 3;
/// The most seats.
pub const SEATS: usize = 4;

/// A place for a card in a sector.
pub type Spot = Slot<SPOTS>;
/// A place for a Rebel on a team, which nothing limits: a team may hold all Rebels.
pub type Place = Slot<MOST_REBELS>;
/// The most Rebels of a data set whose ability has a price.
pub const PAYEES: usize = 12;
/// An own Rebel whose ability has a price, by the order of these on the team.
pub type Payee = Slot<PAYEES>;
/// A seat counted from the acting one: 0 is you, 1 the next player.
pub type Ally = Slot<SEATS>;

/// A value for each trait.
pub type ByTrait<T> = ByKey<Trait, T, { Trait::N }>;
/// A value for each colour of dice.
pub type ByColour<T> = ByKey<Colour, T, { Colour::N }>;
/// A value for each face of a die.
pub type ByFace<T> = ByKey<Face, T, { Face::N }>;
/// A value for each own Rebel whose ability has a price.
pub type ByPayee<T> = ByKey<Payee, T, PAYEES>;
/// A value for each sector.
pub type BySector<T> = ByKey<Sector, T, { Sector::N }>;
/// A value for each component.
pub type ByComponent<T> = ByKey<Component, T, { Component::N }>;
/// A value for each kind of token.
pub type ByToken<T> = ByKey<Token, T, { Token::N }>;
/// A value for each team base.
pub type ByTeam<T> = ByKey<Team, T, { Team::N }>;
