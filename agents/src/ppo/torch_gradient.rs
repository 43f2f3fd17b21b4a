//! [`TorchGradient`]: the PPO loss in torch's tensors, and its gradient by autograd.
//!
//! This is the reference: the whole network and the whole loss, dense, as the papers write them.

use std::ops::Range;

use holotable_env::Layout;
use tch::{Kind, Reduction, Tensor};

use super::learner::Learner;
use super::loss::{LossStats, LossWeights};
use super::transition::Transition;
use crate::net::Net;
use crate::net::shape::{Activation, NetShape};
use crate::net::sparse::Entries;

/// Adding it to a logit makes its probability 0.
const NEVER: f64 = -1e9;

/// The gradient of the loss of a minibatch by autograd.
#[derive(Debug)]
pub struct TorchGradient {
    values: Net,
    layout: Layout,
}

impl TorchGradient {
    /// For networks of this shape, which see what the layout says.
    pub fn new(net: &Net, layout: &Layout) -> Self {
        Self { values: net.zeros_like(), layout: layout.clone() }
    }
}

impl Learner for TorchGradient {
    fn take(
        &mut self,
        net: &Net,
        minibatch: &[Transition<'_>],
        share: f32,
        weights: &LossWeights,
    ) -> LossStats {
        let torch = TorchNet::new(net, &self.layout);
        let (loss, stats) = torch.loss(minibatch, weights);
        // While only the values learn, the policy's head has no part in the loss, and autograd would refuse.
        let all = torch.weights.iter().map(|w| w.sum(Kind::Float) * 0.0);
        let loss = all.fold(loss * f64::from(share), |sum, nothing| sum + nothing);
        let gradients = Tensor::run_backward(&[loss], &torch.weights, false, false);
        for (values, gradient) in self.values.weights.iter_mut().zip(gradients) {
            let n = values.len();
            gradient.contiguous().copy_data(values, n);
        }
        stats
    }

    fn gradient(&mut self) -> &mut Net {
        &mut self.values
    }
}

/// A network as torch's tensors.
#[derive(Debug)]
pub struct TorchNet {
    weights: Vec<Tensor>,
    /// The rows and fields of each block of the observation, and whether its rows are encoded.
    blocks: Vec<(i64, i64, bool)>,
    /// The weights and biases of the hidden layers among the weights.
    trunk: Range<usize>,
    activation: Activation,
    /// The lengths of a row of inputs and of one of logits.
    sizes: (usize, usize),
}

impl TorchNet {
    /// The network with these weights.
    pub fn new(net: &Net, layout: &Layout) -> Self {
        let shape: &NetShape = &net.shape;
        let shapes = shape.arrays(layout);
        let tensor = |(values, (_, shape)): (&Vec<f32>, &(String, Vec<usize>))| {
            let shape: Vec<i64> = shape.iter().map(|&n| n as i64).collect();
            Tensor::from_slice(values).view(&shape[..]).set_requires_grad(true)
        };
        let blocks = layout.observation_blocks.iter();
        let blocks = blocks.map(|b| (b.rows as i64, b.fields.len() as i64, shape.encodes(b))).collect();
        let first =
            shapes.iter().position(|(name, _)| name.starts_with("trunk")).expect("there are hidden layers");
        Self {
            weights: net.weights.iter().zip(&shapes).map(tensor).collect(),
            blocks,
            trunk: first..first + 2 * shape.hidden_sizes.len(),
            activation: shape.activation,
            sizes: (layout.observation + shape.prior_len(layout), layout.actions),
        }
    }

