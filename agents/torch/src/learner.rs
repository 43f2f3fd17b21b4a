//! [`Torch`]: a network of tch's modules that learns by autograd and [`Adam`].

use holotable_env::Layout;
use rayon::prelude::*;
use tch::{Device, Tensor};

use super::adam::Adam;
use super::copies::Copies;
use super::loss::{loss, stats};
use super::minibatch::Minibatch;
use super::model::Model;
use super::tensors::array;
use holotable_net::Net;
use holotable_net::arrays::NamedArrays;
use holotable_net::learner::{Learner, MOMENTS, StepSize};
use holotable_net::loss::{LossStats, LossWeights};
use holotable_net::transition::Transition;

/// The learner on torch.
#[derive(Debug)]
pub struct Torch {
    /// The network and its parameters.
    pub model: Model,
    adam: Adam,
}

impl Torch {
    /// The learner of this network before its first step.
    pub fn new(network: &Net, layout: &Layout, device: Device) -> Self {
        let model = Model::new(network, layout, device);
        Self { adam: Adam::new(model.lengths().iter().sum(), device), model }
    }

    /// The gradient of the mean loss of `minibatch`, all parameters in one row, and the sums of its [statistics](stats). What
    /// does not go through the network at once goes in blocks, which do not depend on the number of threads and are summed in order.
    pub fn gradient(&self, minibatch: &[Transition<'_>], weights: &LossWeights) -> (Tensor, Tensor) {
        let share = 1.0 / minibatch.len() as f64;
        let blocks: Vec<&[Transition<'_>]> = minibatch.chunks(self.model.at_once()).collect();
        let sizes = self.model.sizes;
        let batch = |block: &[Transition<'_>]| Minibatch::new(block, &sizes);
        let of = |model: &Model, batch: &Minibatch| gradient(model, batch, share, weights);
        // A GPU takes one block after the other.
        let parts: Vec<_> = if blocks.len() == 1 || sizes.device.is_cuda() {
            blocks.into_iter().map(|block| of(&self.model, &batch(block))).collect()
        } else {
            let copies = Copies::new(&self.model);
            let of = |block: &&[Transition<'_>]| {
                let batch = batch(block);
                copies.with(|model| of(model, &batch))
            };
            blocks.par_iter().with_max_len(1).map(of).collect()
        };
        let sum = |(gradient, sums): (Tensor, Tensor), (more, other)| (gradient + more, sums + other);
        parts.into_iter().reduce(sum).expect("a minibatch is not empty")
    }
}

/// The gradient of `share` times the sum of the losses of decisions with respect to all parameters, by autograd, and the sums of
/// their statistics.
fn gradient(model: &Model, batch: &Minibatch, share: f64, weights: &LossWeights) -> (Tensor, Tensor) {
    let (logits, values) = model.forward(&batch.inputs);
    let (loss, sums) = loss(&logits, &values, batch, weights);
    let parameters: Vec<&Tensor> = model.parameters.values().collect();
    let gradients = Tensor::run_backward(&[loss * share], &parameters, false, false);
    let row = |((name, parameter), gradient): ((&String, &Tensor), Tensor)| {
        // While the policy waits for the values, they learn by their head alone: what the policy reads does not move.
        let learns = weights.policy > 0.0 || name.starts_with("value.");
        let gradient = if gradient.defined() && learns { gradient } else { parameter.zeros_like() };
        gradient.flatten(0, -1)
    };
    let rows: Vec<Tensor> = model.parameters.iter().zip(gradients).map(row).collect();
    (Tensor::cat(&rows, 0), sums)
}

impl Learner for Torch {
    fn network(&self) -> Net {
        self.model.network()
    }

    fn step(
        &mut self,
        minibatch: &[Transition<'_>],
        weights: &LossWeights,
        size: StepSize,
    ) -> (LossStats, f64) {
        let (gradient, sums) = self.gradient(minibatch, weights);
        let (step, norm) = self.adam.step(&gradient, size);
        self.model.subtract(&step);
        // All numbers are read at once, and last: a GPU must finish everything before it answers.
        let numbers = Tensor::cat(&[sums, norm], 0).to_device(Device::Cpu);
        let numbers = Vec::try_from(numbers).expect("the numbers are in a row");
        let (&norm, sums) = numbers.split_last().expect("the norm is last");
        (stats(sums), norm)
    }

    fn steps(&self) -> u64 {
        self.adam.steps
    }

    fn store_moments(&self, arrays: &mut NamedArrays) {
        for (prefix, moments) in MOMENTS.into_iter().zip([&self.adam.mean, &self.adam.square]) {
            let moments = self.model.by_name(moments);
            arrays.extend(moments.iter().map(|(name, values)| (format!("{prefix}{name}"), array(values))));
        }
    }

    fn restore_moments(&mut self, arrays: &NamedArrays, steps: u64) {
        for (prefix, moments) in MOMENTS.into_iter().zip([&self.adam.mean, &self.adam.square]) {
            for (name, mut values) in self.model.by_name(moments) {
                values
                    .copy_(&Tensor::from_slice(&arrays[&format!("{prefix}{name}")].values).view_as(&values));
            }
        }
        self.adam.steps = steps;
    }
}
