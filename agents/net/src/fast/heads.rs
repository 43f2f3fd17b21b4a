//! [`Heads`]: the losses of the policy head and the value head over a block of decisions, and their gradients.

use crate::kernel::{add_rows, add_scaled, dot};
use crate::loss::{self, LossStats, LossWeights};
use crate::net::Net;
use crate::rows::RowScorer;
use crate::sparse::Sparse;
use crate::transition::Transition;

/// The losses of a block of decisions and their gradients. Only legal actions have a logit.
#[derive(Debug)]
pub(crate) struct Heads {
    /// The gradient with respect to the last hidden layer: one row per decision.
    pub d_hidden: Vec<f32>,
    /// The gradient with respect to the logits: one row per decision, 0 where an action is illegal.
    pub d_logits: Sparse,
    /// The gradient with respect to each array of the heads. That of the policy's weight stays empty: it is the product of
    /// `d_logits` and the hidden layer, which [`Gradient`](super::gradient::Gradient) computes for all blocks together.
    pub d_arrays: Vec<Vec<f32>>,
    /// The sums of the losses and of what is reported with them.
    pub stats: LossStats,
    /// The rows that the actions of the latest decision name.
    rows: RowScorer,
    log_probs: Vec<f32>,
    probs: Vec<f32>,
    /// The gradient with respect to the logits of the latest decision's legal actions.
    d_legal: Vec<f32>,
}

impl Heads {
    /// The buffers for this network, without any decisions yet.
    pub fn new(net: &Net) -> Self {
        let size = |(i, array): (usize, &Vec<f32>)| if i == 0 { 0 } else { array.len() };
        let heads = net.weights[net.heads()..].iter().enumerate();
        Self {
            d_hidden: Vec::new(),
            d_logits: Sparse::new(net.actions()),
            d_arrays: heads.map(|head| vec![0.0; size(head)]).collect(),
            stats: LossStats::default(),
            rows: RowScorer::default(),
            log_probs: Vec::new(),
            probs: Vec::new(),
            d_legal: Vec::new(),
        }
    }

    /// Removes all decisions, for these weights.
    pub fn clear(&mut self, net: &Net) {
        self.d_hidden.clear();
        self.d_logits.clear();
        self.d_arrays.iter_mut().for_each(|array| array.fill(0.0));
        self.stats = LossStats::default();
        self.rows.turn(&net.rows, net.row_arrays());
    }

    /// Adds a decision whose last hidden layer is `x`; its gradient is multiplied by `share`.
    #[inline(always)]
    pub fn add(
        &mut self,
        net: &Net,
        transition: &Transition<'_>,
        x: &[f32],
        share: f32,
        weights: &LossWeights,
    ) {
        let [weight, _, value_weight, value_bias, ..] = &net.weights[net.heads()..] else {
            unreachable!("a network has two heads");
        };
        let [_, d_bias, d_value_weight, d_value_bias, others @ ..] = &mut self.d_arrays[..] else {
            unreachable!("a network has two heads");
        };
        let (d_gain, d_rows) = others.split_at_mut(usize::from(net.shape.prior));
        let (rows, row_arrays) = (&*net.rows, net.row_arrays());
        self.rows.clear(rows);
        self.log_probs.clear();
        for action in transition.legal.iter().map(|&a| usize::from(a)) {
            self.log_probs.push(net.logit((transition.inputs, x), action, &mut self.rows));
        }
        loss::log_softmax(&mut self.log_probs, &mut self.probs);
        let entropy = loss::entropy(&self.log_probs, &self.probs);
        let term = loss::of_policy(transition, &self.log_probs, weights.clip_range);
        let value = dot(x, value_weight) + value_bias[0];
        let (value_loss, value_gradient) = loss::value(value, transition.target);
        self.stats.add(&LossStats {
            policy_loss: f64::from(term.loss),
            value_loss: f64::from(value_loss),
            entropy: f64::from(entropy),
            approx_kl: f64::from(term.approx_kl),
            clipped: f64::from(u8::from(term.clipped)),
        });
        let at = self.d_hidden.len();
        self.d_hidden.resize(at + x.len(), 0.0);
        let d_hidden = &mut self.d_hidden[at..];
        let gradient = share * weights.value * value_gradient;
        // While the policy waits for the values, they learn by their head alone: what the policy reads does not move.
        if weights.policy > 0.0 {
            add_scaled(gradient, value_weight, d_hidden);
        }
        add_scaled(gradient, x, d_value_weight);
        d_value_bias[0] += gradient;
        self.d_legal.clear();
        if weights.policy > 0.0 {
            for (k, (&p, &log_prob)) in self.probs.iter().zip(&self.log_probs).enumerate() {
                let slope = match transition.imitate {
                    Some(target) => p - target[k],
                    None => term.gradient * (f32::from(u8::from(k == transition.chosen)) - p),
                };
                let gradient = weights.policy * slope + transition.entropy * p * (log_prob + entropy);
                self.d_legal.push(share * gradient);
            }
        }
        let legal = &transition.legal[..self.d_legal.len()];
        add_rows(weight, legal, &self.d_legal, d_hidden);
        for (&action, &gradient) in legal.iter().zip(&self.d_legal) {
            d_bias[usize::from(action)] += gradient;
            self.rows.push(rows, row_arrays, usize::from(action), gradient, d_rows);
            if let Some(gain) = d_gain.first_mut() {
                gain[0] += gradient * net.prior(transition.inputs, usize::from(action));
            }
        }
        self.rows.finish(rows, transition.inputs, (x, d_hidden), d_rows);
        self.d_logits.append(legal.iter().map(|&a| usize::from(a)).zip(self.d_legal.iter().copied()));
    }
}
