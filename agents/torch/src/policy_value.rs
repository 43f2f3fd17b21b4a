//! [`PolicyValue`]: what every network of tch's modules answers, and what they are made of.

use std::fmt::Debug;

use tch::{Tensor, nn};

use super::inputs::Inputs;
use holotable_net::shape::Activation;

/// A policy and value network.
pub trait PolicyValue: Debug + Send {
    /// Logits of all actions, legal or not (`[n, actions]`), and logits of the chances to win (`[n]`).
    fn forward(&self, inputs: &Inputs) -> (Tensor, Tensor);
}

/// The path of a part of a network, such as `attention`, `0`, `query`.
pub(super) fn sub<'a>(root: &nn::Path<'a>, at: &[&str]) -> nn::Path<'a> {
    at.iter().fold(root.clone(), |path, part| path.sub(part))
}

/// What follows each hidden layer.
pub(super) fn activate(activation: Activation, x: &Tensor) -> Tensor {
    match activation {
        Activation::Tanh => x.tanh(),
        Activation::Relu => x.relu(),
    }
}
