//! [`Fast`]: the learner of our own: only non-zero inputs and legal actions cost time, on the CPU.

pub(crate) mod adam;
mod dense;
pub mod gradient;
mod heads;
mod pass;

use holotable_env::Layout;

use self::adam::{Adam, clip_norm};
use self::gradient::Gradient;
use crate::arrays::NamedArrays;
use crate::learner::{Learner, MOMENTS, StepSize};
use crate::loss::{LossStats, LossWeights};
use crate::net::Net;
use crate::net::packed::PackedNet;
use crate::transition::Transition;

/// A network, its gradient and its optimiser.
#[derive(Debug)]
pub struct Fast {
    net: Net,
    gradient: Gradient,
    adam: Adam,
    layout: Layout,
}

impl Fast {
    /// The learner of this network before its first step.
    pub fn new(net: Net, layout: &Layout) -> Self {
        let (gradient, adam) = (Gradient::new(&net), Adam::new(&net));
        Self { net, gradient, adam, layout: layout.clone() }
    }
}

impl Learner for Fast {
    fn network(&self) -> Net {
        self.net.clone()
    }

    fn player(&self) -> PackedNet {
        PackedNet::new(&self.net)
    }

    fn step(
        &mut self,
        minibatch: &[Transition<'_>],
        weights: &LossWeights,
        size: StepSize,
    ) -> (LossStats, f64) {
        let share = 1.0 / minibatch.len() as f32;
        let stats = self.gradient.take(&self.net, minibatch, share, weights);
        let norm = clip_norm(&mut self.gradient.values, size.max_grad_norm);
        self.adam.step(&mut self.net, &self.gradient.values, size.learning_rate);
        (stats, norm)
    }

    fn steps(&self) -> u64 {
        self.adam.steps
    }

    fn store_moments(&self, arrays: &mut NamedArrays) {
        for (prefix, moment) in MOMENTS.into_iter().zip([&self.adam.mean, &self.adam.square]) {
            moment.store(prefix, &self.layout, arrays);
        }
    }

    fn restore_moments(&mut self, arrays: &NamedArrays, steps: u64) {
        let names = self.net.shape.arrays(&self.layout);
        for (prefix, moment) in MOMENTS.into_iter().zip([&mut self.adam.mean, &mut self.adam.square]) {
            for ((name, _), values) in names.iter().zip(&mut moment.weights) {
                values.clone_from(&arrays[&format!("{prefix}{name}")].values);
            }
        }
        self.adam.steps = steps;
    }
}
