//! How a game is shown: observations, words, pictures, JSON and bytes. The rules name nothing of this.

pub(super) mod action_cards;
pub(super) mod campaign;
pub(super) mod invariants;
mod legend;
pub(super) mod mission_effects;
pub(super) mod observation;
pub(super) mod partners;
mod picture;
mod places;
pub(super) mod relations;
pub(super) mod save;
pub(super) mod show;
pub(super) mod text;
mod track;
mod tray;
pub(super) mod why;
mod worlds;
