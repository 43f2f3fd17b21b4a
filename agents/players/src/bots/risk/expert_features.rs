//! What the expert makes of a position, for networks: a prior over its actions.

use holotable_env::{Sink, legal_actions};
use holotable_games::risk::{Action, Risk, State};

use super::expert::{Expert, scores};
use crate::bots::ExpertFeatures;
use crate::bots::expert_features::softmax;

/// How much better an action must be scored to be chosen e times as often.
const TEMPERATURE: f64 = 0.5;

impl ExpertFeatures<Risk> for Expert {
    fn of(_game: &Risk) -> Self {
        Self
    }

    fn write(&self, _g: &Risk, _s: &State, _viewer: usize, _out: &mut impl Sink) {}

    fn action_distribution(&self, g: &Risk, s: &State, f: impl FnMut(Action, f64)) {
        let legal = legal_actions(g, s);
        softmax(&legal, &scores(g, s, &legal), TEMPERATURE, f);
    }
}
