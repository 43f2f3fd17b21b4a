//! How a game is shown: observations, words, pictures, JSON and bytes. The rules name nothing of this.

pub(super) mod observation;
pub(super) mod picture;
mod places;
pub(super) mod save;
pub(super) mod show;
pub(super) mod text;
