//! Rebellion combat: the battles of Star Wars: Rebellion, for two sides, with hidden tactic cards.
//!
//! The rulebook's headings, and where they are played:
//!
//! | rulebook | here |
//! |---|---|
//! | Units, leaders, dice, tactic cards | [`tables`], `configs/rebellion_combat/*.toml` |
//! | What each action does | [`play`] |
//! | Add leader, draw tactic cards, the combat round, ending combat (p4) | [`flow`] |
//! | Resolving an attack: dice, assigning, blocking, destroying (p4-5) | [`attack`], [`targets`] |
//! | Combat actions: the cards (p4-5) | [`op`] (the verbs), [`ask`] (what they ask for), [`apply`] (carries them out) |
//! | The Death Star Plans | [`plans`] |
//! | Retreating (p5) | [`legal`] (when and where to), [`flow`] (how) |
//! | Winning a battle | [`end`] (how it ends, and what it leaves to a campaign), [`worth`] (points, which are ours) |
//! | Battles to fight | [`scenario`], [`generate`] |
//! | Options | `rules/mod.rs` |
//! | Open points | [`rulings`] |
//!
//! Seat 0 is the Empire, seat 1 the Rebels. Hands are hidden; decks are sets whose order nobody has fixed. A campaign begins a
//! battle with [`Setup`](scenario::Setup), which takes what its cards bring (tactic cards in hand, discards, effects on the
//! first round), and reads [`Aftermath`](end::Aftermath) when it is over. Whether the Rebels hold the Death Star Plans
//! is open to both; a station under construction and transports that are left alone with each other are both lost; the
//! Rebels say which station the plans destroy.

mod face;
mod rules;
#[doc = include_str!("RULINGS.md")]
pub mod rulings {}

pub(crate) use self::face::{picture, pieces, text};
pub use self::rules::action::Action;
pub(crate) use self::rules::names;
pub use self::rules::state::State;
pub use self::rules::{Fronts, RebellionCombat, Rules};
pub use self::rules::{
    action, apply, ask, attack, end, flow, generate, legal, op, plans, play, scenario, state, tables,
    targets, words, worth, zones,
};
