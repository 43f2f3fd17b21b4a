//! [`Transition`]: a decision to learn from.

use crate::net::sparse::Entries;

/// A decision to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Transition<'a> {
    /// What the deciding seat saw.
    pub inputs: Entries<'a>,
    /// The legal actions.
    pub legal: &'a [u16],
    /// Which of them was played.
    pub chosen: usize,
    /// Its log-probability then.
    pub log_prob: f32,
    /// How much better it turned out than expected, normalised.
    pub advantage: f32,
    /// What was expected.
    pub value: f32,
    /// What the value should have been.
    pub target: f32,
}
