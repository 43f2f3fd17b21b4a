//! [`Flat`] Monte Carlo: every move is tried out, the promising ones more often.

use std::fmt;

use holotable_env::{Game, legal_actions};

use super::budget::{Budget, Clock};
use super::judge::Judge;
use super::lead::{Scores, Spread, leader};
use super::tried::{Tried, weighed};
use super::{deal, results, settle};
use crate::policy::{Luck, Policy, Weighed};

/// Plays the judge's favourite unless another move is surely better; without a favourite, the best mean result.
///
/// The budget is spent by sequential halving (Karnin, Koren and Somekh 2013, ICML): in each of log2(moves) phases of
/// equal length all moves still in the running are tried equally often, then the worse half is dropped, the favourite
/// never. Moves tried together meet common random numbers, the same hidden cards and the same stream of chance, so
/// their difference is less noisy than their results. Each phase tries its moves at least once, even beyond the
/// budget.
pub struct Flat<G: Game> {
    budget: Budget,
    judge: Box<dyn Judge<G>>,
}

impl<G: Game> Flat<G> {
    /// A search within this budget a decision; `judge` values what each move leads to.
    pub fn new(budget: Budget, judge: Box<dyn Judge<G>>) -> Self {
        Self { budget, judge }
    }

    /// Tries each arm once with the same luck.
    fn round(&mut self, game: &G, s: &G::State, seat: usize, arms: &mut [Arm<G>], luck: &mut Luck) {
        let (view, dealt) = deal(game, s, seat, luck);
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
    prior: f32,
    /// Under the luck of the first round, the second and so on, until it was dropped.
    scores: Vec<f64>,
}

impl<G: Game> Arm<G> {
    fn new(one: Tried<G::Action>) -> Self {
        Self { action: one.action, prior: one.prior, scores: Vec::new() }
    }

    fn mean(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }

    /// By how much this move is surely better than another under the same luck; negative if that is open.
    fn lead(&self, other: &Self) -> f64 {
        let pairs = self.scores.iter().zip(&other.scores);
        let differences: Scores = pairs.map(|(a, b)| a - b).collect();
        differences.spread().map_or(f64::NEG_INFINITY, Spread::lead)
    }

    fn tried(&self) -> Tried<G::Action> {
        Tried { action: self.action, prior: self.prior, scores: self.scores.iter().copied().collect() }
    }
}

impl<G: Game> Policy<G> for Flat<G> {
    fn choose(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> G::Action {
        self.weigh(game, s, luck).expect("a search weighs").action
    }

    fn weigh(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> Option<Weighed<G::Action>> {
        let seat = game.actor(s).expect("asked only while the game goes on");
        let (legal, team) = (legal_actions(game, s), game.team(seat));
        let mut clock = Clock::start(self.budget);
        let (view, mut table) = deal(game, s, seat, luck);
        let judgement = self.judge.judge(game, &view, &legal, &mut table);
        let favourite = judgement.favourite().map(|i| legal[i]);
        let candidates = Tried::candidates(&legal, &judgement.prior);
        let mut arms: Vec<Arm<G>> = candidates.into_iter().map(Arm::new).collect();
        let phases = if arms.len() > 1 { arms.len().next_power_of_two().ilog2() } else { 0 };
        let mut running = arms.len();
        for phase in 1..=phases {
            let share = f64::from(phase) / f64::from(phases);
            loop {
                self.round(game, s, seat, &mut arms[..running], luck);
                clock.count(running as u64);
                if !clock.fits(running as u64, share) {
                    break;
                }
            }
            // What is favoured stays in front, so that all others are compared with it.
            let rank = |arm: &Arm<G>| (Some(arm.action) == favourite, arm.mean());
            arms[..running].sort_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("no score is NaN"));
            running = running.div_ceil(2).max(2).min(running);
        }
        let chosen = if favourite.is_some() { leader(&arms, 0, Arm::lead) } else { 0 };
        let moves = arms.iter().map(Arm::tried).collect();
        Some(weighed(moves, chosen, &legal, judgement.scores[team]))
    }
}

impl<G: Game> fmt::Debug for Flat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flat").field("budget", &self.budget).finish_non_exhaustive()
    }
}