    /// Logits of all actions, legal or not (`[n, actions]`), and logits of the chances to win (`[n]`), for rows of inputs.
    pub fn forward(&self, inputs: &[Entries<'_>]) -> (Tensor, Tensor) {
        let x = self.trunk(inputs);
        self.heads(inputs, &x, &x)
    }

    /// The rows of inputs with all their zeros.
    fn dense(&self, inputs: &[Entries<'_>]) -> Tensor {
        let width = self.sizes.0;
        let dense: Vec<f32> = inputs.iter().flat_map(|row| (0..width).map(|column| row.at(column))).collect();
        Tensor::from_slice(&dense).view([inputs.len() as i64, width as i64])
    }

    /// The last hidden layer.
    fn trunk(&self, inputs: &[Entries<'_>]) -> Tensor {
        let mut x = self.encode(&self.dense(inputs));
        for layer in self.weights[self.trunk.clone()].chunks(2) {
            x = self.activate(&(x.matmul(&layer[0]) + &layer[1]));
        }
        x
    }

    /// The policy's head over one last hidden layer, and the value's over another.
    fn heads(&self, inputs: &[Entries<'_>], policy: &Tensor, value: &Tensor) -> (Tensor, Tensor) {
        let (width, actions) = (self.sizes.0 as i64, self.sizes.1 as i64);
        let heads = &self.weights[self.trunk.end..];
        let mut logits = policy.matmul(&heads[0].transpose(0, 1)) + &heads[1];
        if let Some(gain) = heads.get(4) {
            logits += self.dense(inputs).narrow(1, width - actions, actions) * gain;
        }
        (logits, value.matmul(&heads[2]) + &heads[3])
    }

    /// The sum of the losses of decisions (Schulman et al., arXiv:1707.06347), and their statistics.
    fn loss(&self, minibatch: &[Transition<'_>], weights: &LossWeights) -> (Tensor, LossStats) {
        let column = |of: fn(&Transition<'_>) -> f32| {
            Tensor::from_slice(&minibatch.iter().map(of).collect::<Vec<f32>>())
        };
        let inputs: Vec<Entries<'_>> = minibatch.iter().map(|transition| transition.inputs).collect();
        let x = self.trunk(&inputs);
        // While the policy waits for the values, they learn by their head alone: what the policy reads does not move.
        let (logits, values) =
            self.heads(&inputs, &x, &if weights.policy > 0.0 { x.shallow_clone() } else { x.detach() });
        let log_probs = (logits + self.never(minibatch)).log_softmax(-1, Kind::Float);
        let chosen: Vec<i64> = minibatch.iter().map(|t| i64::from(t.legal[t.chosen])).collect();
        let log_prob = log_probs.gather(1, &Tensor::from_slice(&chosen).unsqueeze(1), false).squeeze_dim(1);

        let log_ratio = log_prob - column(|t| t.log_prob);
        let (ratio, advantage) = (log_ratio.exp(), column(|t| t.advantage));
        let (low, high) = (1.0 - f64::from(weights.clip_range), 1.0 + f64::from(weights.clip_range));
        let imitated = self.imitated(minibatch);
        let imitates = imitated.sum_dim_intlist(-1, false, Kind::Float).gt(0.0);
        let cross_entropy = -(&log_probs * &imitated).sum_dim_intlist(-1, false, Kind::Float);
        let played = -(&ratio * &advantage).minimum(&(ratio.clamp(low, high) * &advantage));
        let surrogate = cross_entropy.where_self(&imitates, &played).sum(Kind::Float);
        // q ln q is 0 where q is.
        let certainty = (&imitated * imitated.clamp_min(1e-30).log()).sum_dim_intlist(-1, false, Kind::Float);
        let divergence = (certainty + &cross_entropy).where_self(&imitates, &(&ratio - 1.0 - &log_ratio));
        let clipped =
            (&ratio - 1.0).abs().gt(f64::from(weights.clip_range)).logical_and(&imitates.logical_not());
        let entropies = -(log_probs.exp() * &log_probs).sum_dim_intlist(-1, false, Kind::Float);
        let target = column(|t| t.target);
        let value =
            values.binary_cross_entropy_with_logits(&target, None::<Tensor>, None::<Tensor>, Reduction::Sum);

        let stats = LossStats {
            policy_loss: surrogate.double_value(&[]),
            value_loss: value.double_value(&[]),
            entropy: entropies.sum(Kind::Float).double_value(&[]),
            approx_kl: divergence.sum(Kind::Float).double_value(&[]),
            clipped: clipped.sum(Kind::Float).double_value(&[]),
        };
        let mut loss = value * f64::from(weights.value);
        if weights.policy > 0.0 {
            loss +=
                surrogate * f64::from(weights.policy) - (entropies * column(|t| t.entropy)).sum(Kind::Float);
        }
        (loss, stats)
    }

    /// The probabilities that are to be imitated (`[n, actions]`); 0 in the rows of other decisions.
    fn imitated(&self, minibatch: &[Transition<'_>]) -> Tensor {
        let actions = self.sizes.1;
        let mut imitated = vec![0.0f32; minibatch.len() * actions];
        for (transition, row) in minibatch.iter().zip(imitated.chunks_exact_mut(actions)) {
            let targets = transition.imitate.unwrap_or_default();
            transition.legal.iter().zip(targets).for_each(|(&a, &q)| row[usize::from(a)] = q);
        }
        Tensor::from_slice(&imitated).view([-1, actions as i64])
    }

    /// What to add to the logits so that only legal actions have a probability.
    fn never(&self, minibatch: &[Transition<'_>]) -> Tensor {
        let actions = self.sizes.1;
        let mut illegal = vec![true; minibatch.len() * actions];
        for (transition, row) in minibatch.iter().zip(illegal.chunks_exact_mut(actions)) {
            transition.legal.iter().for_each(|&a| row[usize::from(a)] = false);
        }
        Tensor::from_slice(&illegal).view([-1, actions as i64]).to_kind(Kind::Float) * NEVER
    }

    /// The inputs of the first layer.
    fn encode(&self, inputs: &Tensor) -> Tensor {
        let (mut pieces, mut at, mut encoders) = (Vec::new(), 0, self.weights.iter());
        for &(rows, fields, encoded) in &self.blocks {
            let mut piece = inputs.narrow(1, at, rows * fields);
            at += rows * fields;
            if encoded {
                let encoder = encoders.next().expect("an encoder for each block that is encoded");
                piece = self.activate(&piece.reshape([-1, rows, fields]).matmul(encoder)).flatten(1, -1);
            }
            pieces.push(piece);
        }
        // Behind the observation, the prior.
        pieces.push(inputs.narrow(1, at, inputs.size()[1] - at));
        Tensor::cat(&pieces, 1)
    }

    fn activate(&self, x: &Tensor) -> Tensor {
        match self.activation {
            Activation::Tanh => x.tanh(),
            Activation::Relu => x.relu(),
        }
    }
}
