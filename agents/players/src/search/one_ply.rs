//! [`OnePly`]: plays the action after which the mean value is greatest.

use std::fmt;

use holotable_env::{Game, GameRng, is_forced, legal_actions, outcomes};

use super::arm::{Arm, analysis};
use super::evaluator::Evaluator;
use super::{deal, play_forced, results};
use crate::match_rngs::MatchRngs;
use crate::policy::{Analysis, Policy};

/// The most outcomes of an action that are evaluated one by one.
const MOST_OUTCOMES: usize = 256;
/// How many are drawn where there are more, or where something is hidden.
const DRAWN: usize = 48;

/// Looks one action ahead: evaluates the positions in which the next decision is due, without simulations.
///
/// It shows how well a value ranks actions. Where nothing is hidden the mean over all outcomes of an action and of the forced moves
/// after it is exact, up to 256 of them. Otherwise 48 outcomes are drawn, with common random numbers for all actions.
pub struct OnePly<G: Game> {
    evaluator: Box<dyn Evaluator<G>>,
}

impl<G: Game> OnePly<G> {
    /// The player that follows the values of `evaluator`.
    pub fn new(evaluator: Box<dyn Evaluator<G>>) -> Self {
        Self { evaluator }
    }

    /// The score that `team` expects in a position, or has at the end.
    fn value(&mut self, game: &G, s: &G::State, team: usize, rngs: &mut MatchRngs) -> f64 {
        let scores = match game.actor(s) {
            None => results(game, s),
            Some(_) => self.evaluator.evaluate(game, s, &legal_actions(game, s), rngs).scores,
        };
        f64::from(scores[team])
    }

    /// The values after so many draws of each action.
    fn draw(&mut self, game: &G, s: &G::State, arms: &mut [Arm<G::Action>], rng: &mut GameRng) {
        let seat = game.actor(s).expect("it is asked for a move");
        for _ in 0..DRAWN {
            let (view, dealt) = deal(game, s, seat, rng);
            for arm in &mut *arms {
                let (mut s, mut rngs) = (view, dealt.clone());
                rngs.step_alike(game, &mut s, arm.action);
                play_forced(game, &mut s, &mut rngs);
                arm.scores.push(self.value(game, &s, game.team(seat), &mut rngs));
            }
        }
    }
}

/// The positions in which the next decision is due after an action, or the game is over, with their probabilities; `None` if
/// there are more than [`MOST_OUTCOMES`].
fn decisions_after<G: Game>(game: &G, s: &G::State, action: G::Action) -> Option<Vec<(f64, G::State)>> {
    let (mut waiting, mut due) = (vec![(1.0, *s, action)], Vec::new());
    while let Some((probability, s, action)) = waiting.pop() {
        for outcome in outcomes(game, &s, action, MOST_OUTCOMES).ok()? {
            let (probability, s) = (probability * outcome.probability, outcome.state);
            if game.actor(&s).is_some() && is_forced(game, &s) {
                waiting.push((probability, s, legal_actions(game, &s)[0]));
            } else {
                due.push((probability, s));
            }
        }
        if waiting.len() + due.len() > MOST_OUTCOMES {
            return None;
        }
    }
    Some(due)
}

impl<G: Game> Policy<G> for OnePly<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        self.analyse(game, s, rng).expect("a search analyses").action
    }

    fn analyse(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Analysis<G::Action>> {
        let seat = game.actor(s).expect("asked only while the game goes on");
        let (legal, team) = (legal_actions(game, s), game.team(seat));
        let (view, mut rngs) = deal(game, s, seat, rng);
        let evaluation = self.evaluator.evaluate(game, &view, &legal, &mut rngs);
        let mut arms = Arm::candidates(&legal, &evaluation.prior);
        let is_open = deal(game, s, seat, rng).0 == view;
        let exact: Option<Vec<_>> = if is_open {
            arms.iter().map(|arm| decisions_after(game, &view, arm.action)).collect()
        } else {
            None
        };
        match exact {
            Some(all) => {
                for (arm, after) in arms.iter_mut().zip(all) {
                    let value = |(p, s): &(f64, G::State)| p * self.value(game, s, team, &mut rngs);
                    arm.scores.push(after.iter().map(value).sum());
                }
            }
            None => self.draw(game, s, &mut arms, rng),
        }
        let better = |best: usize, i: usize| if arms[i].mean() > arms[best].mean() { i } else { best };
        let chosen = (0..arms.len()).reduce(better).expect("there are moves");
        Some(analysis(arms, chosen, &legal, evaluation.scores[team]))
    }
}

impl<G: Game> fmt::Debug for OnePly<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnePly").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use holotable_env::{Sample, generator};
    use holotable_games::toys::minefield::{Minefield, State, Walker, minefield};

    use super::super::evaluator::Evaluation;
    use super::*;

    /// Knows what the second seat can expect, and likes all moves alike.
    struct Oracle;

    impl Evaluator<Minefield> for Oracle {
        fn evaluate(
            &mut self,
            _: &Minefield,
            s: &State,
            legal: &[<Minefield as Game>::Action],
            _: &mut MatchRngs,
        ) -> Evaluation {
            let prior = vec![1.0 / legal.len() as f32; legal.len()];
            Evaluation { prior, scores: vec![0.0, Minefield::best(s.walkers[1].at, s.round).0 as f32] }
        }
    }

    /// With the exact value of the position after it, one ply is best play, and expects what that is worth.
    #[test]
    fn an_exact_value_makes_best_play() {
        let game = minefield(2);
        let mut player = OnePly::new(Box::new(Oracle));
        for (at, round) in [(0, 0), (1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (4, 3), (5, 3)] {
            let mut s = game.start(&mut Sample(generator(1, 0)));
            s.walkers[0] = Walker { out: true, ..Walker::default() };
            s.walkers[1].at = at;
            (s.turn, s.round) = (1, round);
            let analysis = player.analyse(&game, &s, &mut Sample(generator(2, 0))).unwrap();
            let (worth, best) = Minefield::best(at, round);
            assert_eq!(analysis.action, best, "at {at} in round {round}");
            assert!((analysis.score - worth).abs() < 1e-6, "at {at} in round {round}: {analysis:?}");
        }
    }
}
