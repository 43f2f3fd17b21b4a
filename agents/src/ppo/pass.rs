//! [`Pass`]: a block of decisions carried up through the network to the loss, and its slopes carried down again.

use super::dense::Dense;
use super::heads::Heads;
use super::loss::LossWeights;
use super::transition::Transition;
use crate::net::Net;
use crate::net::encoders::BackwardBuffers;
use crate::net::kernel::{add_scaled, fast};
use crate::net::packed_matrix::PackedMatrix;
use crate::net::sparse::Sparse;

/// What a block of decisions says about the gradient. Its memory serves the next block too.
#[derive(Debug)]
pub(super) struct Pass {
    /// What the first layer is given: copied here, because decisions of a minibatch lie all over the rollout.
    pub inputs: Sparse,
    /// What each hidden layer gave, a row a decision.
    outputs: Vec<Vec<f32>>,
    /// The losses, and the slopes above the hidden layers.
    pub heads: Heads,
    /// The slopes by the sums of the first layer, a row a decision.
    pub gradients: Vec<f32>,
    /// The slopes by each array below the heads; the first layer's weight's, which is empty, is a sum over the inputs.
    dense: Vec<Vec<f32>>,
    buffers: BackwardBuffers,
}

impl Pass {
    /// No decisions yet.
    pub fn new(net: &Net) -> Self {
        Self {
            inputs: Sparse::new(net.given()),
            outputs: vec![Vec::new(); net.shape.hidden_sizes.len()],
            heads: Heads::new(net),
            gradients: Vec::new(),
            dense: vec![Vec::new(); net.heads()],
            buffers: BackwardBuffers::default(),
        }
    }

    /// The last hidden layer, a row a decision.
    pub fn hidden(&self) -> &[f32] {
        self.outputs.last().expect("a network has hidden layers")
    }

    /// The slopes by an array of the network; empty for the weights of the first layer and the policy.
    pub fn gradient_of(&self, array: usize) -> &[f32] {
        let heads = self.dense.len();
        if array < heads { &self.dense[array] } else { &self.heads.dense[array - heads] }
    }

    /// Carries `minibatch` forward and backward; the gradients are of `share` times the sum of their losses. `first` is the first layer's weight.
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
            net.encode(transition.inputs, &mut self.inputs);
        }
        self.forward(net, first);
        self.heads.clear();
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
        self.backward_encoders(net, minibatch);
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
        self.gradients.clone_from(&self.heads.below);
        for (layer, output) in self.outputs.iter().enumerate().rev() {
            let at = net.layer_at(layer);
            let bias = &mut self.dense[at + 1];
            bias.clear();
            bias.resize(net.weights[at + 1].len(), 0.0);
            fast(
                #[inline(always)]
                || {
                    net.shape.activation.backward(output, &mut self.gradients);
                    for row in self.gradients.chunks_exact(bias.len()) {
                        add_scaled(1.0, row, bias);
                    }
                },
            );
            if layer > 0 {
                let weight = &mut self.dense[at];
                dense(net, layer).backward(&self.outputs[layer - 1], &mut self.gradients, weight);
            }
        }
    }

    fn backward_encoders(&mut self, net: &Net, minibatch: &[Transition<'_>]) {
        if net.encoders.is_empty() {
            return;
        }
        let ([weight, bias], activation) = (net.layer(0), net.shape.activation);
        let d_weights = &mut self.dense[..net.encoders.len()];
        for (d_weight, weight) in d_weights.iter_mut().zip(&net.weights) {
            d_weight.clear();
            d_weight.resize(weight.len(), 0.0);
        }
        for (transition, d_sums) in minibatch.iter().zip(self.gradients.chunks_exact(bias.len())) {
            let (inputs, above) = (transition.inputs, (&weight[..], d_sums));
            net.encoders.backward(&net.weights, activation, inputs, above, d_weights, &mut self.buffers);
        }
    }
}

/// A hidden layer above the first.
fn dense(net: &Net, layer: usize) -> Dense<'_> {
    let [weight, bias] = net.layer(layer);
    Dense { weight, bias }
}
