//! [`AnyState`]: a position with its rules and, optionally, its own random generator.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use holotable_env::{GameRng, Named, Outcome, Picture, Summary, Viewer};
use serde_json::Value;

use super::game::AnyGame;
use super::refusal::Refusal;

/// A position with its rules and, optionally, its own random generator. Two are equal if their games, options, data sets
/// and positions are, whatever their generators.
pub trait AnyState: Any + Debug + Send + Sync {
    /// The rules.
    fn rules(&self) -> Arc<dyn AnyGame>;

    /// A copy, with the generator or without.
    fn copy(&self, rng: bool) -> Box<dyn AnyState>;

    /// Becomes equal to another position of the same rules, generator included.
    ///
    /// # Errors
    /// [`Refusal::Foreign`].
    fn assign(&mut self, other: &dyn AnyState) -> Result<(), Refusal>;

    /// The generator.
    fn rng(&self) -> Option<&GameRng>;

    /// Gives the position another generator, or none.
    fn set_rng(&mut self, rng: Option<GameRng>);

    /// The seat that decides now; `None` when the game is over.
    fn actor(&self) -> Option<usize>;

    /// The legal actions in order of their numbers.
    fn legal(&self) -> Vec<usize>;

    /// Plays an action and all that follows until the next decision.
    ///
    /// # Errors
    /// [`Refusal::Over`], [`Refusal::Illegal`], or [`Refusal::NeedsChance`] where there is no generator to draw it from.
    fn apply(&mut self, action: usize) -> Result<(), Refusal>;

    /// One result of an action, with a generator of its own forked from this one's.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    fn sample(&mut self, action: usize) -> Result<Box<dyn AnyState>, Refusal>;

    /// Every result of an action; the positions have no generators.
    ///
    /// # Errors
    /// As [`apply`](Self::apply), and [`Refusal::TooMany`] when there are more than `limit`.
    fn outcomes(&self, action: usize, limit: usize) -> Result<Vec<Outcome<Box<dyn AnyState>>>, Refusal>;

    /// A copy in which what `player` cannot see is dealt anew, with a forked generator.
    ///
    /// # Errors
    /// [`Refusal::NeedsChance`].
    fn redeal(&mut self, player: usize) -> Result<Box<dyn AnyState>, Refusal>;

    /// The scores at the end of a random game from here.
    ///
    /// # Errors
    /// [`Refusal::NeedsChance`].
    fn playout(&mut self) -> Result<Vec<f64>, Refusal>;

    /// The score of each seat, 0 lost to 1 won; `None` before the end.
    fn scores(&self) -> Option<Vec<f64>>;

    /// The position in the rulebook's words, as far as `viewer` may know it.
    fn json(&self, viewer: Viewer) -> Value;

    /// Position and generator as bytes, after clearing `out`.
    fn bytes(&self, out: &mut Vec<u8>);

    /// Writes what the game shows to `player`.
    fn observe(&self, player: usize, out: &mut [f32]);

    /// The same by name.
    fn describe(&self, player: usize) -> Vec<Named>;

    /// What an action means here.
    fn tell(&self, action: usize) -> String;

    /// Which rule forbids an action; `None` when it is legal.
    fn why_illegal(&self, action: usize) -> Option<String>;

    /// The table in words.
    fn text(&self, viewer: Viewer) -> String;

    /// What the acting seat is asked; `None` at the end.
    fn prompt(&self) -> Option<String>;

    /// How the game ended or stands.
    fn summary(&self) -> Summary;

    /// The table as a picture.
    fn picture(&self, viewer: Viewer) -> Picture;

    /// Whether the two are equal.
    fn same(&self, other: &dyn AnyState) -> bool;

    /// Alike for equal positions.
    fn hash_code(&self) -> u64;
}

impl PartialEq for dyn AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for dyn AnyState {}

impl Hash for dyn AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_code().hash(state);
    }
}
