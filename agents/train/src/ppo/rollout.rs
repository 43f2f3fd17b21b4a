//! [`Rollout`]: many games played by the current policy, and their decisions as one batch to learn from.

use std::sync::Arc;

use holotable_arena::calibration_table::CalibrationTable;
use holotable_erased::AnyGame;
use holotable_net::packed::PackedNet;
use holotable_net::transition::Transition;
use holotable_players::observation_wrapper::FeatureSet;
use rayon::prelude::*;

use super::advantage_table::Moments;
use super::config::Config;
use super::gae::Discounts;
use super::opponent_pool::Opponent;
use super::profile::{Profile, Watch};
use super::rollout_worker::{Episode, RolloutWorker};

/// The address of a recorded decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    worker: u32,
    index: u32,
}

/// The games and the record of their latest decisions.
#[derive(Debug)]
pub struct Rollout {
    pub(super) workers: Vec<RolloutWorker>,
    /// The weight of the entropy in the loss for each kind of decision, in the order of the blocks of actions.
    pub entropy_weights: Vec<f32>,
    /// The number of variants of the game.
    variants: usize,
}

impl Rollout {
    /// `num_envs` games at their start; the workers take the variants in `games` in turn.
    pub fn new(games: &[Arc<dyn AnyGame>], features: FeatureSet, config: &Config) -> Self {
        // The slots of a worker do not depend on the number of threads, and so neither do results.
        let slots = config.num_envs;
        // With groups of the full size the last of many variants would have none.
        let each = config.envs_per_worker.min(slots / games.len()).max(1);
        let firsts = (0..slots).step_by(each).zip(games.iter().cycle());
        let worker = |(first, game): (usize, &Arc<dyn AnyGame>)| {
            RolloutWorker::new(game, features, config, first, each.min(slots - first))
        };
        let kinds = games[0].layout(features).action_blocks.len();
        let entropy_weights = vec![config.ent_coef as f32; kinds];
        Self { workers: firsts.map(worker).collect(), entropy_weights, variants: games.len() }
    }

    /// Draws for each worker who plays in its games in place of the learner, if anybody.
    pub fn set_opponents(&mut self, mut draw: impl FnMut() -> Option<Opponent>) {
        self.workers.iter_mut().for_each(|worker| worker.opponent = draw());
    }

    /// Sets the share of new games that begin in a state of an earlier game.
    pub fn set_restart_share(&mut self, share: f64) {
        self.workers.iter_mut().for_each(|worker| worker.restarts.share = share);
    }

    /// Plays `rollout_steps` decisions in every slot by `learner` and estimates their advantages with these discounts; returns how
    /// long the parts took.
    pub fn collect(&mut self, learner: &PackedNet, discounts: impl Into<Discounts>) -> Profile {
        let (mut watch, discounts) = (Watch::start(), discounts.into());
        self.workers.par_iter_mut().with_max_len(1).for_each(|worker| worker.play(learner, discounts));
        let mut threads = Profile::default();
        self.workers.iter().for_each(|worker| threads.add(&worker.profile));
        threads.within(watch.lap())
    }

    /// The number of decisions played.
    pub fn len(&self) -> usize {
        self.workers.iter().map(|worker| worker.record.played()).sum()
    }

    /// Whether nothing is played yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The decisions that have an advantage to learn from.
    pub fn learnable(&self) -> Vec<Place> {
        let of = |(c, worker): (usize, &RolloutWorker)| {
            let indices = worker.record.teaching(worker.subgoals);
            indices.map(|index| Place { worker: c as u32, index: index as u32 }).collect::<Vec<_>>()
        };
        self.workers.iter().enumerate().flat_map(of).collect()
    }

    /// A decision; its advantage is not normalised.
    pub fn transition(&self, place: Place) -> Transition<'_> {
        self.workers[place.worker as usize].record.transition(place.index as usize, &self.entropy_weights)
    }

    /// The number of the variant of the game in which a decision was made.
    pub fn variant(&self, place: Place) -> usize {
        place.worker as usize % self.variants
    }

    /// Those of a variant.
    pub fn episodes_of(&self, variant: usize) -> Vec<Episode> {
        let workers = self.workers.iter().skip(variant).step_by(self.variants);
        workers.flat_map(|worker| worker.episodes.iter().copied()).collect()
    }

    /// The mean entropy of the policy over its decisions of each kind, in nats; `None` for a kind of which there were none.
    pub fn entropies(&self) -> Vec<Option<f64>> {
        let sums = |kind: usize| {
            let all = self.workers.iter().map(|worker| worker.entropy[kind]);
            all.fold((0.0, 0), |(sum, n), (more, count)| (sum + more, n + count))
        };
        let kinds = 0..self.entropy_weights.len();
        kinds.map(sums).map(|(sum, n)| (n > 0).then(|| sum / n as f64)).collect()
    }

    /// The advantages of the decisions to learn from, by kind.
    pub fn advantages(&self) -> Vec<Moments> {
        let mut kinds = vec![Moments::default(); self.entropy_weights.len()];
        for RolloutWorker { record, subgoals, .. } in &self.workers {
            let found = record.teaching(*subgoals).filter_map(|index| record.advantage(index));
            found.for_each(|(kind, advantage)| kinds[kind].count(advantage));
        }
        kinds
    }

    /// The results of teams that became final.
    pub fn terminations(&self) -> usize {
        self.workers.iter().map(|worker| worker.record.terminations()).sum()
    }

    /// How many games began in a state of an earlier game.
    pub fn restarts(&self) -> usize {
        self.workers.iter().map(|worker| worker.restarts.begun).sum()
    }

    /// The games that ended and had begun at the start.
    pub fn episodes(&self) -> Vec<Episode> {
        self.workers.iter().flat_map(|worker| worker.episodes.iter().copied()).collect()
    }

    /// How well the values predicted the results, over the decisions of all such games whose result became known.
    pub fn calibration(&self) -> CalibrationTable {
        let mut all = CalibrationTable::default();
        self.workers.iter().for_each(|worker| all.add(&worker.calibration));
        all
    }
}
