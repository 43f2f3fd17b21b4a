//! The bots of rebellion combat: `greedy` shoots, `expert` also plays its cards, blocks and knows when to leave.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a bot handles only the actions and verbs that it cares about"
)]

mod cards;
mod expert;
mod expert_features;
mod greedy;
mod rollout_policy;
mod targeting;

use holotable_games::rebellion_combat::RebellionCombat;

use super::{ALONE, Bots, PPO};
use crate::odds_features::rebellion_combat::Expectations;
use crate::policy::Policy;

pub use expert::Expert;
pub use greedy::Greedy;

impl Bots for RebellionCombat {
    const BOTS: &'static [(&'static str, &'static str)] = &[
        ("greedy", "destroys what it can at once, and neither blocks nor retreats"),
        ("expert", "plays its cards, saves what can be saved, and retreats when staying is worth less"),
    ];

    const NETWORKS: &'static [(&'static str, &'static str)] = &[PPO, ALONE];

    type OddsFeatures = Expectations;
    type ExpertFeatures = Expert;

    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>> {
        match name {
            "greedy" => Some(Box::new(Greedy)),
            "expert" => Some(Box::new(Expert)),
            _ => None,
        }
    }
}
