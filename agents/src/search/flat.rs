//! [`Flat`] Monte Carlo: every move is tried out, the promising ones more often.

use std::fmt;

use holotable_env::{Game, legal_actions};
use rand::Rng;

use super::budget::{Budget, Clock};
use super::judge::Judge;
use super::{results, settle};
use crate::play::Table;
use crate::policy::{Luck, Policy, Weighed, Weight};

/// How many standard errors a difference must have to count (95 % one-sided).
const SURE: f64 = 1.645;

/// Plays the move with the best mean result, as far as that can be told.
///
/// The budget is spent by sequential halving (Karnin, Koren and Somekh 2013, ICML): in each of log2(moves) phases of
/// equal length all moves still in the running are tried equally often, then the worse half is dropped. Moves tried
/// together meet common random numbers, the same hidden cards and the same stream of chance, so their difference is
/// less noisy than their results. Each phase tries its moves at least once, even beyond the budget.
///
/// The move that the judge favours is tried to the end, and played unless another was surely better, by more than
/// 1.645 standard errors of the difference between the two: over hundreds of decisions the errors of a search that
/// follows every whim of its samples cost more than its finds bring. A judge that favours none gets the best mean.
pub struct Flat<G: Game> {
    budget: Budget,
    judge: Box<dyn Judge<G>>,
}

impl<G: Game> Flat<G> {
    /// A search within this budget a decision; `judge` values what each move leads to.
    pub fn new(budget: Budget, judge: Box<dyn Judge<G>>) -> Self {
        Self { budget, judge }
    }

    /// The moves, the judge's favourites first, and whether one is ahead of all others.
    fn arms(
        &mut self,
        game: &G,
        s: &G::State,
        seat: usize,
        legal: &[G::Action],
        seed: u64,
    ) -> (Vec<Arm<G>>, bool) {
        let (mut view, mut table) = (*s, Table::new(seed, game.players()));
        game.redeal(&mut view, seat, &mut table.chance);
        let prior = self.judge.judge(game, &view, legal, &mut table).prior;
        let mut order: Vec<usize> = (0..legal.len()).collect();
        order.sort_by(|&a, &b| prior[b].total_cmp(&prior[a]));
        let favours = order.len() > 1 && prior[order[0]] > prior[order[1]];
        (order.into_iter().map(|i| Arm { action: legal[i], scores: Vec::new() }).collect(), favours)
    }

    /// Tries each arm once with the same luck.
    fn round(&mut self, game: &G, s: &G::State, seat: usize, arms: &mut [Arm<G>], seed: u64) {
        let mut dealt = Table::new(seed, game.players());
        let mut view = *s;
        game.redeal(&mut view, seat, &mut dealt.chance);
        for arm in arms {
            let (mut table, mut after) = (dealt.clone(), view);
            game.step(&mut after, arm.action, &mut table.chance);
            let scores = match settle(game, &mut after, &mut table.chance) {
                None => results(game, &after),
                Some((_, legal)) => self.judge.judge(game, &after, &legal, &mut table).scores,
            };
            arm.scores.push(f64::from(scores[game.team(seat)]));
        }
    }
}

/// A move being tried out.
struct Arm<G: Game> {
    action: G::Action,
    /// Under the luck of the first round, the second and so on, until it was dropped.
    scores: Vec<f64>,
}

impl<G: Game> Arm<G> {
    fn mean(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }

    /// By how much this move is surely better than another under the same luck; negative if that is open.
    fn lead(&self, other: &Self) -> f64 {
        let pairs = self.scores.iter().zip(&other.scores);
        let Spread { mean, error } = Spread::of(pairs.map(|(a, b)| a - b));
        mean - SURE * error
    }
}

/// The mean of a sample and its standard error.
struct Spread {
    mean: f64,
    error: f64,
}

impl Spread {
    fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let n = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / n;
        let squares: f64 = values.map(|x| (x - mean).powi(2)).sum();
        // Of a few equal differences little is known: as if one more had been a whole game apart.
        Self { mean, error: ((squares + 1.0) / n / n).sqrt() }
    }
}

impl<G: Game> Policy<G> for Flat<G> {
    fn choose(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> G::Action {
        self.weigh(game, s, luck).expect("a search weighs").action
    }

    fn weigh(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> Option<Weighed<G::Action>> {
        let seat = game.actor(s).expect("asked only while the game goes on");
        let legal = legal_actions(game, s);
        let mut clock = Clock::start(self.budget);
        let (mut arms, favours) = self.arms(game, s, seat, &legal, luck.0.next_u64());
        let favourite = arms[0].action;
        let phases = arms.len().next_power_of_two().ilog2().max(1);
        let mut running = arms.len();
        for phase in 1..=phases {
            let share = f64::from(phase) / f64::from(phases);
            loop {
                self.round(game, s, seat, &mut arms[..running], luck.0.next_u64());
                clock.count(running as u64);
                if !clock.fits(running as u64, share) {
                    break;
                }
            }
            // What is favoured stays in front, so that all others are compared with it.
            let rank = |arm: &Arm<G>| (favours && arm.action == favourite, arm.mean());
            arms[..running].sort_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("no score is NaN"));
            running = running.div_ceil(2).max(2).min(running);
        }
        if favours {
            let lead = |arm: &Arm<G>| if arm.action == favourite { 0.0 } else { arm.lead(&arms[0]) };
            let leads: Vec<f64> = arms.iter().map(lead).collect();
            let best = (0..arms.len()).fold(0, |best, i| if leads[i] > leads[best] { i } else { best });
            arms.swap(0, best);
        }
        let tries: usize = arms.iter().map(|arm| arm.scores.len()).sum();
        let weight = |arm: &Arm<G>| Weight {
            action: arm.action,
            share: arm.scores.len() as f64 / tries as f64,
            score: Some(arm.mean()),
        };
        Some(Weighed {
            action: arms[0].action,
            score: arms[0].mean(),
            moves: arms.iter().map(weight).collect(),
        })
    }
}

impl<G: Game> fmt::Debug for Flat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flat").field("budget", &self.budget).finish_non_exhaustive()
    }
}
