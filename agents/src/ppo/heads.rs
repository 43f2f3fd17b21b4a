//! [`Heads`]: the policy's and the value's losses of a block of decisions and their slopes, for legal actions only.

use super::loss::{self, Aim, Figures};
use super::row::Row;
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
    pub figures: Figures,
    log_probs: Vec<f32>,
    probs: Vec<f32>,
    slopes: Vec<f32>,
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
            figures: Figures::default(),
            log_probs: Vec::new(),
            probs: Vec::new(),
            slopes: Vec::new(),
        }
    }

    /// Takes all decisions out.
    pub fn clear(&mut self) {
        self.below.clear();
        self.logits.clear();
        self.dense.iter_mut().for_each(|array| array.fill(0.0));
        self.figures = Figures::default();
    }

    /// Adds a decision with the last hidden layer `x`; its losses count `share`.
    #[inline(always)]
    pub fn add(&mut self, net: &Net, row: &Row<'_>, x: &[f32], share: f32, aim: &Aim) {
        let [weight, bias, value_weight, value_bias, gain @ ..] = &net.weights[net.heads()..] else {
            unreachable!("a network has two heads");
        };
        let [_, d_bias, d_value_weight, d_value_bias, d_gain @ ..] = &mut self.dense[..] else {
            unreachable!("a network has two heads");
        };
        self.log_probs.clear();
        for action in row.legal.iter().map(|&a| usize::from(a)) {
            let own = dot(x, &weight[action * x.len()..][..x.len()]) + bias[action];
            self.log_probs.push(match gain.first() {
                Some(gain) => gain[0].mul_add(net.advised(row.inputs, action), own),
                None => own,
            });
        }
        loss::log_softmax(&mut self.log_probs, &mut self.probs);
        let entropy = loss::entropy(&self.log_probs, &self.probs);
        let term = loss::policy(self.log_probs[row.chosen], row.log_prob, row.advantage, aim.clip_range);
        let value = dot(x, value_weight) + value_bias[0];
        let (value_loss, value_slope) = loss::value(value, row.value, row.target, aim.clip_value);
        self.figures.add(&Figures {
            policy_loss: f64::from(term.loss),
            value_loss: f64::from(value_loss),
            entropy: f64::from(entropy),
            approx_kl: f64::from(term.approx_kl),
            clipped: f64::from(u8::from(term.clipped)),
        });
        let at = self.below.len();
        self.below.resize(at + x.len(), 0.0);
        let below = &mut self.below[at..];
        let slope = share * aim.value * value_slope;
        add_scaled(slope, value_weight, below);
        add_scaled(slope, x, d_value_weight);
        d_value_bias[0] += slope;
        self.slopes.clear();
        if aim.policy > 0.0 {
            for (k, (&p, &log_prob)) in self.probs.iter().zip(&self.log_probs).enumerate() {
                let own = f32::from(u8::from(k == row.chosen)) - p;
                self.slopes
                    .push(share * (aim.policy * term.slope * own + aim.entropy * p * (log_prob + entropy)));
            }
        }
        let legal = &row.legal[..self.slopes.len()];
        add_rows(weight, legal, &self.slopes, below);
        for (&action, &slope) in legal.iter().zip(&self.slopes) {
            d_bias[usize::from(action)] += slope;
            if let Some(gain) = d_gain.first_mut() {
                gain[0] += slope * net.advised(row.inputs, usize::from(action));
            }
        }
        self.logits.append(legal.iter().map(|&a| usize::from(a)).zip(self.slopes.iter().copied()));
    }
}
