//! The lists of the data set as they are written in TOML. Unknown keys are refused.

use holotable_env::Set;
use serde::Deserialize;

use super::cards::Verb;
use super::words::{Faction, When};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    pub name: String,
    pub colour: String,
    pub bonus: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planet {
    pub name: String,
    pub region: String,
    pub resource: bool,
    pub at: (u16, u16),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    pub between: [String; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Directive {
    pub name: String,
    pub faction: Faction,
    pub fighter: u8,
    pub bomber: u8,
    pub capital: u8,
    pub when: Set<When>,
    pub effect: Verb,
}
