//! [`Rollout`]: many games played by the current policy, kept as one batch of decisions to learn from.
//!
//! Everything is preallocated; games write their observations straight into the record. A row is time `t`,
//! slot `e`: row `t * slots + e`. Forced moves are played by the batch and leave no row.

use std::ops::Range;

use holotable_env::{AutoReset, Batch, BatchConfig, Buffers, Tabletop};
use rand_chacha::ChaCha8Rng;
use tch::Tensor;

use super::config::Config;
use super::gae::{Decision, End, Prospect, advantages, surprises};
use super::guide::Guide;
use super::net::TrainedNet;
use super::parallel::evaluate;
use super::tensors::Tensors;
use crate::net::{sample, uniform};

/// A game that ended during a rollout.
#[derive(Clone, Copy, Debug)]
pub struct Episode {
    /// The score of the first team; `None` if the game was cut.
    pub score: Option<f32>,
    /// Its decisions, forced moves not counted.
    pub length: u32,
}

/// What the decisions of a rollout are worth.
#[derive(Debug)]
pub struct Worth<'a, G: Tabletop> {
    /// The hints, if any.
    pub guide: &'a dyn Guide<G>,
    /// Their weight now.
    pub shaping: f32,
    /// The discount.
    pub gamma: f32,
    /// The trace decay.
    pub lambda: f32,
}

/// The games and the record of their last decisions.
#[derive(Debug)]
pub struct Rollout<G: Tabletop> {
    pub(super) batch: Batch<G>,
    steps: usize,
    pub(super) slots: usize,
    /// A seat of each team, to read the team's reward from.
    seats: Vec<usize>,
    /// One row of slots more than steps, for where the record ends; so also `mask`, `actor`, `before`.
    obs: Vec<f32>,
    mask: Vec<bool>,
    actor: Vec<u8>,
    before: Vec<Prospect>,
    action: Vec<usize>,
    /// The log-probability of each action when it was chosen.
    pub log_prob: Vec<f32>,
    reward: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    final_obs: Vec<f32>,
    /// Rows cut by the bound on decisions, with where they were cut.
    cuts: Vec<(usize, Prospect)>,
    /// The advantage of each row.
    pub advantage: Vec<f32>,
    /// The rows that count in the losses.
    pub counted: Vec<i64>,
    /// The games that ended.
    pub episodes: Vec<Episode>,
    /// The mean squared error of the values, read as chances to win, over the decisions whose result is known.
    pub brier: Option<f64>,
}

impl<G: Tabletop> Rollout<G> {
    /// `num_envs` games at their start.
    pub fn new(game: &G, config: &Config) -> Self {
        let (slots, steps) = (config.num_envs, config.rollout_steps);
        let batch = BatchConfig {
            seed: config.seed,
            auto_reset: AutoReset::SameStep,
            skip_forced: true,
            max_decisions: config.bound::<G>(),
            rewards: (-1.0, 1.0),
            parallel: true,
        };
        let batch = Batch::new(game.clone(), slots, batch);
        let (obs, actions) = (batch.layout().observation, batch.layout().actions);
        let (rows, more) = (steps * slots, (steps + 1) * slots);
        Self {
            seats: teams(game),
            steps,
            slots,
            obs: vec![0.0; more * obs],
            mask: vec![false; more * actions],
            actor: vec![0; more],
            before: vec![Prospect { team: 0, value: 0.0, potential: 0.0 }; more],
            action: vec![0; rows],
            log_prob: vec![0.0; rows],
            reward: vec![0.0; rows * game.players()],
            terminated: vec![false; rows],
            truncated: vec![false; rows],
            final_obs: vec![0.0; slots * obs],
            cuts: Vec::new(),
            advantage: vec![0.0; rows],
            counted: Vec::with_capacity(rows),
            episodes: Vec::new(),
            brier: None,
            batch,
        }
    }

