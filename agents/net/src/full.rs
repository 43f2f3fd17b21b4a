//! [`Full`]: the answers of a network that computes the logits of all actions at once.

use crate::logits::chance;

/// Logits and values, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Full {
    logits: Vec<f32>,
    values: Vec<f32>,
}

impl Full {
    /// Removes all rows.
    pub fn clear(&mut self) {
        self.logits.clear();
        self.values.clear();
    }

    /// Appends rows: as many logits of actions for each as there are, and the logit of its chance to win.
    pub fn extend(&mut self, logits: &[f32], values: &[f32]) {
        self.logits.extend_from_slice(logits);
        self.values.extend(values.iter().map(|&logit| chance(logit)));
    }

    /// Appends a row.
    pub(crate) fn push(&mut self, logits: &[f32], value: f32) {
        self.extend(logits, &[value]);
    }

    /// The chance to win of a row.
    pub fn value(&self, row: usize) -> f32 {
        self.values[row]
    }

    /// The logit of an action in a row.
    pub fn logit(&self, row: usize, action: usize) -> f32 {
        let actions = self.logits.len() / self.values.len();
        self.logits[row * actions + action]
    }
}
