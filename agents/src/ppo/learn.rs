//! The second half of an update: passes over what was played, in shuffled minibatches.

use std::ops::Range;

use holotable_env::Tabletop;
use rand::Rng;
use tch::{Kind, Tensor};

use super::adam::clip_norm;
use super::config::Config;
use super::metrics::Record;
use super::net::TrainedNet;
use super::tensors::Tensors;
use super::{Run, loss, parallel};
use crate::net::uniform;

/// Gives the gradient of a piece of a minibatch and its share of five figures.
pub(super) type Gradient = fn(&TrainedNet, &Tensors, &Tensor, f64, &Config) -> (Vec<Tensor>, [f64; 5]);

impl<G: Tabletop> Run<'_, G> {
    /// Passes over the rollout in shuffled minibatches until they are done or the policy has moved enough.
    pub(super) fn learn(&mut self, learning_rate: f64) -> Record {
        let mut record = Record { explained_variance: self.explained_variance(), ..Record::default() };
        let mut order = self.rollout.counted.clone();
        let batches = (order.len() as f64 / self.config.minibatch_size as f64).round().max(1.0) as usize;
        if order.is_empty() {
            return record;
        }
        let tensors = self.rollout.tensors();
        let mut sums = [0.0; 4];
        let mut steps = 0.0;
        for _ in 0..self.config.num_epochs {
            record.epochs += 1;
            shuffle(&mut order, &mut self.rng);
            let mut pass = [0.0; 2];
            for k in 0..batches {
                let rows = &order[k * order.len() / batches..(k + 1) * order.len() / batches];
                let found = self.gradient_step(&tensors, rows, learning_rate, reinforcement);
                let [kl, clipped, ..] = found;
                pass = [pass[0] + kl, pass[1] + clipped];
                sums.iter_mut().zip(&found[2..]).for_each(|(sum, x)| *sum += x);
                steps += 1.0;
            }
            [record.approx_kl, record.clip_fraction] = pass.map(|sum| sum / batches as f64);
            if self.config.target_kl > 0.0 && record.approx_kl > self.config.target_kl {
                break;
            }
        }
        [record.policy_loss, record.value_loss, record.entropy, record.grad_norm] =
            sums.map(|sum| sum / steps);
        record
    }

    /// One step of Adam on these rows, which the threads share; gives the figures of `gradient` and the
    /// norm of the gradient.
    pub(super) fn gradient_step(
        &mut self,
        all: &Tensors,
        rows: &[i64],
        learning_rate: f64,
        gradient: Gradient,
    ) -> [f64; 6] {
        let advantage = Tensor::from_slice(rows);
        let advantage = loss::normalised(&all.advantage.index_select(0, &advantage));
        let piece = |range: Range<usize>| {
            let (start, count) = (range.start as i64, range.len() as i64);
            (all.share(), &rows[range], advantage.narrow(0, start, count))
        };
        let pieces = parallel::pieces(rows.len()).into_iter().map(piece).collect();
        let config = self.config;
        let found = parallel::on_pieces(&self.net, pieces, |net, (all, piece, advantage)| {
            let share = piece.len() as f64 / rows.len() as f64;
            gradient(net, &all.select(piece), &advantage, share, config)
        });
        let join = |(mut sum, mut figures): (Vec<Tensor>, [f64; 5]),
                    (more, others): (Vec<Tensor>, [f64; 5])| {
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            figures.iter_mut().zip(others).for_each(|(sum, more)| *sum += more);
            (sum, figures)
        };
        let (mut gradients, figures) = found.into_iter().reduce(join).expect("a minibatch has rows");
        let norm = clip_norm(&mut gradients, config.max_grad_norm);
        self.adam.step(&mut self.net.parameters, &gradients, learning_rate);
        let [kl, clipped, policy, value, entropy] = figures;
        [kl, clipped, policy, value, entropy, norm]
    }

    fn explained_variance(&self) -> f64 {
        let (values, advantage) = (self.rollout.values(), &self.rollout.advantage);
        let counted = || self.rollout.counted.iter().map(|&row| row as usize);
        let values: Vec<f32> = counted().map(|row| values[row]).collect();
        let targets: Vec<f32> = counted().zip(&values).map(|(row, value)| advantage[row] + value).collect();
        loss::explained_variance(&values, &targets)
    }
}

/// The gradient of the loss of a piece that is this `share` of a minibatch, and its share of divergence, clip
/// fraction, policy loss, value loss and entropy.
fn reinforcement(
    net: &TrainedNet,
    rows: &Tensors,
    advantage: &Tensor,
    share: f64,
    config: &Config,
) -> (Vec<Tensor>, [f64; 5]) {
    let (logits, value) = net.forward(&rows.obs);
    let log_probs = loss::log_probs(&logits, &rows.illegal);
    let log_prob = log_probs.gather(1, &rows.action.unsqueeze(1), false).squeeze_dim(1);
    let policy = loss::policy(&log_prob, &rows.log_prob, advantage, config.clip_range);
    let clip_value = (config.clip_value > 0.0).then_some(config.clip_value);
    let value_loss = loss::value(&value, &rows.value, &rows.target, clip_value);
    let entropy = loss::entropy(&log_probs).mean(Kind::Float);
    let total = (&policy.loss + config.vf_coef * &value_loss - config.ent_coef * &entropy) * share;
    let gradients = Tensor::run_backward(&[total], &net.parameters, false, false);
    let figures = [&policy.approx_kl, &policy.clip_fraction, &policy.loss, &value_loss, &entropy];
    (gradients, figures.map(|x| x.double_value(&[]) * share))
}

/// Fisher and Yates.
pub(super) fn shuffle(rows: &mut [i64], rng: &mut impl Rng) {
    for i in (1..rows.len()).rev() {
        let j = (uniform(rng) * (i + 1) as f64) as usize;
        rows.swap(i, j);
    }
}
