//! [`NetShape`]: the architecture of a network, and the arrays of its weights.

use holotable_env::{Block, Layout};
use serde::{Deserialize, Serialize};

/// Rows with more fields than this are encoded. For narrower ones (tokens, dice, a flag for each card by number) the first
/// layer itself already is an embedding table.
const NARROW: usize = 8;

/// The activation function of the hidden layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// The hyperbolic tangent.
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

    /// Whether the derivative is 0 where the function value is `output`.
    #[inline(always)]
    pub fn is_flat(self, output: f32) -> bool {
        self == Activation::Relu && output <= 0.0
    }

    /// Applies the function to every number.
    #[inline(always)]
    pub fn apply(self, x: &mut [f32]) {
        match self {
            Activation::Tanh => x.iter_mut().for_each(|x| *x = x.tanh()),
            Activation::Relu => x.iter_mut().for_each(|x| *x = x.max(0.0)),
        }
    }

    /// Replaces gradients with respect to the results `output` of [`Activation::apply`] by those with respect to its arguments.
    #[inline(always)]
    pub fn backward(self, output: &[f32], gradients: &mut [f32]) {
        for (gradient, &y) in gradients.iter_mut().zip(output) {
            match self {
                Activation::Tanh => *gradient *= 1.0 - y * y,
                Activation::Relu => *gradient = if y > 0.0 { *gradient } else { 0.0 },
            }
        }
    }
}

/// The architecture of a network between observation and heads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetShape {
    /// The width of the [encoders](crate::net::encoders::Encoders); 0 without them.
    #[serde(default)]
    pub encoder_width: usize,
    /// The hidden layers that policy and value share.
    pub hidden_sizes: Vec<usize>,
    /// The activation function after each of them.
    pub activation: Activation,
    /// Whether it takes a [prior](crate::sight::Sight::prior): inputs of the first layer behind the observation, which are
    /// also added to the logits, times a learnt gain.
    pub prior: bool,
}

impl NetShape {
    /// Every array of the network by name with its shape, in the order of the layers. Rows are fields in an encoder, inputs in
    /// the trunk, and actions in the policy head.
    pub fn arrays(&self, layout: &Layout) -> Vec<(String, Vec<usize>)> {
        let mut arrays = Vec::new();
        let mut inputs = 0;
        for block in &layout.observation_blocks {
            if self.encodes(block) {
                let shape = vec![block.fields.len(), self.encoder_width];
                arrays.push((format!("encoder.{}.weight", block.name), shape));
            }
            inputs += self.inputs_of(block);
        }
        inputs += self.prior_len(layout);
        for (i, &width) in self.hidden_sizes.iter().enumerate() {
            arrays.push((format!("trunk.{i}.weight"), vec![inputs, width]));
            arrays.push((format!("trunk.{i}.bias"), vec![width]));
            inputs = width;
        }
        arrays.push(("policy.weight".into(), vec![layout.actions, inputs]));
        arrays.push(("policy.bias".into(), vec![layout.actions]));
        arrays.push(("value.weight".into(), vec![inputs]));
        arrays.push(("value.bias".into(), vec![1]));
        if self.prior {
            arrays.push(("prior.gain".into(), vec![1]));
        }
        arrays
    }

    /// Whether the rows of a block share an encoder.
    pub fn encodes(&self, block: &Block) -> bool {
        self.encoder_width > 0 && block.rows > 1 && block.fields.len() > NARROW
    }

    /// The number of inputs of the first layer that a block becomes.
    pub fn inputs_of(&self, block: &Block) -> usize {
        if self.encodes(block) { block.rows * self.encoder_width } else { block.len() }
    }

    /// The number of values of the prior: one for each action, or none.
    pub fn prior_len(&self, layout: &Layout) -> usize {
        if self.prior { layout.actions } else { 0 }
    }
}
