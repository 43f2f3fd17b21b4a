//! The second half of an update: passes over what was played, in shuffled minibatches.

use holotable_env::Tabletop;
use rand::Rng;
use rayon::prelude::*;

use super::adam::clip_norm;
use super::loss::{self, Aim, Figures};
use super::metrics::Record;
use super::rollout::Place;
use super::row::Row;
use super::run::Run;
use crate::policy::uniform;

impl<G: Tabletop> Run<'_, G> {
    /// Passes over the rollout in shuffled minibatches until they are done or the policy has moved enough.
    pub(super) fn learn(&mut self, learning_rate: f64) -> Record {
        let mut order = self.rollout.counted();
        let mut record = Record { explained_variance: self.explained_variance(&order), ..Record::default() };
        let batches = (order.len() as f64 / self.config.minibatch_size as f64).round().max(1.0) as usize;
        if order.is_empty() {
            return record;
        }
        let mut all = Figures::default();
        let mut norms = 0.0;
        let rows = order.len() as f64;
        for _ in 0..self.config.num_epochs {
            record.epochs += 1;
            shuffle(&mut order, &mut self.rng);
            let mut pass = Figures::default();
            for k in 0..batches {
                let places = &order[k * order.len() / batches..(k + 1) * order.len() / batches];
                let (figures, norm) = self.gradient_step(places, learning_rate);
                pass.add(&figures);
                norms += norm;
            }
            all.add(&pass);
            (record.approx_kl, record.clip_fraction) = (pass.approx_kl / rows, pass.clipped / rows);
            if self.config.target_kl > 0.0 && record.approx_kl > self.config.target_kl {
                break;
            }
        }
        let passes = record.epochs as f64;
        record.policy_loss = all.policy_loss / rows / passes;
        record.value_loss = all.value_loss / rows / passes;
        record.entropy = all.entropy / rows / passes;
        record.grad_norm = norms / passes / batches as f64;
        record
    }

    /// One step of Adam on these decisions, which the threads share; gives their figures and the norm of the
    /// gradient.
    fn gradient_step(&mut self, places: &[Place], learning_rate: f64) -> (Figures, f64) {
        let aim = self.aim();
        let rows = places.par_iter().with_min_len(128).map(|&place| self.rollout.row(place));
        let mut rows: Vec<Row<'_>> = rows.collect();
        let mut advantages: Vec<f32> = rows.iter().map(|row| row.advantage).collect();
        loss::normalise(&mut advantages);
        rows.iter_mut().zip(advantages).for_each(|(row, advantage)| row.advantage = advantage);
        let share = 1.0 / rows.len() as f32;
        let figures = self.gradient.take(&self.net, &rows, share, &aim);
        let norm = clip_norm(&mut self.gradient.slopes, self.config.max_grad_norm);
        self.adam.step(&mut self.net, &self.gradient.slopes, learning_rate);
        (figures, norm)
    }

    fn aim(&self) -> Aim {
        let config = self.config;
        let warm = self.progress.update >= config.warmup_updates;
        Aim {
            policy: f32::from(u8::from(warm)),
            clip_range: config.clip_range as f32,
            clip_value: (config.clip_value > 0.0).then_some(config.clip_value as f32),
            entropy: config.ent_coef as f32,
            value: config.vf_coef as f32,
        }
    }

    fn explained_variance(&self, places: &[Place]) -> f64 {
        let rows = || places.iter().map(|&place| self.rollout.row(place));
        let values: Vec<f32> = rows().map(|row| row.value).collect();
        let targets: Vec<f32> = rows().map(|row| row.target).collect();
        loss::explained_variance(&values, &targets)
    }
}

/// Fisher and Yates.
fn shuffle<T>(rows: &mut [T], rng: &mut impl Rng) {
    for i in (1..rows.len()).rev() {
        let j = (uniform(rng) * (i + 1) as f64) as usize;
        rows.swap(i, j);
    }
}
