//! [`Player`]: a network of tch's modules as it plays a rollout.

use std::ops::Range;

use super::copies::Copies;
use super::inputs::{Inputs, Sizes};
use super::model::Model;
use super::tensors::numbers;
use holotable_net::forward::Forward;
use holotable_net::packed::Activations;
use holotable_net::sparse::{Entries, Sparse};

/// A network that answers without gradients, row after row of a worker in one call.
#[derive(Debug)]
pub struct Player {
    copies: Copies,
    sizes: Sizes,
}

impl Player {
    /// The network as it is now.
    pub fn new(model: &Model) -> Self {
        Self { copies: Copies::new(model), sizes: model.sizes }
    }
}

impl Forward for Player {
    fn answer(&self, inputs: &Sparse, rows: Range<usize>, answers: &mut Activations) {
        // Inputs and answers travel while other threads have the network.
        let inputs = Inputs::new(rows.map(|row| inputs.row(row)), &self.sizes);
        let (logits, values) = self.copies.with(|model| tch::no_grad(|| model.forward(&inputs)));
        answers.full.clear();
        answers.full.extend(&numbers(&logits), &numbers(&values));
    }

    fn value(&self, answers: &Activations, row: usize) -> f32 {
        answers.full.value(row)
    }

    fn logit(&self, answers: &Activations, row: usize, _: Entries<'_>, action: usize) -> f32 {
        answers.full.logit(row, action)
    }
}
