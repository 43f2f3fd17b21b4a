//! [`Edge`]: a move with the scores of its simulations, and [`weighed`]: a choice between moves with its reasons.

use super::significance::Scores;
use crate::policy::{Weighed, Weight};

/// A move of the decision that is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge<A> {
    pub action: A,
    /// The evaluator's prior probability that it is the best move.
    pub prior: f32,
    /// The scores of the team that decides, one per visit.
    pub scores: Scores,
}

impl<A: Copy + PartialEq> Edge<A> {
    /// The edges of the `legal` actions with a positive prior, in the same order.
    pub fn candidates(legal: &[A], prior: &[f32]) -> Vec<Self> {
        let candidates = legal.iter().zip(prior).filter(|(_, prior)| **prior > 0.0);
        candidates.map(|(&action, &prior)| Self { action, prior, scores: Scores::default() }).collect()
    }

    /// The rank of a move: by visits, then by mean score, then by prior.
    fn rank(&self) -> (u32, f64, f32) {
        (self.scores.count, self.scores.mean().unwrap_or(0.0), self.prior)
    }
}

/// The choice of `moves[chosen]` with its reasons: the other moves follow by rank, then the rest of `legal`. `otherwise` is the
/// expected score if nothing was simulated.
pub(super) fn weighed<A: Copy + PartialEq>(
    mut moves: Vec<Edge<A>>,
    chosen: usize,
    legal: &[A],
    otherwise: f32,
) -> Weighed<A> {
    let choice = moves.remove(chosen);
    moves.sort_by(|a, b| b.rank().partial_cmp(&a.rank()).expect("no score is NaN"));
    moves.insert(0, choice);
    let visits: u32 = moves.iter().map(|one| one.scores.count).sum();
    let weight = |one: &Edge<A>| Weight {
        action: one.action,
        share: match visits {
            0 => f64::from(one.prior),
            _ => f64::from(one.scores.count) / f64::from(visits),
        },
        score: one.scores.mean(),
    };
    let left_out = legal.iter().filter(|&&action| moves.iter().all(|one| one.action != action));
    let nothing = |&action| Weight { action, share: 0.0, score: None };
    Weighed {
        action: choice.action,
        score: choice.scores.mean().unwrap_or(f64::from(otherwise)),
        moves: moves.iter().map(weight).chain(left_out.map(nothing)).collect(),
    }
}
