//! The second half of an update: epochs over the rollout in shuffled minibatches.

use rand::Rng;
use rayon::prelude::*;

use super::learner::StepSize;
use super::loss::{self, LossStats, LossWeights};
use super::record::Record;
use super::rollout::Place;
use super::run::Run;
use super::sampling::uniform;
use super::transition::Transition;

impl Run<'_> {
    /// Runs `num_epochs` epochs over the rollout in shuffled minibatches, fewer if the policy moves by more than `target_kl`.
    pub(super) fn learn(&mut self, learning_rate: f64) -> Record {
        let mut order = self.rollout.learnable();
        let mut record = Record { explained_variance: self.explained_variance(&order), ..Record::default() };
        let batches = (order.len() as f64 / self.config.minibatch_size as f64).round().max(1.0) as usize;
        if order.is_empty() {
            return record;
        }
        let mut all = LossStats::default();
        let mut norms = 0.0;
        let transitions = order.len() as f64;
        for _ in 0..self.config.num_epochs {
            record.epochs += 1;
            shuffle(&mut order, &mut self.rng);
            let mut pass = LossStats::default();
            for k in 0..batches {
                let places = &order[k * order.len() / batches..(k + 1) * order.len() / batches];
                let (stats, norm) = self.gradient_step(places, learning_rate);
                pass.add(&stats);
                norms += norm;
            }
            all.add(&pass);
            (record.approx_kl, record.clip_fraction) =
                (pass.approx_kl / transitions, pass.clipped / transitions);
            if self.config.target_kl > 0.0 && record.approx_kl > self.config.target_kl {
                break;
            }
        }
        let passes = record.epochs as f64;
        record.policy_loss = all.policy_loss / transitions / passes;
        record.value_loss = all.value_loss / transitions / passes;
        record.entropy = all.entropy / transitions / passes;
        record.grad_norm = norms / passes / batches as f64;
        record
    }

    /// Takes one step of Adam on these decisions; returns the statistics of their losses and the norm of the gradient.
    fn gradient_step(&mut self, places: &[Place], learning_rate: f64) -> (LossStats, f64) {
        let weights = self.loss_weights();
        let transitions = places.par_iter().with_min_len(128).map(|&place| self.rollout.transition(place));
        let mut transitions: Vec<Transition<'_>> = transitions.collect();
        let mut advantages: Vec<f32> = transitions.iter().map(|transition| transition.advantage).collect();
        loss::normalise(&mut advantages);
        transitions
            .iter_mut()
            .zip(advantages)
            .for_each(|(transition, advantage)| transition.advantage = advantage);
        let size = StepSize { learning_rate, max_grad_norm: self.config.max_grad_norm };
        self.learner.step(&transitions, &weights, size)
    }

    fn loss_weights(&self) -> LossWeights {
        let config = self.config;
        let warm = self.progress.update >= config.warmup_updates;
        LossWeights {
            policy: f32::from(u8::from(warm)),
            clip_range: config.clip_range as f32,
            clip_value: (config.clip_value > 0.0).then_some(config.clip_value as f32),
            entropy: config.ent_coef as f32,
            value: config.vf_coef as f32,
        }
    }

    fn explained_variance(&self, places: &[Place]) -> f64 {
        let transitions = || places.iter().map(|&place| self.rollout.transition(place));
        let values: Vec<f32> = transitions().map(|transition| transition.value).collect();
        let targets: Vec<f32> = transitions().map(|transition| transition.target).collect();
        loss::explained_variance(&values, &targets)
    }
}

/// Shuffles in place (Fisher and Yates).
fn shuffle<T>(transitions: &mut [T], rng: &mut impl Rng) {
    for i in (1..transitions.len()).rev() {
        let j = (uniform(rng) * (i + 1) as f64) as usize;
        transitions.swap(i, j);
    }
}
