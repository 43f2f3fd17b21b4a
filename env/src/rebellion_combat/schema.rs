//! The data set as it is written in TOML where that is not what becomes of it. Unknown keys are refused.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::op::When;
use super::words::{Face, Loyalty, Side, Theatre};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tactic {
    pub name: String,
    pub theatre: Theatre,
    pub copies: u8,
    pub when: When,
    pub special: bool,
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub name: String,
    pub side: Side,
    pub space: u8,
    pub ground: u8,
    pub replaces: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceFile {
    pub black: toml::Table,
    pub red: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    pub faces: Vec<Face>,
    pub most: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub name: String,
    pub about: String,
    pub current: Side,
    #[serde(default)]
    pub loyalty: Loyalty,
    #[serde(default)]
    pub plans: bool,
    #[serde(default)]
    pub neighbours: Vec<Neighbour>,
    pub empire: Brought,
    pub rebels: Brought,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Neighbour {
    #[serde(default)]
    pub loyalty: Loyalty,
    #[serde(default)]
    pub units: Vec<Side>,
    #[serde(default)]
    pub origin: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    pub units: BTreeMap<String, u8>,
    #[serde(default)]
    pub leaders: Vec<String>,
    #[serde(default)]
    pub pool: Vec<String>,
}
