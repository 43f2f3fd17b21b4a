//! How a game is shown: observations, words, pictures, JSON and bytes. The rules name nothing of this.

pub(super) mod invariants;
pub(super) mod observation;
pub(crate) mod picture;
pub(crate) mod pieces;
mod places;
pub(super) mod relations;
pub(super) mod save;
pub(super) mod show;
pub(crate) mod text;
pub(super) mod why;
