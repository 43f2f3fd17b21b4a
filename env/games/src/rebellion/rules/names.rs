//! Leaders, units, places and cards as people call them, and what is done at a stage.

use holotable_env::english::counted;
use holotable_env::{Finite, Viewer};

use super::Rebellion;
use super::ability::Ring;
use super::deck_counts::DeckCounts;
use super::state::{Ending, Stage};
use super::words::{Leaders, Mission, Objectives, Places, Recruits, Role, Side, Units};

pub use crate::rebellion_combat::names::{beside, loyalty, title};

/// How the game ended.
pub fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::None => "it goes on",
        Ending::BaseTaken => "the Empire has taken the base",
        Ending::BaseDestroyed => "the Empire has destroyed the base",
        Ending::Reputation => "the galaxy rises with the Rebels",
        Ending::Time => "the Rebels have held out",
    }
}

/// What is done at a stage, in words that stand for it in a sentence.
pub fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Muster => "placing units",
        Stage::Hide => "hiding the base",
        Stage::Assign => "assigning leaders",
        Stage::Staff => "putting leaders on a mission",
        Stage::Turn => "command",
        Stage::Target => "activating a system",
        Stage::From | Stage::Load => "moving units",
        Stage::Aim => "attempting a mission",
        Stage::Oppose => "opposing a mission",
        Stage::Reroll => "rolling a die again",
        Stage::Pick => "choosing what a mission does",
        Stage::Effect => "carrying out a mission",
        Stage::Inspect => "looking at objectives",
        Stage::Mobilize => "mobilizing",
        Stage::Relocate => "moving the base",
        Stage::Battle => "the battle",
        Stage::Objective => "playing an objective",
        Stage::Eliminate => "eliminating a leader",
        Stage::Discard => "discarding missions",
        Stage::Recruit => "recruiting",
        Stage::Build => "building",
        Stage::Scrap => "destroying a unit",
        Stage::Deploy => "deploying",
        Stage::Over => "the end",
    }
}

/// A player as people call one: a side, or of partners who one is on it.
pub fn player(g: &Rebellion, side: Side, role: Role) -> &'static str {
    match (g.is_shared(side), side, role) {
        (false, ..) => title(side),
        (true, Side::Empire, Role::Admiral) => "Imperial Admiral",
        (true, Side::Empire, Role::General) => "Imperial General",
        (true, Side::Rebels, Role::Admiral) => "Rebel Admiral",
        (true, Side::Rebels, Role::General) => "Rebel General",
    }
}

/// Units in words.
pub fn units(g: &Rebellion, side: Side, units: &Units) -> String {
    let words: Vec<String> = units.some().map(|(row, n)| counted(n, g.unit_name(side, row))).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

/// Leaders in words.
pub fn leaders(g: &Rebellion, side: Side, leaders: Leaders) -> String {
    let words: Vec<&str> = leaders.iter().map(|leader| g.leader_name(side, leader)).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

/// Places in words.
pub fn places(g: &Rebellion, places: Places) -> String {
    let words: Vec<&str> = places.iter().map(|place| g.tables.name(place)).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

/// Objectives in words.
pub fn named(g: &Rebellion, all: Objectives) -> String {
    let words: Vec<&str> = all.iter().map(|o| g.tables.objective(o).name.as_str()).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

/// A mission that lies face down, as far as a viewer knows it.
pub fn face(g: &Rebellion, side: Side, mission: Option<Mission>, viewer: Viewer) -> &str {
    match mission {
        Some(mission) if viewer.knows(side.index()) => &g.tables.mission(side, mission).name,
        _ => "face down",
    }
}

/// A ring of an action card.
pub fn ring(ring: Ring) -> &'static str {
    match ring {
        Ring::ProtocolDroid => "the ring of C-3PO",
        Ring::Astromech => "the ring of R2-D2",
        Ring::Falcon => "the ring of the Millennium Falcon",
    }
}

/// Action cards in words.
pub fn card_names(g: &Rebellion, side: Side, cards: Recruits) -> String {
    let words: Vec<&str> = cards.iter().map(|card| g.tables.action_card(side, card).name.as_str()).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

/// Missions in words, with how many there are of each.
pub fn deck_list(g: &Rebellion, side: Side, deck_counts: DeckCounts) -> String {
    let one = |title: Mission| match (deck_counts.count(title), &g.tables.mission(side, title).name) {
        (1, name) => name.clone(),
        (n, name) => format!("{n} {name}"),
    };
    let words: Vec<String> = deck_counts.titles().map(one).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}
