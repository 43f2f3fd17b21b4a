//! [`NetShape`]: the architecture of a network, and the arrays of its weights.

use holotable_env::Layout;
use serde::{Deserialize, Serialize};

use crate::kernel::NARROW;

/// The activation function of the hidden layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// The hyperbolic tangent.
    #[default]
    Tanh,
    /// Negative values become 0.
    Relu,
}

impl Activation {
    /// The word in recipes and checkpoints.
    pub const fn word(self) -> &'static str {
        match self {
            Activation::Tanh => "tanh",
            Activation::Relu => "relu",
        }
    }

    /// The value with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Activation::Tanh, Activation::Relu].into_iter().find(|a| a.word() == word)
    }

    /// Applies the function to every number.
    #[inline(always)]
    pub(crate) fn apply(self, x: &mut [f32]) {
        match self {
            Activation::Tanh => x.iter_mut().for_each(|x| *x = x.tanh()),
            Activation::Relu => x.iter_mut().for_each(|x| *x = x.max(0.0)),
        }
    }

    /// Replaces gradients with respect to the results `output` of [`Activation::apply`] by those with respect to its arguments.
    #[inline(always)]
    pub(crate) fn backward(self, output: &[f32], gradients: &mut [f32]) {
        for (gradient, &y) in gradients.iter_mut().zip(output) {
            match self {
                Activation::Tanh => *gradient *= 1.0 - y * y,
                Activation::Relu => *gradient = if y > 0.0 { *gradient } else { 0.0 },
            }
        }
    }
}

/// The architecture of a network between observation and heads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetShape {
    /// The hidden layers that policy and value share.
    pub hidden_sizes: Vec<usize>,
    /// The activation function after each of them.
    pub activation: Activation,
    /// Whether it takes a prior, a number for each action: inputs behind the observation that are added to the logits,
    /// times a learnt gain, and inputs of the first layer too.
    pub prior: bool,
    /// Whether its actions are subgoals, and what is played is a step towards the one that it chooses.
    #[serde(default, skip_serializing_if = "is_false")]
    pub subgoals: bool,
    /// The width of the layers that score actions by the rows that they name; 0 without these.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub row_width: usize,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl NetShape {
    /// Whether there can be such a network.
    ///
    /// # Errors
    /// One line with what does not fit.
    pub fn check(&self) -> Result<(), String> {
        if self.hidden_sizes.contains(&0) || self.hidden_sizes.is_empty() {
            return Err(format!("a network cannot have the layers {:?}", self.hidden_sizes));
        }
        if !self.row_width.is_multiple_of(NARROW) {
            return Err(format!("row_width is {} but must be a multiple of {NARROW}", self.row_width));
        }
        Ok(())
    }

    /// The number of values of the prior: one for each action, or none.
    pub fn prior_len(&self, layout: &Layout) -> usize {
        if self.prior { layout.actions } else { 0 }
    }
}
