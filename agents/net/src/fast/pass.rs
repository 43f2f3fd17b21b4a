//! [`Pass`]: the forward and the backward pass of a block of decisions through the network.

use super::dense::Dense;
use super::heads::Heads;
use crate::kernel::{add_scaled, fast};
use crate::loss::LossWeights;
use crate::net::Net;
use crate::net::matrix::PackedMatrix;
use crate::sparse::Sparse;
use crate::transition::Transition;

/// The activations and gradients of a block of decisions. Its buffers are used again for the next block.
#[derive(Debug)]
pub(crate) struct Pass {
    /// The inputs of the first layer, copied here because the decisions of a minibatch lie all over the rollout.
    pub inputs: Sparse,
    /// The activations of each hidden layer: one row per decision.
    outputs: Vec<Vec<f32>>,
    /// The losses, and the gradients of the heads.
    pub heads: Heads,
    /// The gradient with respect to the first layer's sums before the activation: one row per decision.
    pub d_sums: Vec<f32>,
    /// The gradient with respect to each array below the heads. That of the first layer's weight stays empty: it is the product
    /// of `inputs` and `d_sums`, which [`Gradient`](super::gradient::Gradient) computes for all blocks together.
    d_arrays: Vec<Vec<f32>>,
}

impl Pass {
    /// The buffers for this network.
    pub fn new(net: &Net) -> Self {
        Self {
            inputs: Sparse::new(net.first_inputs()),
            outputs: vec![Vec::new(); net.shape.hidden_sizes.len()],
            heads: Heads::new(net),
            d_sums: Vec::new(),
            d_arrays: vec![Vec::new(); net.heads()],
        }
    }

    /// The activations of the last hidden layer: one row per decision.
    pub fn hidden(&self) -> &[f32] {
        self.outputs.last().expect("a network has hidden layers")
    }

    /// The gradient with respect to an array of the network; empty for the weights of the first layer and of the policy.
    pub fn gradient_of(&self, array: usize) -> &[f32] {
        let heads = self.d_arrays.len();
        if array < heads { &self.d_arrays[array] } else { &self.heads.d_arrays[array - heads] }
    }

    /// Computes the gradients of `share` times the sum of the losses of `minibatch`. `first` is the first layer's weight.
    pub fn run(
        &mut self,
        net: &Net,
        first: &PackedMatrix,
        minibatch: &[Transition<'_>],
        share: f32,
        weights: &LossWeights,
    ) {
        self.inputs.clear();
        for transition in minibatch {
            self.inputs.copy(transition.inputs);
        }
        self.forward(net, first);
        self.heads.clear(net);
        let width = self.hidden().len() / minibatch.len();
        let hidden = &self.outputs[self.outputs.len() - 1];
        fast(
            #[inline(always)]
            || {
                for (transition, x) in minibatch.iter().zip(hidden.chunks_exact(width)) {
                    self.heads.add(net, transition, x, share, weights);
                }
            },
        );
        self.backward(net);
    }

    fn forward(&mut self, net: &Net, first: &PackedMatrix) {
        for layer in 0..self.outputs.len() {
            let [_, bias] = net.layer(layer);
            let (below, [output, ..]) = self.outputs.split_at_mut(layer) else {
                unreachable!("there is an output for each layer");
            };
            output.resize(self.inputs.len() * bias.len(), 0.0);
            if let Some(below) = below.last() {
                dense(net, layer).forward(below, output);
            }
            fast(
                #[inline(always)]
                || {
                    if layer == 0 {
                        first.multiply(&self.inputs, 0..self.inputs.len(), bias, output);
                    }
                    net.shape.activation.apply(output);
                },
            );
        }
    }

    fn backward(&mut self, net: &Net) {
        self.d_sums.clone_from(&self.heads.d_hidden);
        for (layer, output) in self.outputs.iter().enumerate().rev() {
            let at = 2 * layer;
            let d_bias = &mut self.d_arrays[at + 1];
            d_bias.clear();
            d_bias.resize(net.weights[at + 1].len(), 0.0);
            fast(
                #[inline(always)]
                || {
                    net.shape.activation.backward(output, &mut self.d_sums);
                    for row in self.d_sums.chunks_exact(d_bias.len()) {
                        add_scaled(1.0, row, d_bias);
                    }
                },
            );
            if layer > 0 {
                let d_weight = &mut self.d_arrays[at];
                dense(net, layer).backward(&self.outputs[layer - 1], &mut self.d_sums, d_weight);
            }
        }
    }
}

/// A hidden layer above the first.
fn dense(net: &Net, layer: usize) -> Dense<'_> {
    let [weight, bias] = net.layer(layer);
    Dense { weight, bias }
}
