//! [`Minibatch`]: decisions as tensors.

use rayon::prelude::*;
use tch::{Kind, Tensor};

use super::inputs::{Inputs, Sizes, send, send_places};
use holotable_net::transition::Transition;

/// The decisions that a thread moves to the device at least.
const PIECE: usize = 512;

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
    /// What to imitate, if any decision does.
    pub imitation: Option<Imitation>,
}

/// What decisions imitate.
#[derive(Debug)]
pub struct Imitation {
    /// Which decisions imitate: `[n]`.
    pub imitates: Tensor,
    /// The probabilities that actions should have there, 0 elsewhere: `[n, actions]`.
    pub targets: Tensor,
}

impl Minibatch {
    /// The decisions as tensors on the device of the network.
    pub fn new(transitions: &[Transition<'_>], sizes: &Sizes) -> Self {
        let piece = PIECE.max(transitions.len().div_ceil(rayon::current_num_threads()));
        let pieces: Vec<_> =
            transitions.par_chunks(piece).map(|piece| move_to_device(piece, sizes)).collect();
        let [inputs, illegal, chosen, numbers] = join(&pieces);
        let [log_prob, advantage, target, entropy] =
            numbers.unbind(1).try_into().expect("as many columns as numbers");
        let imitates = transitions.iter().any(|transition| transition.imitate.is_some());
        Self {
            inputs: Inputs::of(inputs, sizes),
            illegal,
            chosen,
            log_prob,
            advantage,
            target,
            entropy,
            imitation: imitates.then(|| Imitation::new(transitions, sizes)),
        }
    }
}

/// What decisions were shown, whether each action was illegal, which was played, and the numbers of each decision, on the device.
fn move_to_device(transitions: &[Transition<'_>], sizes: &Sizes) -> [Tensor; 4] {
    let Sizes { actions, device, .. } = *sizes;
    let inputs = Inputs::new(transitions.iter().map(|transition| transition.inputs), sizes);
    let illegal = Tensor::ones([(transitions.len() * actions) as i64], (Kind::Bool, device));
    let rows = transitions.iter().zip((0..).step_by(actions));
    let legal =
        rows.flat_map(|(transition, first)| transition.legal.iter().map(move |&a| first + i32::from(a)));
    let legal = send_places(&legal.collect::<Vec<i32>>(), device);
    let chosen: Vec<i32> = transitions.iter().map(|t| i32::from(t.legal[t.chosen])).collect();
    let numbers = transitions.iter().flat_map(|t| [t.log_prob, t.advantage, t.target, t.entropy]);
    let numbers = send(&numbers.collect::<Vec<f32>>(), device);
    [
        inputs.all,
        { illegal }.scatter_value_(0, &legal, 0).view([-1, actions as i64]),
        send_places(&chosen, device).unsqueeze(1),
        numbers.view([-1, 4]),
    ]
}

/// The pieces one below the other.
fn join<const N: usize>(pieces: &[[Tensor; N]]) -> [Tensor; N] {
    std::array::from_fn(|i| match pieces {
        [all] => all[i].shallow_clone(),
        _ => Tensor::cat(&pieces.iter().map(|piece| &piece[i]).collect::<Vec<_>>(), 0),
    })
}

impl Imitation {
    fn new(transitions: &[Transition<'_>], sizes: &Sizes) -> Self {
        let imitates: Vec<bool> = transitions.iter().map(|transition| transition.imitate.is_some()).collect();
        let mut targets = vec![0.0f32; transitions.len() * sizes.actions];
        for (transition, row) in transitions.iter().zip(targets.chunks_exact_mut(sizes.actions)) {
            let imitate = transition.imitate.unwrap_or_default();
            transition.legal.iter().zip(imitate).for_each(|(&a, &q)| row[usize::from(a)] = q);
        }
        Self {
            imitates: send(&imitates, sizes.device),
            targets: send(&targets, sizes.device).view([-1, sizes.actions as i64]),
        }
    }
}
