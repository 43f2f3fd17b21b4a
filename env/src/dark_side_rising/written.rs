//! The data set as it is written in TOML. Unknown keys are refused.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::op::{If, When};
use super::words::{Colour, Component, Kind, Team, Token, Trait};

/// Counts by trait.
pub type Written = BTreeMap<Trait, u8>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RebelFile {
    pub rebel: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RebelData {
    pub name: String,
    pub kind: Kind,
    pub affiliation: Trait,
    pub capacity: u8,
    pub recruit: Written,
    pub ability: AbilityData,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbilityData {
    pub when: When,
    #[serde(default, rename = "if")]
    pub condition: If,
    pub pay: Option<Written>,
    pub r#do: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImperialFile {
    pub imperial: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImperialData {
    pub name: String,
    pub kind: Kind,
    pub capacity: u8,
    pub attack: Written,
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamFile {
    pub team: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamData {
    pub team: Team,
    pub leader: String,
    pub dice: BTreeMap<Colour, u8>,
    pub r#trait: Trait,
    pub threshold: u8,
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceFile {
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
pub struct TokenFile {
    pub token: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenData {
    pub token: Token,
    pub count: u8,
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentFile {
    pub component: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentData {
    pub component: Component,
    pub spaces: u8,
    pub effect: Vec<toml::Table>,
}
