//! [`Flat`] Monte Carlo: every move is tried out, the promising ones more often.

use std::fmt;

use holotable_env::{Game, legal_actions};
use rand::Rng;

use super::budget::{Budget, Clock};
use super::judge::Judge;
use super::{results, settle};
use crate::play::Table;
use crate::policy::{Luck, Policy, Weighed, Weight};

/// Plays the move with the best mean result.
///
/// The budget is spent by sequential halving (Karnin, Koren and Somekh 2013, ICML): in each of log2(moves) phases of
/// equal length all moves still in the running are tried equally often, then the worse half is dropped. Moves tried
/// together meet common random numbers, the same hidden cards and the same stream of chance, so their difference is
/// less noisy than their results. Each phase tries its moves at least once, even beyond the budget. Of equally good
/// moves the one that the judge favours is played.
pub struct Flat<G: Game> {
    budget: Budget,
    judge: Box<dyn Judge<G>>,
}

impl<G: Game> Flat<G> {
    /// A search within this budget a decision; `judge` values what each move leads to.
    pub fn new(budget: Budget, judge: Box<dyn Judge<G>>) -> Self {
        Self { budget, judge }
    }

    /// The moves, the judge's favourites first.
    fn arms(&mut self, game: &G, s: &G::State, seat: usize, legal: &[G::Action], seed: u64) -> Vec<Arm<G>> {
        let (mut view, mut table) = (*s, Table::new(seed, game.players()));
        game.redeal(&mut view, seat, &mut table.chance);
        let prior = self.judge.judge(game, &view, legal, &mut table).prior;
        let mut order: Vec<usize> = (0..legal.len()).collect();
        order.sort_by(|&a, &b| prior[b].total_cmp(&prior[a]));
        order.into_iter().map(|i| Arm { action: legal[i], total: 0.0, tries: 0 }).collect()
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
            arm.total += f64::from(scores[game.team(seat)]);
            arm.tries += 1;
        }
    }
}

/// A move being tried out.
struct Arm<G: Game> {
    action: G::Action,
    total: f64,
    tries: u64,
}

impl<G: Game> Arm<G> {
    fn mean(&self) -> f64 {
        self.total / self.tries as f64
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
        let mut arms = self.arms(game, s, seat, &legal, luck.0.next_u64());
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
            arms[..running].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            running = running.div_ceil(2);
        }
        let tries: u64 = arms.iter().map(|arm| arm.tries).sum();
        let weight = |arm: &Arm<G>| Weight {
            action: arm.action,
            share: arm.tries as f64 / tries as f64,
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
