//! The data set as it is written in TOML. Unknown keys are refused.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::op::{If, When};
use super::words;
use super::words::{Colour, Component, Kind, Trait};

/// Counts by trait.
pub type Symbols = BTreeMap<Trait, u8>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rebel {
    pub name: String,
    pub kind: Kind,
    pub affiliation: Trait,
    pub capacity: u8,
    pub recruit: Symbols,
    pub ability: Ability,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    pub when: When,
    #[serde(default, rename = "if")]
    pub condition: If,
    pub pay: Option<Symbols>,
    #[serde(rename = "do")]
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imperial {
    pub name: String,
    pub kind: Kind,
    pub capacity: u8,
    pub attack: Symbols,
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    #[serde(rename = "team")]
    pub base: words::Team,
    pub leader: String,
    pub dice: BTreeMap<Colour, u8>,
    pub r#trait: Trait,
    pub threshold: u8,
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    pub rebellion: BTreeMap<Colour, toml::Table>,
    pub vader: toml::Table,
    pub death_star: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RebellionDie {
    pub faces: Vec<String>,
    pub supply: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DarkDie<F> {
    pub faces: Vec<F>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    #[serde(rename = "token")]
    pub kind: words::Token,
    pub count: u8,
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    pub component: Component,
    pub spaces: u8,
    pub effect: Vec<toml::Table>,
}
