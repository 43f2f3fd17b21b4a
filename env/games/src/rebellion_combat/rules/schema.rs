//! The data set as it is written in TOML where tables are not read as they are. Unknown keys are refused.

use serde::Deserialize;

use super::op::When;
use super::words::{Face, Side, Theatre};

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
pub struct Dice {
    pub faces: Vec<Face>,
    pub most: u8,
}
