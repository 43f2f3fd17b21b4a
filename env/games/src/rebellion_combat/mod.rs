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
//! | Options | [`rules`] |
//! | Open points | [`rulings`] |
//!
//! Seat 0 is the Empire, seat 1 the Rebels. Hands are hidden; decks are sets whose order nobody has fixed. A campaign begins a
//! battle with [`Setup`](scenario::Setup), which takes what its cards bring (tactic cards in hand, discards, effects on the
//! first round), and reads [`Aftermath`](end::Aftermath) when it is over. Whether the Rebels hold the Death Star Plans
//! is open to both; a station under construction and transports that are left alone with each other are both lost; the
//! plans hit the most valuable station.

pub mod action;
pub mod apply;
pub mod ask;
pub mod attack;
pub mod end;
mod fields;
pub mod flow;
pub mod generate;
mod invariants;
pub mod legal;
mod load;
pub(crate) mod names;
mod observation;
pub mod op;
mod picture;
pub mod plans;
pub mod play;
mod redeal;
mod relations;
pub mod rules;
#[doc = include_str!("RULINGS.md")]
pub mod rulings {}
mod save;
pub mod scenario;
mod schema;
mod show;
pub mod state;
mod story;
pub mod tables;
pub mod targets;
mod text;
mod why;
pub mod words;
pub mod worth;
pub mod zones;

pub use self::action::Action;
pub use self::rules::RebellionCombat;
pub use self::state::State;
