//! The data set as it is written in TOML. Unknown keys are refused.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::op::When;
use super::words::{Class, Colour, Face, Loyalty, Moves, Side, Theatre};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFile {
    pub unit: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitData {
    pub name: String,
    pub side: Side,
    pub theatre: Theatre,
    pub class: Class,
    pub black: u8,
    pub red: u8,
    pub health: u8,
    pub colour: Option<Colour>,
    pub carries: u8,
    pub moves: Moves,
    #[serde(default)]
    pub helpless: bool,
    #[serde(default)]
    pub draws: u8,
    #[serde(default)]
    pub cuts_red: u8,
    pub supply: u8,
    pub value: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TacticFile {
    pub card: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TacticData {
    pub name: String,
    pub theatre: Theatre,
    pub copies: u8,
    pub when: When,
    pub special: bool,
    pub effect: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderFile {
    pub leader: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderData {
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
pub struct DieData {
    pub faces: Vec<Face>,
    pub most: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub scenario: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioData {
    pub name: String,
    pub about: String,
    pub current: Side,
    #[serde(default)]
    pub loyalty: Loyalty,
    #[serde(default)]
    pub plans: bool,
    #[serde(default)]
    pub neighbours: Vec<NeighbourData>,
    pub empire: CampData,
    pub rebels: CampData,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeighbourData {
    #[serde(default)]
    pub loyalty: Loyalty,
    #[serde(default)]
    pub units: Vec<Side>,
    #[serde(default)]
    pub origin: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampData {
    pub units: BTreeMap<String, u8>,
    #[serde(default)]
    pub leaders: Vec<String>,
    #[serde(default)]
    pub pool: Vec<String>,
}
