//! [`Edge`]: a move and what its tries came to, and [`weighed`]: the choice between several.

use super::significance::Scores;
use crate::policy::{Weighed, Weight};

/// A move of the decision that is searched for, or of a later one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge<A> {
    pub action: A,
    /// How likely the judge finds it to be the best; 0 if it is not to be tried.
    pub prior: f32,
    /// Those of the team that decides.
    pub scores: Scores,
}

impl<A: Copy + PartialEq> Edge<A> {
    /// Those of the actions `legal` that are worth trying, in the same order.
    pub fn candidates(legal: &[A], prior: &[f32]) -> Vec<Self> {
        let worth = legal.iter().zip(prior).filter(|(_, prior)| **prior > 0.0);
        worth.map(|(&action, &prior)| Self { action, prior, scores: Scores::default() }).collect()
    }

    /// Moves are ranked by how often they were tried, then by their scores, then by the judge's prior.
    fn rank(&self) -> (u32, f64, f32) {
        (self.scores.count, self.scores.mean().unwrap_or(0.0), self.prior)
    }

    /// The place of the highest rank, the first of equals.
    pub fn most_visited(moves: &[Self]) -> usize {
        (1..moves.len()).fold(0, |best, i| if moves[i].rank() > moves[best].rank() { i } else { best })
    }
}

/// What led to the choice of `moves[chosen]`: the others follow by rank, and last what else is `legal`. `otherwise`
/// is what to expect if nothing was tried.
pub(super) fn weighed<A: Copy + PartialEq>(
    mut moves: Vec<Edge<A>>,
    chosen: usize,
    legal: &[A],
    otherwise: f32,
) -> Weighed<A> {
    let choice = moves.remove(chosen);
    moves.sort_by(|a, b| b.rank().partial_cmp(&a.rank()).expect("no score is NaN"));
    moves.insert(0, choice);
    let tries: u32 = moves.iter().map(|one| one.scores.count).sum();
    let weight = |one: &Edge<A>| Weight {
        action: one.action,
        share: match tries {
            0 => f64::from(one.prior),
            _ => f64::from(one.scores.count) / f64::from(tries),
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
