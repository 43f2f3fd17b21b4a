//! What the expert makes of a position, for networks: a prior over its actions.

use holotable_env::{Sink, legal_actions};
use holotable_games::rebellion::state::Stage;
use holotable_games::rebellion::{Action, Rebellion, State};

use super::battle;
use super::expert::Expert;
use crate::bots::ExpertFeatures;
use crate::bots::expert_features::softmax;

/// How much better an action must be scored to be chosen e times as often.
const TEMPERATURE: f64 = 0.125;

impl ExpertFeatures<Rebellion> for Expert {
    fn of(_game: &Rebellion) -> Self {
        Self::default()
    }

    fn write(&self, _g: &Rebellion, _s: &State, _viewer: usize, _out: &mut impl Sink) {}

    fn action_distribution(&self, g: &Rebellion, s: &State, f: impl FnMut(Action, f64)) {
        if s.stage == Stage::Battle {
            return battle::action_distribution(g, s, f);
        }
        let legal = legal_actions(g, s);
        softmax(&legal, &self.scores(g, s, &legal), TEMPERATURE, f);
    }
}
