//! [`Flat`]: simulates every move, the promising ones more often, and plays the best.

use std::fmt;

use holotable_env::{Game, GameRng, legal_actions};

use super::arm::{Arm, analysis};
use super::budget::{Budget, Clock};
use super::evaluator::{Evaluator, Position};
use super::significance::best_by_gain;
use super::{deal, play_forced};
use crate::policy::{Analysis, Policy};

/// Plays the favourite of the evaluator's prior unless another move is clearly better; without a favourite, the move with
/// the best mean score.
///
/// The budget is spent by sequential halving (Karnin, Koren and Somekh 2013, ICML): in each of log2(moves) phases of equal
/// length all remaining moves are simulated equally often, then the worse half is dropped, but never the favourite. Moves in
/// the same round share common random numbers, the same hidden cards and the same stream of chance, which reduces the
/// variance of their difference. Each phase simulates every remaining move at least once, even beyond the budget.
///
/// The evaluator scores the position after a move. Once one move leads all others by four standard errors the rest of the
/// budget is saved, since it would hardly ever change the choice.
pub struct Flat<G: Game> {
    budget: Budget,
    evaluator: Box<dyn Evaluator<G>>,
}

impl<G: Game> Flat<G> {
    /// A search within this budget per decision; `evaluator` scores positions.
    pub fn new(budget: Budget, evaluator: Box<dyn Evaluator<G>>) -> Self {
        Self { budget, evaluator }
    }

    /// Simulates each arm once in each of so many rounds, in a round with common random numbers; if the search is to end meanwhile,
    /// these rounds do not count.
    fn simulate(
        &mut self,
        game: &G,
        s: &G::State,
        arms: &mut [Arm<G::Action>],
        rounds: usize,
        rng: &mut GameRng,
        clock: &mut Clock,
    ) {
        let seat = game.actor(s).expect("it is asked for a move");
        let mut positions = Vec::with_capacity(rounds * arms.len());
        for _ in 0..rounds {
            let (view, dealt) = deal(game, s, seat, rng);
            for arm in &*arms {
                let (mut s, mut rngs) = (view, dealt.clone());
                rngs.step_alike(game, &mut s, arm.action);
                play_forced(game, &mut s, &mut rngs);
                positions.push(Position { s, rngs });
            }
        }
        let scores = self.evaluator.scores(game, &mut positions, &mut || clock.is_stopped());
        let Some(scores) = scores else { return };
        for (i, scores) in scores.iter().enumerate() {
            arms[i % arms.len()].scores.push(f64::from(scores[game.team(seat)]));
        }
    }
}

/// After how many rounds more than these to look for a lead: after 16 in all, 32, 64 and so on. Whoever looks after every round sees
/// a lead that luck alone made sooner or later.
fn until_a_look(rounds: usize) -> usize {
    (rounds + 1).next_power_of_two().max(16) - rounds
}

/// The number of standard errors by which a move must lead each other one for the search to end early.
const LEAD: f64 = 4.0;

/// Whether one of the moves leads each other one by [`LEAD`] standard errors.
fn one_leads<A: Copy + PartialEq>(arms: &[Arm<A>]) -> bool {
    let better = |best: usize, i: usize| if arms[i].mean() > arms[best].mean() { i } else { best };
    let leader = (0..arms.len()).reduce(better).expect("there are moves");
    let others = arms.iter().enumerate().filter(|&(i, _)| i != leader);
    others
        .into_iter()
        .all(|(_, arm)| arms[leader].difference_to(arm).is_some_and(|difference| difference.exceeds(LEAD)))
}

impl<G: Game> Policy<G> for Flat<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        self.analyse(game, s, rng).expect("a search analyses").action
    }

    fn analyse(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Analysis<G::Action>> {
        let seat = game.actor(s).expect("asked only while the game goes on");
        let (legal, team) = (legal_actions(game, s), game.team(seat));
        let mut clock = Clock::start(self.budget);
        let (view, mut rngs) = deal(game, s, seat, rng);
        let evaluation = self.evaluator.evaluate(game, &view, &legal, &mut rngs);
        let favourite = evaluation.favourite().map(|i| legal[i]);
        let mut arms = Arm::candidates(&legal, &evaluation.prior);
        let phases = if arms.len() > 1 { arms.len().next_power_of_two().ilog2() } else { 0 };
        let mut running = arms.len();
        for phase in 1..=phases {
            let share = f64::from(phase) / f64::from(phases);
            let settled = loop {
                let (done, at_once) = (arms[0].scores.len(), self.evaluator.batch().div_ceil(running));
                let (look, fit) = (until_a_look(done), clock.rounds(running, share, done));
                let rounds = at_once.min(look).min(fit);
                self.simulate(game, s, &mut arms[..running], rounds, rng, &mut clock);
                clock.count((rounds * running) as u64);
                let settled = rounds == look && one_leads(&arms[..running]);
                if settled || !clock.fits(running as u64, share) {
                    break settled;
                }
            };
            // The favourite stays in front, so that it is never dropped and all others are compared with it.
            let rank = |arm: &Arm<G::Action>| (Some(arm.action) == favourite, arm.mean());
            arms[..running].sort_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("no score is NaN"));
            running = running.div_ceil(2).max(2).min(running);
            if settled || clock.is_stopped() {
                break;
            }
        }
        let chosen = if favourite.is_some() { best_by_gain(&arms, 0, Arm::gain_over) } else { 0 };
        Some(analysis(arms, chosen, &legal, evaluation.scores[team]))
    }
}

impl<G: Game> fmt::Debug for Flat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flat").field("budget", &self.budget).finish_non_exhaustive()
    }
}
