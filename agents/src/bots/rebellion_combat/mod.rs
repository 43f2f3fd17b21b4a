//! The bots of rebellion combat: `greedy` shoots, `expert` also plays its cards, blocks and knows when to leave.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a bot handles only the actions and verbs that it cares about"
)]

mod cards;
mod expert;
mod features;
mod greedy;
mod potential;
mod rollout_policy;
mod targeting;

use holotable_env::rebellion_combat::words::Side;
use holotable_env::rebellion_combat::{Action, RebellionCombat, State};
use holotable_env::{Finite, Sample, Sink, generator};

use super::Bots;
use crate::policy::Policy;

pub use expert::Expert;
pub use greedy::Greedy;

impl Bots for RebellionCombat {
    const BOTS: &'static [(&'static str, &'static str)] = &[
        ("greedy", "destroys what it can at once, and neither blocks nor retreats"),
        ("expert", "plays its cards, saves what can be saved, and retreats when staying is worth less"),
    ];

    fn potential(&self, s: &State, team: usize) -> f32 {
        potential::standing(self, s, Side::at(team))
    }

    fn features(&self, s: &State, player: usize, sink: &mut impl Sink) {
        features::write(self, s, Side::at(player), sink);
    }

    fn action_distribution(&self, s: &State, mut f: impl FnMut(Action, f64)) {
        // A generator of its own makes the distribution a function of the state.
        let mut rng = Sample(generator(1, 0));
        expert::action_distribution(self, s, &mut rng, &mut f);
    }

    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>> {
        match name {
            "greedy" => Some(Box::new(Greedy)),
            "expert" => Some(Box::new(Expert)),
            _ => None,
        }
    }
}
