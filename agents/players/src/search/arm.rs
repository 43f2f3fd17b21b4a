//! [`Arm`]: a candidate move with the scores of its simulations, and [`analysis`]: a choice between moves with its reasons.

use super::significance::{MeanEstimate, Scores};
use crate::policy::{Analysis, MoveAnalysis};

/// A move of the decision that is searched, as an arm of the bandit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arm<A> {
    pub action: A,
    /// The evaluator's prior probability that it is the best move.
    prior: f32,
    /// The score of the team that decides in each round until it was dropped.
    pub scores: Vec<f64>,
}

impl<A: Copy + PartialEq> Arm<A> {
    /// The `legal` actions with a positive prior, in the same order.
    pub fn candidates(legal: &[A], prior: &[f32]) -> Vec<Self> {
        let candidates = legal.iter().zip(prior).filter(|(_, prior)| **prior > 0.0);
        candidates.map(|(&action, &prior)| Self { action, prior, scores: Vec::new() }).collect()
    }

    /// The mean score; `None` before the first round.
    pub fn mean(&self) -> Option<f64> {
        (!self.scores.is_empty()).then(|| self.scores.iter().sum::<f64>() / self.scores.len() as f64)
    }

    /// The mean difference to another arm over the rounds in which both were simulated.
    pub fn difference_to(&self, other: &Self) -> Option<MeanEstimate> {
        let pairs = self.scores.iter().zip(&other.scores);
        let differences: Scores = pairs.map(|(a, b)| a - b).collect();
        differences.mean_estimate()
    }

    /// The margin over another arm.
    pub fn gain_over(&self, other: &Self) -> f64 {
        self.difference_to(other).map_or(f64::NEG_INFINITY, MeanEstimate::margin)
    }

    /// The rank of a move: by rounds, then by mean score, then by prior.
    fn rank(&self) -> (usize, Option<f64>, f32) {
        (self.scores.len(), self.mean(), self.prior)
    }
}

/// The choice of `arms[chosen]` with its reasons: the other moves follow by rank, then the rest of `legal`. `otherwise` is the
/// expected score if nothing was simulated.
pub(super) fn analysis<A: Copy + PartialEq>(
    mut arms: Vec<Arm<A>>,
    chosen: usize,
    legal: &[A],
    otherwise: f32,
) -> Analysis<A> {
    let choice = arms.remove(chosen);
    let (action, score) = (choice.action, choice.mean().unwrap_or(f64::from(otherwise)));
    arms.sort_by(|a, b| b.rank().partial_cmp(&a.rank()).expect("no score is NaN"));
    arms.insert(0, choice);
    let rounds: usize = arms.iter().map(|arm| arm.scores.len()).sum();
    let analysed = |arm: &Arm<A>| MoveAnalysis {
        action: arm.action,
        share: if rounds == 0 { f64::from(arm.prior) } else { arm.scores.len() as f64 / rounds as f64 },
        score: arm.mean(),
    };
    let left_out = legal.iter().filter(|&&action| arms.iter().all(|arm| arm.action != action));
    let nothing = |&action| MoveAnalysis { action, share: 0.0, score: None };
    Analysis { action, score, moves: arms.iter().map(analysed).chain(left_out.map(nothing)).collect() }
}
