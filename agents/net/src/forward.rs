//! [`Forward`]: what answers rows of inputs with logits and values.

use std::borrow::Borrow;
use std::fmt::Debug;
use std::ops::Range;

use crate::net::Net;
use crate::net::packed::{Activations, PackedNet};
use crate::sparse::{Entries, Sparse};

/// A policy and value network, ready to be asked.
pub trait Forward: Debug + Send + Sync {
    /// Computes the answers for some rows of `inputs`.
    fn answer(&self, inputs: &Sparse, rows: Range<usize>, answers: &mut Activations);

    /// The chance to win of the seat that observes, for the row with this number among the answers.
    fn value(&self, answers: &Activations, row: usize) -> f32;

    /// The logit of an action for the row with this number among the answers, which `inputs` is.
    fn logit(&self, answers: &Activations, row: usize, inputs: Entries<'_>, action: usize) -> f32;
}

impl<T: Forward + ?Sized> Forward for &T {
    fn answer(&self, inputs: &Sparse, rows: Range<usize>, answers: &mut Activations) {
        (**self).answer(inputs, rows, answers);
    }

    fn value(&self, answers: &Activations, row: usize) -> f32 {
        (**self).value(answers, row)
    }

    fn logit(&self, answers: &Activations, row: usize, inputs: Entries<'_>, action: usize) -> f32 {
        (**self).logit(answers, row, inputs, action)
    }
}

impl<N: Borrow<Net> + Debug + Send + Sync> Forward for PackedNet<N> {
    fn answer(&self, inputs: &Sparse, rows: Range<usize>, answers: &mut Activations) {
        self.forward(inputs, rows, answers);
    }

    fn value(&self, answers: &Activations, row: usize) -> f32 {
        self.net.borrow().value(self.hidden(answers, row))
    }

    fn logit(&self, answers: &Activations, row: usize, inputs: Entries<'_>, action: usize) -> f32 {
        self.net.borrow().logit(inputs, self.hidden(answers, row), action)
    }
}

impl<N: Borrow<Net>> PackedNet<N> {
    /// The last hidden layer of a row.
    fn hidden<'a>(&self, answers: &'a Activations, row: usize) -> &'a [f32] {
        let width = self.net.borrow().shape.hidden_sizes.last().expect("a network has hidden layers");
        &answers.hidden()[row * width..][..*width]
    }
}
