//! What the expert makes of a position, for networks: a prior over its actions.

use holotable_env::risk::{Action, Risk, State};
use holotable_env::{Sink, legal_actions};

use super::expert::{Expert, scores};
use crate::bots::Worths;

/// How much better an action must be scored to be chosen e times as often.
const TEMPERATURE: f64 = 0.5;

impl Worths<Risk> for Expert {
    fn of(_game: &Risk) -> Self {
        Self
    }

    fn write(&self, _g: &Risk, _s: &State, _viewer: usize, _out: &mut impl Sink) {}

    fn action_distribution(&self, g: &Risk, s: &State, mut f: impl FnMut(Action, f64)) {
        let legal = legal_actions(g, s);
        let scores = scores(g, s, &legal);
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> =
            scores.iter().map(|score| ((score - best) / TEMPERATURE).exp().max(1e-4)).collect();
        let sum: f64 = weights.iter().sum();
        legal.iter().zip(weights).for_each(|(&a, weight)| f(a, weight / sum));
    }
}
