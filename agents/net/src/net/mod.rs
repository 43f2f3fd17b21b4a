//! [`Net`]: a policy and value network in plain Rust.
//!
//! Needs no torch. Inputs are mostly zeros, so the first layer adds up the rows of its non-zero inputs only,
//! and only legal actions get a logit.

pub(crate) mod matrix;
pub mod packed;

use std::sync::Arc;

use holotable_env::Layout;

use crate::arrays::{Array, NamedArrays};
use crate::kernel::{dot, fast};
use crate::logits::chance;
use crate::rows::{RowScorer, Rows};
use crate::shape::NetShape;
use crate::sparse::Entries;

/// A network that maps an observation, and a prior if it takes one, to a logit for each action and a value; also a
/// gradient, or other numbers of the same shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// The sizes and kinds of its layers.
    pub shape: NetShape,
    /// The numbers of each array, in the order of [`NetShape::arrays`].
    pub weights: Vec<Vec<f32>>,
    /// The number of values of an observation. In a row of inputs the prior, if the network takes one, is what follows.
    pub(crate) observation: usize,
    /// The rows that actions name.
    pub(crate) rows: Arc<Rows>,
}

impl Net {
    /// The network with these arrays.
    ///
    /// # Panics
    /// If one is missing: whoever reads them from a file checks them against [`NetShape::arrays`] first.
    pub fn new(shape: &NetShape, layout: &Layout, arrays: &NamedArrays) -> Self {
        let weights = shape.arrays(layout).into_iter().map(|(name, _)| arrays[&name].values.clone());
        Self::of(shape, layout, weights.collect())
    }

    /// The network with these numbers, in the order of [`NetShape::arrays`].
    pub(crate) fn of(shape: &NetShape, layout: &Layout, weights: Vec<Vec<f32>>) -> Self {
        let rows = Arc::new(Rows::new(layout, shape.row_width));
        Self { shape: shape.clone(), weights, observation: layout.observation, rows }
    }

    /// The same shape with every number 0.
    #[must_use]
    pub fn zeros_like(&self) -> Self {
        let weights = self.weights.iter().map(|w| vec![0.0; w.len()]).collect();
        Self { shape: self.shape.clone(), weights, observation: self.observation, rows: self.rows.clone() }
    }

    /// The number of values of an observation.
    pub fn observation(&self) -> usize {
        self.observation
    }

    /// Puts the numbers under the names of the arrays, with `prefix` before, into `arrays`.
    pub fn store(&self, prefix: &str, layout: &Layout, arrays: &mut NamedArrays) {
        for ((name, shape), values) in self.shape.arrays(layout).into_iter().zip(&self.weights) {
            arrays.insert(format!("{prefix}{name}"), Array { shape, values: values.clone() });
        }
    }

    /// Appends the logits of actions, given the row of inputs and the last hidden layer for it. It is compiled here, whatever the
    /// iterator is: in crates of several units, functions that it consists of are not inlined.
    pub(crate) fn logits(
        &self,
        (inputs, hidden): (Entries<'_>, &[f32]),
        actions: &mut dyn Iterator<Item = usize>,
        scorer: &mut RowScorer,
        logits: &mut Vec<f32>,
    ) {
        scorer.clear(&self.rows);
        fast(
            #[inline(always)]
            || {
                for action in actions {
                    logits.push(self.logit((inputs, hidden), action, scorer));
                }
            },
        );
    }

    /// The logit of an action, given the row of inputs and the last hidden layer for it, for which `scorer` was cleared.
    #[inline(always)]
    pub(crate) fn logit(
        &self,
        (inputs, hidden): (Entries<'_>, &[f32]),
        action: usize,
        scorer: &mut RowScorer,
    ) -> f32 {
        let [weight, bias, _, _, more @ ..] = &self.weights[self.heads()..] else {
            unreachable!("a network has two heads");
        };
        let own = dot(hidden, &weight[action * hidden.len()..][..hidden.len()]) + bias[action];
        let own = own + scorer.logit(&self.rows, self.row_arrays(), inputs, hidden, action);
        // Of a network that takes a prior the gain comes next.
        if self.shape.prior { more[0][0].mul_add(self.prior(inputs, action), own) } else { own }
    }

    /// The arrays of the rows that actions name.
    pub(crate) fn row_arrays(&self) -> &[Vec<f32>] {
        &self.weights[self.heads() + 4 + usize::from(self.shape.prior)..]
    }

    /// The chance to win of the seat that observes, given the last hidden layer.
    pub(crate) fn value(&self, hidden: &[f32]) -> f32 {
        let at = self.heads() + 2;
        let logit = fast(
            #[inline(always)]
            || dot(hidden, &self.weights[at]),
        ) + self.weights[at + 1][0];
        chance(logit)
    }

    /// The prior of an action in a row of inputs of a network that takes one.
    pub(crate) fn prior(&self, inputs: Entries<'_>, action: usize) -> f32 {
        inputs.at(self.observation + action)
    }

    /// The number of inputs of the first layer.
    pub(crate) fn first_inputs(&self) -> usize {
        let [weight, bias] = self.layer(0);
        weight.len() / bias.len()
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        self.weights[self.heads() + 1].len()
    }

    /// The weight and the bias of a hidden layer.
    pub(crate) fn layer(&self, layer: usize) -> &[Vec<f32>; 2] {
        self.weights[2 * layer..2 * layer + 2].try_into().expect("two arrays")
    }

    /// The index of the first array of the heads.
    pub(crate) fn heads(&self) -> usize {
        2 * self.shape.hidden_sizes.len()
    }
}