    /// Plays every slot `rollout_steps` decisions on and works out what they were worth.
    pub fn collect(&mut self, net: &TrainedNet, worth: &Worth<'_, G>, rng: &mut ChaCha8Rng) {
        self.episodes.clear();
        self.cuts.clear();
        self.write();
        let mut logits = vec![0.0; self.slots * self.batch.layout().actions];
        for t in 0..self.steps {
            self.look(t, net, worth, Some(&mut logits));
            self.choose(t, &logits, rng);
            let lengths: Vec<u32> = (0..self.slots).map(|e| self.batch.decisions(e) + 1).collect();
            self.step(t);
            self.note_ends(t, &lengths, net, worth);
        }
        self.look(self.steps, net, worth, None);
        self.appraise(worth);
    }

    fn rows(&self, t: usize) -> Range<usize> {
        t * self.slots..(t + 1) * self.slots
    }

    /// Writes where every slot stands into the first rows.
    fn write(&mut self) {
        let (rows, (obs, actions)) = (self.slots, self.widths());
        let mut out = Buffers {
            obs: &mut self.obs[..rows * obs],
            mask: &mut self.mask[..rows * actions],
            reward: &mut self.reward[..rows * self.batch.game().players()],
            actor: &mut self.actor[..rows],
            terminated: &mut self.terminated[..rows],
            truncated: &mut self.truncated[..rows],
            final_obs: &mut self.final_obs,
        };
        self.batch.write(&mut out);
    }

    /// Plays the chosen actions of time `t`; the games write the rows of `t + 1`.
    fn step(&mut self, t: usize) {
        let (now, next, (obs, actions)) = (self.rows(t), self.rows(t + 1), self.widths());
        let players = self.batch.game().players();
        let mut out = Buffers {
            obs: &mut self.obs[times(&next, obs)],
            mask: &mut self.mask[times(&next, actions)],
            reward: &mut self.reward[times(&now, players)],
            actor: &mut self.actor[next],
            terminated: &mut self.terminated[now.clone()],
            truncated: &mut self.truncated[now.clone()],
            final_obs: &mut self.final_obs,
        };
        self.batch.step(&self.action[now], &mut out).expect("actions come from the mask");
    }

    /// Asks the network about the rows of time `t`.
    fn look(&mut self, t: usize, net: &TrainedNet, worth: &Worth<'_, G>, logits: Option<&mut Vec<f32>>) {
        let (rows, (obs, _)) = (self.rows(t), self.widths());
        let values = evaluate(net, &self.obs[times(&rows, obs)], obs, logits);
        for (e, row) in rows.enumerate() {
            let team = self.batch.game().team(usize::from(self.actor[row]));
            let potential = self.weigh(self.batch.state(e), team, worth);
            self.before[row] = Prospect { team, value: values[e], potential };
        }
    }

    fn weigh(&self, s: &G::State, team: usize, worth: &Worth<'_, G>) -> f32 {
        if worth.shaping == 0.0 {
            return 0.0;
        }
        worth.shaping * worth.guide.phi(self.batch.game(), s, team)
    }

    fn choose(&mut self, t: usize, logits: &[f32], rng: &mut ChaCha8Rng) {
        let (_, actions) = self.widths();
        let mut legal = Vec::with_capacity(actions);
        for (e, row) in self.rows(t).enumerate() {
            let mask = &self.mask[row * actions..(row + 1) * actions];
            legal.clear();
            legal.extend((0..actions).filter(|&a| mask[a]));
            let (action, log_prob) = sample(&legal, |a| logits[e * actions + a], uniform(rng));
            (self.action[row], self.log_prob[row]) = (action, log_prob);
        }
    }

