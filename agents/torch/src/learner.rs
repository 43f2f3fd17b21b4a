//! [`Torch`]: a network of tch's modules that learns by autograd and [`Adam`].

use std::collections::BTreeMap;

use holotable_env::Layout;
use rayon::prelude::*;
use tch::{Device, Tensor};

use super::adam::Adam;
use super::copies::Copies;
use super::loss::loss;
use super::minibatch::Minibatch;
use super::model::Model;
use super::player::Player;
use super::tensors::array;
use holotable_net::arrays::NamedArrays;
use holotable_net::forward::Forward;
use holotable_net::learner::{Learner, MOMENTS, StepSize};
use holotable_net::loss::{LossStats, LossWeights};
use holotable_net::network::Network;
use holotable_net::shape::NetKind;
use holotable_net::transition::Transition;

/// The learner on torch.
#[derive(Debug)]
pub struct Torch {
    model: Model,
    adam: Adam,
}

impl Torch {
    /// The learner of this network before its first step.
    pub fn new(network: &Network, layout: &Layout, device: Device) -> Self {
        let model = Model::new(network, layout, device);
        Self { adam: Adam::new(&model.parameters), model }
    }

    /// The gradient of the mean loss of `minibatch`, and the sums of its losses. What does not go through the network at once
    /// goes in blocks, which do not depend on the number of threads and are summed in order.
    pub fn gradient(
        &self,
        minibatch: &[Transition<'_>],
        weights: &LossWeights,
    ) -> (BTreeMap<String, Tensor>, LossStats) {
        let share = 1.0 / minibatch.len() as f64;
        let blocks: Vec<&[Transition<'_>]> = minibatch.chunks(self.model.at_once()).collect();
        if let [all] = blocks[..] {
            return gradient(&self.model, all, share, weights);
        }
        let copies = Copies::new(&self.model);
        let of = |block: &&[Transition<'_>]| copies.with(|model| gradient(model, block, share, weights));
        let parts: Vec<_> = blocks.par_iter().with_max_len(1).map(of).collect();
        let parts = parts.into_iter().reduce(|(mut sums, mut stats), (gradients, more)| {
            sums.iter_mut().zip(gradients.values()).for_each(|((_, sum), more)| *sum += more);
            stats.add(&more);
            (sums, stats)
        });
        parts.expect("a minibatch is not empty")
    }
}

/// The gradient of `share` times the sum of the losses of decisions with respect to each parameter, by autograd, and these sums.
fn gradient(
    model: &Model,
    transitions: &[Transition<'_>],
    share: f64,
    weights: &LossWeights,
) -> (BTreeMap<String, Tensor>, LossStats) {
    let batch = Minibatch::new(transitions, &model.sizes);
    let (logits, values) = model.forward(&batch.inputs);
    let (loss, stats) = loss(&logits, &values, &batch, weights);
    model.parameters.values().for_each(|parameter| parameter.shallow_clone().zero_grad());
    (loss * share).backward();
    let gradient = |(name, parameter): (&String, &Tensor)| {
        let gradient = parameter.grad();
        // While the policy waits for the values, they learn by their head alone: what the policy reads does not move.
        let learns = weights.policy > 0.0 || name.starts_with("value.");
        let gradient = if gradient.defined() && learns { gradient.copy() } else { parameter.zeros_like() };
        (name.clone(), gradient)
    };
    (model.parameters.iter().map(gradient).collect(), stats)
}

impl Learner for Torch {
    fn network(&self) -> Network {
        self.model.network()
    }

    /// An `mlp` on the CPU plays by our own kernels, which are faster; all else plays by the modules.
    fn player(&self) -> Box<dyn Forward + '_> {
        match (self.model.shape.network, self.model.sizes.device) {
            (NetKind::Mlp, Device::Cpu) => self.network().into_ready(),
            _ => Box::new(Player::new(&self.model)),
        }
    }

    fn step(
        &mut self,
        minibatch: &[Transition<'_>],
        weights: &LossWeights,
        size: StepSize,
    ) -> (LossStats, f64) {
        let (gradient, stats) = self.gradient(minibatch, weights);
        (stats, self.adam.step(&self.model.parameters, &gradient, size))
    }

    fn steps(&self) -> u64 {
        self.adam.steps
    }

    fn store_moments(&self, arrays: &mut NamedArrays) {
        for (prefix, moments) in MOMENTS.into_iter().zip([&self.adam.mean, &self.adam.square]) {
            arrays.extend(moments.iter().map(|(name, values)| (format!("{prefix}{name}"), array(values))));
        }
    }

    fn restore_moments(&mut self, arrays: &NamedArrays, steps: u64) {
        for (prefix, moments) in MOMENTS.into_iter().zip([&mut self.adam.mean, &mut self.adam.square]) {
            for (name, values) in moments {
                values.copy_(&Tensor::from_slice(&arrays[&format!("{prefix}{name}")].values).view_as(values));
            }
        }
        self.adam.steps = steps;
    }
}
