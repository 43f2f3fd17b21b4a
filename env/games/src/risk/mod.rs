//! RISK Star Wars Original Trilogy: the war of the Rebels, the Empire and the Hutts for 42 planets, for two to five seats.
//!
//! The rulebook's headings, and where they are played:
//!
//! | rulebook | here |
//! |---|---|
//! | The board, the cards, the numbers | [`map`], [`cards`], [`values`], `configs/risk/*.toml` |
//! | Set-up: claiming, the Death Star, starting troops (p6, p12-14, p20) | [`setup`] |
//! | The order of a turn, reinforcements, drawing cards (p6-10, p15-17) | [`turn`], [`hand`] |
//! | Sets and ships (p7, p16) | [`sets`] |
//! | Special directives (p14) | [`directive`] (what they do), [`cards`] (the verbs) |
//! | Invasion, battles, ships, Imperial Bases (p8-9, p16-17) | [`battle`], [`dice`] (exact chances) |
//! | The Death Star, the Force Meter (p14-15) | [`battle`] (attacking it), [`star`] (moving, firing, building) |
//! | Fortification, change of command (p9, p21) | [`moves`] |
//! | What is decided, stage by stage | [`pending`], [`legal`] (what may be done), [`play`] (what follows) |
//! | Winning, eliminating a player (p9, p11) | [`end`] |
//! | How an attack until one side breaks ends | [`odds`] |
//! | Who sees what | [`sight`] |
//! | Options | `rules/mod.rs` |
//! | Open points | [`rulings`] |
//!
//! Seats sit as the chart says (p13): Rebels and Empire; Rebels, Hutts, Empire; two teams of Rebels and Empire in turn; the same
//! with the Hutts between them. Hands are hidden from other teams, decks are multisets whose order nobody has fixed, and only the
//! Empire knows which of its base tokens is the Emperor.

mod face;
mod rules;
#[doc = include_str!("RULINGS.md")]
pub mod rulings {}

pub use self::rules::Risk;
pub use self::rules::action::Action;
pub use self::rules::state::State;
pub use self::rules::{
    action, battle, board, cards, dice, directive, end, hand, legal, map, moves, odds, pending, play, redeal,
    sets, setup, sight, star, state, tables, turn, values, words,
};