    /// Keeps the results of games that ended, and the prospects of those that were cut.
    fn note_ends(&mut self, t: usize, lengths: &[u32], net: &TrainedNet, worth: &Worth<'_, G>) {
        let ((obs, _), game) = (self.widths(), self.batch.game().clone());
        for (e, row) in self.rows(t).enumerate() {
            if !self.terminated[row] && !self.truncated[row] {
                continue;
            }
            let last = self.batch.final_state(e);
            let score = self.terminated[row].then(|| game.score(last, self.seats[0]));
            self.episodes.push(Episode { score, length: lengths[e] });
            if let Some(actor) = game.actor(last).filter(|_| self.truncated[row]) {
                let team = game.team(actor);
                let value = evaluate(net, &self.final_obs[times(&(e..e + 1), obs)], obs, None)[0];
                let potential = self.weigh(last, team, worth);
                self.cuts.push((row, Prospect { team, value, potential }));
            }
        }
    }

    /// Works out advantages, which rows count, and how well the values foretell the results.
    fn appraise(&mut self, worth: &Worth<'_, G>) {
        let (teams, players) = (self.seats.len(), self.batch.game().players());
        let mut ends = vec![End::No; self.steps * self.slots];
        for (row, end) in ends.iter_mut().enumerate().filter(|(row, _)| self.terminated[*row]) {
            debug_assert!(!self.truncated[row], "an end is not a cut");
            *end = End::Terminated;
        }
        for &(row, prospect) in &self.cuts {
            ends[row] = End::Truncated(prospect);
        }
        let mut errors = Vec::new();
        for e in 0..self.slots {
            let row = |t: usize| t * self.slots + e;
            let steps = 0..self.steps;
            let trace: Vec<Decision> =
                steps.clone().map(|t| Decision { before: self.before[row(t)], end: ends[row(t)] }).collect();
            let of_team = |t: usize, k: usize| self.reward[row(t) * players + self.seats[k]];
            let rewards: Vec<f32> = steps.flat_map(|t| (0..teams).map(move |k| of_team(t, k))).collect();
            let after = self.before[row(self.steps)];
            let found = advantages(&trace, &rewards, teams, after, (worth.gamma, worth.lambda));
            surprises(&trace, &rewards, teams, &mut errors);
            for (t, advantage) in found.into_iter().enumerate() {
                // NaN marks what must not be used; `counted` leaves it out.
                self.advantage[row(t)] = advantage.unwrap_or(f32::NAN);
            }
        }
        self.counted.clear();
        self.counted
            .extend((0..self.advantage.len() as i64).filter(|&r| !self.advantage[r as usize].is_nan()));
        self.brier = (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64);
    }

    /// The record as tensors, a row a decision.
    pub fn tensors(&self) -> Tensors {
        let (rows, (obs, actions)) = (self.steps * self.slots, self.widths());
        let shaped = |x: &Tensor, width: usize| x.view([rows as i64, width as i64]);
        let action: Vec<i64> = self.action.iter().map(|&a| a as i64).collect();
        let (advantage, value) = (Tensor::from_slice(&self.advantage), Tensor::from_slice(&self.values()));
        Tensors {
            obs: shaped(&Tensor::from_slice(&self.obs[..rows * obs]), obs),
            illegal: shaped(&Tensor::from_slice(&self.mask[..rows * actions]), actions).logical_not(),
            action: Tensor::from_slice(&action),
            log_prob: Tensor::from_slice(&self.log_prob),
            target: &advantage + &value,
            advantage,
            value,
        }
    }

    /// The value of each row when it was played.
    pub fn values(&self) -> Vec<f32> {
        self.before[..self.steps * self.slots].iter().map(|b| b.value).collect()
    }

    /// The potential, times its weight, where this row's decision was made.
    pub fn potential(&self, row: usize) -> f32 {
        self.before[row].potential
    }

    /// The number of values observed and the number of actions.
    fn widths(&self) -> (usize, usize) {
        (self.batch.layout().observation, self.batch.layout().actions)
    }
}

/// A seat of each team.
pub fn teams<G: Tabletop>(game: &G) -> Vec<usize> {
    let mut seats = Vec::new();
    while let Some(seat) = (0..game.players()).find(|&p| game.team(p) == seats.len()) {
        seats.push(seat);
    }
    seats
}

fn times(rows: &Range<usize>, width: usize) -> Range<usize> {
    rows.start * width..rows.end * width
}
