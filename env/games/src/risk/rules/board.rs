//! [`Board`]: what stands on the planets, and where the Emperor is.

use holotable_env::{Finite, Pack, Set};

use super::words::{Army, ByArmy, ByPlanet, Class, Fleet, Planet, Planets};

/// Where the token with the Emperor is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack)]
pub enum Emperor {
    /// In no game without the Star Wars rules.
    #[default]
    Absent,
    /// In the stack.
    Stack,
    /// Among the tokens that the Empire is about to put on a planet.
    InHand,
    /// On a planet.
    On(Planet),
}

/// What stands on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack)]
pub struct Board {
    /// The planets of each army.
    pub held: ByArmy<Planets>,
    /// The asteroid fields.
    pub destroyed: Planets,
    /// Troops.
    pub troops: ByPlanet<u16>,
    /// Ships.
    pub ships: ByPlanet<Fleet>,
    /// Base tokens.
    pub bases: ByPlanet<u8>,
}

impl Board {
    /// Whose a planet is.
    #[inline]
    pub fn owner(&self, planet: Planet) -> Option<Army> {
        Army::all().find(|&army| self.held[army].has(planet))
    }

    /// The planets that all these armies hold.
    #[inline]
    pub fn of(&self, armies: Set<Army>) -> Planets {
        armies.iter().fold(Planets::EMPTY, |all, army| all.or(self.held[army]))
    }

    /// The planets of everybody.
    #[inline]
    pub fn taken(&self) -> Planets {
        self.held.values().iter().fold(Planets::EMPTY, |all, &held| all.or(held))
    }

    /// How many ships of a class an army has. States from elsewhere may claim more than a byte counts.
    pub fn ships_of(&self, army: Army, class: Class) -> u8 {
        self.held[army].iter().fold(0, |sum: u8, planet| sum.saturating_add(self.ships[planet][class]))
    }
}
