//! Conflict: a family of games reconstructed from fragments of Star Wars Conflict's rulebook, not that game.
//!
//! Of the rulebook the order of a turn, the handling of cards and the kinds of fields survive; no card, no die, no track does.
//! Every unknown number is an option or a value of the data, which may be fixed or drawn anew in each game.
//!
//! | the rulebook's headings | here |
//! |---|---|
//! | Rules for playing the cards: reveal, draw, play | [`turn`] |
//! | The course of a turn: dice, one card, leaders, field, end | [`play`] (what may be done), [`turn`] (what follows by itself) |
//! | Components | [`words`], [`load`], `configs/conflict/*.toml` |
//! | What is unknown | `rules/mod.rs` (options), [`world`] (what a game draws from them) |
//! | Open points | [`rulings`] |
//!
//! All seats are one team. Hands are hidden unless an option opens them; what somebody sees on a deck is told to all.

mod face;
mod rules;
#[doc = include_str!("RULINGS.md")]
pub mod rulings {}

pub use self::rules::Conflict;
pub use self::rules::action::Action;
pub use self::rules::state::State;
pub use self::rules::{action, load, play, printed, state, turn, words, world};
