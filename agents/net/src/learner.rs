//! [`Learner`]: what learns: a network and the optimiser that improves it.

use std::fmt::Debug;

use crate::arrays::NamedArrays;
use crate::loss::{LossStats, LossWeights};
use crate::net::Net;
use crate::net::packed::PackedNet;
use crate::transition::Transition;

/// The prefixes of the names of Adam's moments: the mean gradient of each weight, and its mean square.
pub const MOMENTS: [&str; 2] = ["adam.m.", "adam.v."];

/// How far one step of the optimiser goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    /// Adam's step size.
    pub learning_rate: f64,
    /// The norm to which a greater gradient is scaled down.
    pub max_grad_norm: f64,
}

/// Owns a network's weights and the moments of its optimiser, and improves the one by the other.
pub trait Learner: Debug + Send {
    /// A copy of the network as it is now; it plays without the learner.
    fn network(&self) -> Net;

    /// What plays the next rollout.
    fn player(&self) -> PackedNet {
        PackedNet::new(&self.network())
    }

    /// Takes one step of Adam on the mean loss of `minibatch`; gives the sums of its losses and the norm that the gradient had.
    fn step(
        &mut self,
        minibatch: &[Transition<'_>],
        weights: &LossWeights,
        size: StepSize,
    ) -> (LossStats, f64);

    /// Steps taken.
    fn steps(&self) -> u64;

    /// Adds Adam's moments to the arrays of a checkpoint, behind their [prefixes](MOMENTS).
    fn store_moments(&self, arrays: &mut NamedArrays);

    /// Goes on with the moments that [`store_moments`](Self::store_moments) stored after so many steps.
    fn restore_moments(&mut self, arrays: &NamedArrays, steps: u64);
}
