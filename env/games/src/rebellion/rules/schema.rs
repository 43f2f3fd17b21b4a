//! The data set as it is written in TOML. Unknown keys are refused.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::ability::{Ability, When};
use super::goal::Goal;
use super::task::Task;
use super::venue::Condition;
use super::verb::Names;
use super::words::{Icon, Loyalty, Role, Side, Skill};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    pub name: String,
    pub region: u8,
    pub icons: Vec<Icon>,
    pub build: u8,
    #[serde(default)]
    pub probe: Loyalty,
    #[serde(default)]
    pub always: bool,
    pub at: (u16, u16),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    pub between: [String; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub name: String,
    pub side: Side,
    pub icon: Icon,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub name: String,
    pub side: Side,
    #[serde(default)]
    pub start: bool,
    pub skills: Skills,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partner {
    pub name: String,
    pub side: Side,
    pub role: Role,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skills {
    pub diplomacy: u8,
    pub intel: u8,
    pub spec_ops: u8,
    pub logistics: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a value of its own")]
pub struct Mission {
    pub name: String,
    pub side: Side,
    #[serde(default)]
    pub start: bool,
    #[serde(default)]
    pub project: bool,
    #[serde(default = "one")]
    pub copies: u8,
    pub portrait: Option<String>,
    pub skill: Skill,
    pub icons: u8,
    #[serde(default)]
    pub all_icons: bool,
    pub attempt: bool,
    #[serde(default)]
    pub bonus: u8,
    pub venue: Vec<Condition<Names>>,
    pub effects: Vec<Task<Names>>,
    #[serde(default)]
    pub or: Vec<Task<Names>>,
}

fn one() -> u8 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub name: String,
    pub side: Side,
    #[serde(default)]
    pub start: bool,
    pub leaders: Vec<String>,
    pub when: When,
    #[serde(default)]
    pub venue: Vec<Condition<Names>>,
    #[serde(default)]
    pub effects: Vec<Task<Names>>,
    pub ability: Option<Ability<Names>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    pub name: String,
    pub stage: u8,
    pub reputation: u8,
    pub goal: Goal<Names>,
    #[serde(default)]
    pub returns: bool,
    #[serde(default)]
    pub missions: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    pub version: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    pub icons: Vec<Icon>,
    pub build: u8,
    pub at: (u16, u16),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct First {
    pub rebels: Vec<String>,
    pub empire: Vec<String>,
    pub subjugated: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    pub place: String,
    pub units: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Normal {
    pub rebels: u8,
    pub empire: u8,
    pub subjugated: u8,
    pub empire_units: BTreeMap<String, u8>,
    pub rebel_units: BTreeMap<String, u8>,
}
