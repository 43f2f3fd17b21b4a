//! The second half of an update: epochs over the rollout in shuffled minibatches.

use holotable_net::learner::StepSize;
use holotable_net::loss::{self, LossStats, LossWeights};
use holotable_net::transition::Transition;
use holotable_store::error::Error;
use rayon::prelude::*;

use super::record::Record;
use super::rollout::Place;
use super::run::Run;
use super::sampling::{minibatches, shuffle};

impl Run<'_> {
    /// Runs `num_epochs` epochs over the rollout in shuffled minibatches, up to the first in which the policy has moved by more
    /// than `target_kl`.
    ///
    /// # Errors
    /// One line at the first loss or gradient that is no number.
    pub(super) fn learn(&mut self, learning_rate: f64) -> Result<Record, Error> {
        let mut order = self.rollout.learnable();
        let mut record = Record { explained_variance: self.explained_variance(&order), ..Record::default() };
        if order.is_empty() {
            return Ok(record);
        }
        let (mut all, mut norms, mut steps, mut learnt) = (LossStats::default(), 0.0, 0, 0);
        'epochs: for _ in 0..self.config.num_epochs {
            record.epochs += 1;
            shuffle(&mut order, &mut self.rng);
            for places in minibatches(&order, self.config.minibatch_size) {
                let (stats, norm) = self.gradient_step(places, learning_rate);
                let n = places.len() as f64;
                if !(norm + stats.policy_loss + stats.value_loss).is_finite() {
                    return Err(Error::new(format!(
                        "update {}: the loss is no number any more, so training ends; the last checkpoint is whole \
                         (a smaller learning_rate or max_grad_norm may help)",
                        self.progress.update + 1
                    )));
                }
                (steps, learnt, norms) = (steps + 1, learnt + places.len(), norms + norm);
                all.add(&stats);
                (record.approx_kl, record.clip_fraction) = (stats.approx_kl / n, stats.clipped / n);
                if self.config.target_kl > 0.0 && record.approx_kl > self.config.target_kl {
                    break 'epochs;
                }
            }
        }
        let learnt = learnt as f64;
        record.policy_loss = all.policy_loss / learnt;
        record.value_loss = all.value_loss / learnt;
        record.entropy = all.entropy / learnt;
        record.grad_norm = norms / f64::from(steps);
        Ok(record)
    }

    /// Takes one step of Adam on these decisions; returns the statistics of their losses and the norm of the gradient.
    fn gradient_step(&mut self, places: &[Place], learning_rate: f64) -> (LossStats, f64) {
        let weights = self.loss_weights();
        let transitions = places.par_iter().with_min_len(128).map(|&place| self.rollout.transition(place));
        let mut transitions: Vec<Transition<'_>> = transitions.collect();
        let variants: Vec<usize> = places.iter().map(|&place| self.rollout.variant(place)).collect();
        normalise_advantages(&mut transitions, &variants);
        let size = StepSize { learning_rate, max_grad_norm: self.config.max_grad_norm };
        self.learner.step(&transitions, &weights, size)
    }

    fn loss_weights(&self) -> LossWeights {
        let config = self.config;
        let warm = self.progress.update >= config.warmup_updates;
        LossWeights {
            policy: f32::from(u8::from(warm)),
            clip_range: config.clip_range as f32,
            value: config.vf_coef as f32,
        }
    }

    fn explained_variance(&self, places: &[Place]) -> f64 {
        let rollout = &self.rollout;
        let transitions = places.par_iter().with_min_len(128).map(|&place| rollout.transition(place));
        let (values, targets): (Vec<f32>, Vec<f32>) = transitions.map(|one| (one.value, one.target)).unzip();
        loss::explained_variance(&values, &targets)
    }
}

/// Normalises the advantages of each variant of the game by themselves: where nearly all is lost, results differ little, and beside
/// even games they would hardly count.
fn normalise_advantages(transitions: &mut [Transition<'_>], variants: &[usize]) {
    for variant in 0..=variants.iter().copied().max().unwrap_or(0) {
        let of = |&i: &usize| variants[i] == variant;
        let mut advantages: Vec<f32> =
            (0..variants.len()).filter(of).map(|i| transitions[i].advantage).collect();
        loss::normalise(&mut advantages);
        let own = (0..variants.len()).filter(of);
        own.zip(advantages).for_each(|(i, advantage)| transitions[i].advantage = advantage);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_count_alike_however_much_their_results_differ() {
        let of = |advantage| Transition { advantage, ..Transition::default() };
        // The second variant is nearly always lost: its advantages are a hundredth of the first one's, about another mean.
        let mut all = [of(1.0), of(0.51), of(-1.0), of(0.49), of(0.0), of(0.5)];
        normalise_advantages(&mut all, &[0, 1, 0, 1, 0, 1]);
        for (i, expected) in [1.0, 1.0, -1.0, -1.0, 0.0, 0.0].into_iter().enumerate() {
            assert!((all[i].advantage - expected).abs() < 1e-4, "{i}: {}", all[i].advantage);
        }
    }
}
