//! Deeds: what a mission does, one [`Task`](super::task::Task) after the other, and what is asked for it.

#![expect(clippy::wildcard_enum_match_arm, reason = "each file does and asks for its own tasks")]

pub mod answer;
pub mod bases;
pub mod cards;
pub mod choice;
pub mod people;
pub mod perform;
pub mod systems;
pub mod units;
