//! [`Learner`]: what computes the gradient of a minibatch.

use std::fmt::Debug;

use super::loss::{LossStats, LossWeights};
use super::transition::Transition;
use crate::net::Net;

/// Computes the gradient of the PPO loss.
pub trait Learner: Debug {
    /// Computes the gradient of `share` times the sum of the losses of `minibatch`, and returns the statistics of these losses.
    fn take(
        &mut self,
        net: &Net,
        minibatch: &[Transition<'_>],
        share: f32,
        weights: &LossWeights,
    ) -> LossStats;

    /// The partial derivative of the loss with respect to each weight, as it was taken last.
    fn gradient(&mut self) -> &mut Net;
}
