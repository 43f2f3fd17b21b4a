//! [`Rollout`]: many games played by the current policy, kept as one batch of decisions to learn from.

use std::sync::Arc;

use holotable_env::Tabletop;
use rayon::prelude::*;

use super::calibration::Calibration;
use super::config::Config;
use super::profile::{Profile, Watch};
use super::reward_shaping::RewardShaping;
use super::rollout_worker::{Episode, RolloutWorker};
use super::transition::Transition;
use crate::net::Net;
use crate::net::packed::PackedNet;

/// Slots of a worker. Crews do not depend on the number of threads that share them out.
const SLOTS_PER_WORKER: usize = 16;

/// Where a decision is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    worker: u32,
    index: u32,
}

/// The games and the record of their last decisions.
#[derive(Debug)]
pub struct Rollout<G: Tabletop> {
    pub(super) workers: Vec<RolloutWorker<G>>,
}

impl<G: Tabletop> Rollout<G> {
    /// `num_envs` games at their start, the workers taking turns with `games`.
    pub fn new(games: &[G], config: &Config) -> Self {
        let slots = config.num_envs;
        let firsts = (0..slots).step_by(SLOTS_PER_WORKER).zip(games.iter().cycle());
        let worker = |(first, game): (usize, &G)| {
            RolloutWorker::new(game, config, first, SLOTS_PER_WORKER.min(slots - first))
        };
        Self { workers: firsts.map(worker).collect() }
    }

    /// Goes on under other rules of the same games.
    pub fn set_games(&mut self, games: &[G]) {
        for (worker, game) in self.workers.iter_mut().zip(games.iter().cycle()) {
            worker.batch.set_game(game.clone());
        }
    }

    /// Lets `draw` say for each worker which network, if not the learner, leads one team of each of its games.
    pub fn set_opponents(&mut self, mut draw: impl FnMut() -> Option<Arc<Net>>) {
        self.workers.iter_mut().for_each(|worker| worker.opponent = draw());
    }

    /// Plays every slot `rollout_steps` decisions on and works out what they were worth; gives where the time went.
    pub fn collect(&mut self, net: &Net, shaping: &RewardShaping<'_, G>) -> Profile {
        let mut watch = Watch::start();
        let learner = PackedNet::new(net);
        self.workers.par_iter_mut().with_max_len(1).for_each(|worker| worker.play(&learner, shaping));
        let mut threads = Profile::default();
        self.workers.iter().for_each(|worker| threads.add(&worker.profile));
        threads.within(watch.lap())
    }

    /// How many decisions were taken.
    pub fn len(&self) -> usize {
        self.workers.iter().map(RolloutWorker::len).sum()
    }

    /// Whether nothing has been played yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The decisions of which it is known what they led to.
    pub fn learnable(&self) -> Vec<Place> {
        let of = |(c, worker): (usize, &RolloutWorker<G>)| {
            let indices = (0..worker.len()).filter(|&index| worker.has_advantage(index));
            indices.map(|index| Place { worker: c as u32, index: index as u32 }).collect::<Vec<_>>()
        };
        self.workers.iter().enumerate().flat_map(of).collect()
    }

    /// A decision; its advantage is not normalised.
    pub fn transition(&self, place: Place) -> Transition<'_> {
        self.workers[place.worker as usize].transition(place.index as usize)
    }

    /// The potential, times its weight, where a decision was made.
    pub fn potential(&self, place: Place) -> f32 {
        self.workers[place.worker as usize].potential(place.index as usize)
    }

    /// The games that ended.
    pub fn episodes(&self) -> Vec<Episode> {
        self.workers.iter().flat_map(|worker| worker.episodes.iter().copied()).collect()
    }

    /// How well the values foretold the results, over the decisions whose result is known.
    pub fn calibration(&self) -> Calibration {
        let mut all = Calibration::default();
        self.workers.iter().for_each(|worker| all.add(&worker.calibration));
        all
    }
}
