//! [`Heads`]: the policy's and the value's losses of a block of decisions and their slopes, for legal actions only.

use super::loss::{self, LossStats, LossWeights};
use super::transition::Transition;
use crate::net::Net;
use crate::net::kernel::{add_rows, add_scaled, dot};
use crate::net::sparse::Sparse;

/// The losses and their slopes.
#[derive(Debug)]
pub(super) struct Heads {
    /// The slopes by the last hidden layer, a row a decision.
    pub below: Vec<f32>,
    /// The slopes by the logits of legal actions, a row a decision.
    pub logits: Sparse,
    /// The slopes by each array of the heads; the policy's weight's, which is empty, is a sum over the logits.
    pub dense: Vec<Vec<f32>>,
    /// The losses and so on.
    pub stats: LossStats,
    log_probs: Vec<f32>,
    probs: Vec<f32>,
    gradients: Vec<f32>,
}

impl Heads {
    /// No decisions yet.
    pub fn new(net: &Net) -> Self {
        let size = |(i, array): (usize, &Vec<f32>)| if i == 0 { 0 } else { array.len() };
        let heads = net.weights[net.heads()..].iter().enumerate();
        Self {
            below: Vec::new(),
            logits: Sparse::new(net.actions()),
            dense: heads.map(|head| vec![0.0; size(head)]).collect(),
            stats: LossStats::default(),
            log_probs: Vec::new(),
            probs: Vec::new(),
            gradients: Vec::new(),
        }
    }

    /// Takes all decisions out.
    pub fn clear(&mut self) {
        self.below.clear();
        self.logits.clear();
        self.dense.iter_mut().for_each(|array| array.fill(0.0));
        self.stats = LossStats::default();
    }

    /// Adds a decision with the last hidden layer `x`; its losses count `share`.
    #[inline(always)]
    pub fn add(
        &mut self,
        net: &Net,
        transition: &Transition<'_>,
        x: &[f32],
        share: f32,
        weights: &LossWeights,
    ) {
        let [weight, bias, value_weight, value_bias, gain @ ..] = &net.weights[net.heads()..] else {
            unreachable!("a network has two heads");
        };
        let [_, d_bias, d_value_weight, d_value_bias, d_gain @ ..] = &mut self.dense[..] else {
            unreachable!("a network has two heads");
        };
        self.log_probs.clear();
        for action in transition.legal.iter().map(|&a| usize::from(a)) {
            let own = dot(x, &weight[action * x.len()..][..x.len()]) + bias[action];
            self.log_probs.push(match gain.first() {
                Some(gain) => gain[0].mul_add(net.advised(transition.inputs, action), own),
                None => own,
            });
        }
        loss::log_softmax(&mut self.log_probs, &mut self.probs);
        let entropy = loss::entropy(&self.log_probs, &self.probs);
        let term = loss::policy(
            self.log_probs[transition.chosen],
            transition.log_prob,
            transition.advantage,
            weights.clip_range,
        );
        let value = dot(x, value_weight) + value_bias[0];
        let (value_loss, value_gradient) =
            loss::value(value, transition.value, transition.target, weights.clip_value);
        self.stats.add(&LossStats {
            policy_loss: f64::from(term.loss),
            value_loss: f64::from(value_loss),
            entropy: f64::from(entropy),
            approx_kl: f64::from(term.approx_kl),
            clipped: f64::from(u8::from(term.clipped)),
        });
        let at = self.below.len();
        self.below.resize(at + x.len(), 0.0);
        let below = &mut self.below[at..];
        let gradient = share * weights.value * value_gradient;
        add_scaled(gradient, value_weight, below);
        add_scaled(gradient, x, d_value_weight);
        d_value_bias[0] += gradient;
        self.gradients.clear();
        if weights.policy > 0.0 {
            for (k, (&p, &log_prob)) in self.probs.iter().zip(&self.log_probs).enumerate() {
                let own = f32::from(u8::from(k == transition.chosen)) - p;
                self.gradients.push(
                    share
                        * (weights.policy * term.gradient * own + weights.entropy * p * (log_prob + entropy)),
                );
            }
        }
        let legal = &transition.legal[..self.gradients.len()];
        add_rows(weight, legal, &self.gradients, below);
        for (&action, &gradient) in legal.iter().zip(&self.gradients) {
            d_bias[usize::from(action)] += gradient;
            if let Some(gain) = d_gain.first_mut() {
                gain[0] += gradient * net.advised(transition.inputs, usize::from(action));
            }
        }
        self.logits.append(legal.iter().map(|&a| usize::from(a)).zip(self.gradients.iter().copied()));
    }
}
