//! Rebellion: the campaign of Star Wars: Rebellion for two to four, the Empire looking for the hidden base of the Rebels.
//!
//! The rules' headings, and where they are played:
//!
//! | rules | here |
//! |---|---|
//! | The board, units, leaders, cards, the track | [`tables`], `configs/rebellion/*.toml` |
//! | The order of the game | [`flow`], [`event`] |
//! | Set-up | [`setup`] |
//! | Assignment phase | [`assign`] |
//! | Command phase: turns, activating a system | [`command`] |
//! | Missions: attempts, opposition, what they do | [`missions`], [`attempt`], [`under_way`], [`venue`], [`task`], [`mission_effects`], [`passage`], `configs/rebellion/missions.toml` |
//! | Action cards and their rings | [`ability`], [`action_cards`], [`hand`], `configs/rebellion/recruits.toml` |
//! | Mission and project decks, hands | [`deck`], [`deck_counts`] |
//! | Destroyed systems | [`destroyed_systems`] |
//! | Capture and rescue | [`captive`] |
//! | Moving the base | [`mobilize`], [`probes`] |
//! | Movement and transport | [`movement`] |
//! | Combat | [`combat`], and [the battle](crate::rebellion_combat) |
//! | The hidden base, revealing it, subjugation | [`base`] |
//! | How verbs are declared, by names and by numbers | [`verb`] |
//! | Objectives | [`goal`] (the verbs), [`objectives`] (when they are played) |
//! | Refresh phase | [`refresh`], [`recruit`], [`build`], [`deploy`], [`supply`], [`stations`] |
//! | Own units destroyed by choice | [`scrap`], [`gain`] (for units that come by a card), [`destroyed_systems`] (for lack of room) |
//! | Winning | [`end`] |
//! | The team game | [`seats`], [`partners`], [`decider`], `configs/rebellion/partners.toml` |
//! | What each side cannot see | [`redeal`] |
//! | Options | `rules/mod.rs` |
//! | Open points | [`rulings`] |
//!
//! Each file does its part and returns what has happened; [`flow`] alone knows what follows, so that files call each other in one direction.
//!
//! Seat 0 is the Empire, seat 1 the Rebels, as in the battle; who shares the side of one of them has seat 2 or 3. The base, the probe cards of the Empire, the objectives of the
//! Rebels, the missions in hands and which lie face down, and action cards in hands are hidden; decks are sets whose order nobody has fixed. Missions are those
//! that each side begins with, all with the projects, or none (option `missions`); the abilities of action cards are played with all of
//! them or ignored (option `actions`).

mod face;
mod rules;
#[doc = include_str!("RULINGS.md")]
pub mod rulings {}

pub use self::rules::action::Action;
pub use self::rules::state::State;
pub use self::rules::{DICE, Rebellion, TURNCOAT};
pub use self::rules::{
    ability, action, action_cards, allegiance, assign, attempt, base, build, captive, combat, command,
    decider, deck, deck_counts, deploy, deployments, destroyed_systems, end, event, flow, gain, goal, hand,
    legal, mission_effects, missions, mobilize, movement, objectives, partners, passage, play, post, probes,
    recruit, redeal, refresh, scrap, seats, setup, state, stations, supply, tables, task, under_way, venue,
    verb, words,
};
