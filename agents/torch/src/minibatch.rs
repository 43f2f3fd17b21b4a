//! [`Minibatch`]: decisions as tensors.

use tch::{Kind, Tensor};

use super::inputs::{Inputs, Sizes};
use holotable_net::transition::Transition;

/// Decisions to learn from.
#[derive(Debug)]
pub struct Minibatch {
    /// What was shown.
    pub inputs: Inputs,
    /// Whether an action is illegal: `[n, actions]`.
    pub illegal: Tensor,
    /// The actions that were played: `[n, 1]`.
    pub chosen: Tensor,
    /// Their log-probabilities under the policy that played them: `[n]`.
    pub log_prob: Tensor,
    /// Their advantages: `[n]`.
    pub advantage: Tensor,
    /// What the values should be: `[n]`.
    pub target: Tensor,
    /// The weights of the entropy: `[n]`.
    pub entropy: Tensor,
    /// Which decisions imitate: `[n]`.
    pub imitates: Tensor,
    /// The probabilities that actions should have there, 0 elsewhere: `[n, actions]`.
    pub targets: Tensor,
}

impl Minibatch {
    /// The decisions as tensors on the device of the network.
    pub fn new(transitions: &[Transition<'_>], sizes: &Sizes) -> Self {
        let device = sizes.device;
        let column = |of: fn(&Transition<'_>) -> f32| {
            Tensor::from_slice(&transitions.iter().map(of).collect::<Vec<f32>>()).to_device(device)
        };
        let actions = sizes.actions;
        let mut illegal = vec![true; transitions.len() * actions];
        for (transition, row) in transitions.iter().zip(illegal.chunks_exact_mut(actions)) {
            transition.legal.iter().for_each(|&a| row[usize::from(a)] = false);
        }
        let mut targets = vec![0.0f32; transitions.len() * actions];
        for (transition, row) in transitions.iter().zip(targets.chunks_exact_mut(actions)) {
            let imitate = transition.imitate.unwrap_or_default();
            transition.legal.iter().zip(imitate).for_each(|(&a, &q)| row[usize::from(a)] = q);
        }
        let chosen: Vec<i64> = transitions.iter().map(|t| i64::from(t.legal[t.chosen])).collect();
        Self {
            inputs: Inputs::new(transitions.iter().map(|t| t.inputs), sizes),
            illegal: Tensor::from_slice(&illegal).view([-1, actions as i64]).to_device(device),
            chosen: Tensor::from_slice(&chosen).to_kind(Kind::Int64).unsqueeze(1).to_device(device),
            log_prob: column(|t| t.log_prob),
            advantage: column(|t| t.advantage),
            target: column(|t| t.target),
            entropy: column(|t| t.entropy),
            imitates: column(|t| f32::from(u8::from(t.imitate.is_some()))).gt(0.0),
            targets: Tensor::from_slice(&targets).view([-1, actions as i64]).to_device(device),
        }
    }
}
