//! [`Flat`] Monte Carlo: every move is tried out, the promising ones more often.

use std::fmt;

use holotable_env::{Game, GameRng, legal_actions};

use super::budget::{Budget, Clock};
use super::edge::{Edge, weighed};
use super::evaluator::Evaluator;
use super::significance::{MeanEstimate, Scores, best_by_gain};
use super::{deal, results, settle};
use crate::policy::{Policy, Weighed};

/// Plays the judge's favourite unless another move is surely better; without a favourite, the best mean result.
///
/// The budget is spent by sequential halving (Karnin, Koren and Somekh 2013, ICML): in each of log2(moves) phases of
/// equal length all moves still in the running are tried equally often, then the worse half is dropped, the favourite
/// never. Moves tried together meet common random numbers, the same hidden cards and the same stream of chance, so
/// their difference is less noisy than their results. Each phase tries its moves at least once, even beyond the
/// budget.
pub struct Flat<G: Game> {
    budget: Budget,
    evaluator: Box<dyn Evaluator<G>>,
}

impl<G: Game> Flat<G> {
    /// A search within this budget a decision; `evaluator` values what each move leads to.
    pub fn new(budget: Budget, evaluator: Box<dyn Evaluator<G>>) -> Self {
        Self { budget, evaluator }
    }

    /// Tries each arm once with the same luck.
    fn round(&mut self, game: &G, s: &G::State, seat: usize, arms: &mut [Arm<G>], rng: &mut GameRng) {
        let (view, dealt) = deal(game, s, seat, rng);
        for arm in arms {
            let (mut game_match, mut after) = (dealt.clone(), view);
            game.step(&mut after, arm.action, &mut game_match.chance);
            let scores = match settle(game, &mut after, &mut game_match.chance) {
                None => results(game, &after),
                Some((_, legal)) => self.evaluator.evaluate(game, &after, &legal, &mut game_match).scores,
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
    fn new(one: Edge<G::Action>) -> Self {
        Self { action: one.action, prior: one.prior, scores: Vec::new() }
    }

    fn mean(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }

    /// By how much this move is surely better than another under the same luck; negative if that is open.
    fn gain_over(&self, other: &Self) -> f64 {
        let pairs = self.scores.iter().zip(&other.scores);
        let differences: Scores = pairs.map(|(a, b)| a - b).collect();
        differences.mean_estimate().map_or(f64::NEG_INFINITY, MeanEstimate::lower_bound_of_gain)
    }

    fn edge(&self) -> Edge<G::Action> {
        Edge { action: self.action, prior: self.prior, scores: self.scores.iter().copied().collect() }
    }
}

impl<G: Game> Policy<G> for Flat<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        self.weigh(game, s, rng).expect("a search weighs").action
    }

    fn weigh(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Weighed<G::Action>> {
        let seat = game.actor(s).expect("asked only while the game goes on");
        let (legal, team) = (legal_actions(game, s), game.team(seat));
        let mut clock = Clock::start(self.budget);
        let (view, mut game_match) = deal(game, s, seat, rng);
        let evaluation = self.evaluator.evaluate(game, &view, &legal, &mut game_match);
        let favourite = evaluation.favourite().map(|i| legal[i]);
        let candidates = Edge::candidates(&legal, &evaluation.prior);
        let mut arms: Vec<Arm<G>> = candidates.into_iter().map(Arm::new).collect();
        let phases = if arms.len() > 1 { arms.len().next_power_of_two().ilog2() } else { 0 };
        let mut running = arms.len();
        for phase in 1..=phases {
            let share = f64::from(phase) / f64::from(phases);
            loop {
                self.round(game, s, seat, &mut arms[..running], rng);
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
        let chosen = if favourite.is_some() { best_by_gain(&arms, 0, Arm::gain_over) } else { 0 };
        let moves = arms.iter().map(Arm::edge).collect();
        Some(weighed(moves, chosen, &legal, evaluation.scores[team]))
    }
}

impl<G: Game> fmt::Debug for Flat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flat").field("budget", &self.budget).finish_non_exhaustive()
    }
}
