//! How a game is shown: observations, words, pictures, JSON and bytes. The rules name nothing of this.

pub(super) mod invariants;
pub(super) mod observation;
pub(super) mod picture;
mod places;
mod regions;
pub(super) mod relations;
pub(super) mod save;
pub(super) mod show;
pub(super) mod text;
pub(super) mod why;
