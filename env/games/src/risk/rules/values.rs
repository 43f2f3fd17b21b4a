//! The numbers and open rulings of `values.toml`, section by section.

use holotable_env::finite_enum;
use serde::Deserialize;

use super::words::{Class, Faction};

finite_enum! {
    /// Who begins (ruling U19).
    pub enum First {
        /// The first seat of the chart.
        Chart = "chart",
        /// A seat drawn by lot.
        Die = "die",
    }
}

finite_enum! {
    /// What a region is worth of which a planet is destroyed (ruling U21).
    pub enum Ruined {
        /// All for who holds the rest of it.
        Rest = "rest",
        /// Nothing.
        Lost = "lost",
    }
}

finite_enum! {
    /// What becomes of the cards of an eliminated player in the Star Wars game (ruling U16).
    pub enum Spoils {
        /// They are discarded.
        Discarded = "discarded",
        /// They are discarded, and the conqueror draws as many of his own deck.
        Drawn = "drawn",
    }
}

finite_enum! {
    /// How many troops must move onto a planet that was taken (ruling U27).
    pub enum MoveIn {
        /// Those of the last battle.
        Used = "used",
        /// One.
        One = "one",
    }
}

finite_enum! {
    /// What becomes of a base that the Hutts take (ruling U9).
    pub enum TakenBase {
        /// The Empire moves it to another planet.
        Move = "move",
        /// It is destroyed; the Rebels win if it was the Emperor's.
        Destroy = "destroy",
    }
}

finite_enum! {
    /// Where the Death Star goes after it has fired (ruling U7).
    pub enum AfterFiring {
        /// To the planet before its target if that is the Empire's, else back.
        Before = "before",
        /// Back to where it set out.
        Origin = "origin",
    }
}

/// Set-up: by the number of players, in the order of the seats, the neutral Hutts last.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained in values.toml")]
pub struct Setup {
    pub troops_2: Vec<u8>,
    pub claims_2: Vec<u8>,
    pub troops_3: Vec<u8>,
    pub claims_3: Vec<u8>,
    pub troops_4: Vec<u8>,
    pub claims_4: Vec<u8>,
    pub troops_5: Vec<u8>,
    pub claims_5: Vec<u8>,
    pub standard_3: u8,
    pub standard_4: u8,
    pub first: First,
}

impl Setup {
    /// The starting troops and the limits of the Star Wars game for so many players.
    pub fn of(&self, players: usize) -> (&[u8], &[u8]) {
        match players {
            2 => (&self.troops_2, &self.claims_2),
            3 => (&self.troops_3, &self.claims_3),
            4 => (&self.troops_4, &self.claims_4),
            _ => (&self.troops_5, &self.claims_5),
        }
    }
}

/// Reinforcements.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained in values.toml and RULINGS.md")]
pub struct Reinforcements {
    pub planets_a_troop: u8,
    pub least: u8,
    pub regions_by_team: bool,
    pub ruined_regions: Ruined,
}

/// Troops for a set of three cards.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields say it")]
pub struct Sets {
    pub fighters: u8,
    pub bombers: u8,
    pub capitals: u8,
    pub one_of_each: u8,
}

impl Sets {
    /// What a set is worth; `None` if the three cards are none.
    pub fn worth(&self, classes: [Class; 3]) -> Option<u8> {
        let [a, b, c] = classes;
        if a == b && b == c {
            return Some(match a {
                Class::Fighter => self.fighters,
                Class::Bomber => self.bombers,
                Class::Capital => self.capitals,
            });
        }
        (a != b && b != c && a != c).then_some(self.one_of_each)
    }
}

/// Cards and ships.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained in RULINGS.md")]
pub struct CardRules {
    /// 0 for none.
    pub hand_limit: u8,
    pub reshuffle: bool,
    pub spoils: Spoils,
    pub ships_of_a_class: u8,
}

/// Battles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained in RULINGS.md")]
pub struct Battle {
    pub move_in: MoveIn,
}

/// The Force Meter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained in values.toml")]
pub struct ForceMeter {
    pub spaces: u8,
    pub cards: Vec<u8>,
}

/// The Hutts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained in values.toml and RULINGS.md")]
pub struct Hutts {
    pub cards_3: Vec<u8>,
    pub cards_5: Vec<u8>,
    pub resources: u8,
    pub lost_resources_count: bool,
    pub take_bases: TakenBase,
    pub end_the_empire: Faction,
}

impl Hutts {
    /// What they draw with so many players and resource planets (ruling U5).
    pub fn cards(&self, players: usize, held: usize) -> u8 {
        let cards = if players == 5 { &self.cards_5 } else { &self.cards_3 };
        cards.get(held).or(cards.last()).copied().unwrap_or(0)
    }
}

/// Imperial Bases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the field says it")]
pub struct Bases {
    pub tokens: u8,
}

/// The Death Star.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained in RULINGS.md")]
pub struct Star {
    pub total: u8,
    pub dice: u8,
    pub ships_are_lost: bool,
    pub attack_after: bool,
    pub sortie: bool,
    pub move_die: u8,
    pub after_firing: AfterFiring,
    pub fires: u8,
    pub rebuilds: u8,
}

/// Fortification.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the field is explained in RULINGS.md")]
pub struct Fortification {
    pub ship_moves: u8,
}

/// Winning.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the field is explained in RULINGS.md")]
pub struct Winning {
    pub both_rebels: bool,
}

/// All values of the data set.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are documented by their types")]
pub struct Values {
    pub setup: Setup,
    pub reinforcements: Reinforcements,
    pub sets: Sets,
    pub cards: CardRules,
    pub battle: Battle,
    pub meter: ForceMeter,
    pub hutts: Hutts,
    pub bases: Bases,
    pub star: Star,
    pub fortification: Fortification,
    pub winning: Winning,
}
