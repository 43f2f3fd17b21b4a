//! Dark Side Rising: a co-operative card and dice game for two to four players.
//!
//! The rulebook's table of contents, and where it is played:
//!
//! | rulebook | here |
//! |---|---|
//! | Components (p2) | [`words`], [`card`], [`tables`], `configs/dark_side_rising/*.toml` |
//! | Set-up (p4) | [`setup`] |
//! | Turn order: deploy, dark side dice, **Vader's attack**, Imperials (p6-7) | [`turn`] |
//! | Rebellion dice: roll (p8) | [`turn`] |
//! | Rebellion dice: assign, forfeit, pay; tokens (p8-11) | [`legal`] says what may be done, [`assign`] does it |
//! | Resolve, conclude the turn, end of the game (p9) | [`turn`] |
//! | Abilities, effects (p10-11) | [`op`] (the verbs), [`apply`] (carries them out), [`targets`] |
//! | Difficulty variants (p12), options | `rules/mod.rs` |
//! | Open points | [`rulings`] |
//!
//! A decision enters in `play.rs`. What is shown, saved and read stands at the edge, a file for each: `observation`
//! (what players see as numbers), `save.rs` and `invariants.rs` (files), `show.rs` with `text.rs`, `story.rs`, `why.rs`,
//! `ability.rs`, `names.rs`, `picture.rs` (people), `load.rs` with `schema.rs` and `validate.rs` (the data set).
//!
//! The project is unofficial. Printed values that are lost are reconstructed and labelled so in the data.

mod face;
mod rules;
#[doc = include_str!("RULINGS.md")]
pub mod rulings {}

pub use self::rules::action::Action;
pub use self::rules::state::State;
pub use self::rules::{DarkSideRising, Price, Rules};
pub use self::rules::{
    action, apply, assign, card, in_play, legal, op, seats, setup, state, tables, targets, turn, words,
};
