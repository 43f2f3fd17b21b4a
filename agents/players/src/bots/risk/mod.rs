//! The bots of RISK: `greedy` attacks where it is likely to win, `expert` plays each faction for what it wins by.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a bot handles only the stages, verbs and actions that it cares about"
)]

mod cards;
mod expert;
mod expert_features;
mod front;
mod greedy;
mod value;
mod weights;

use holotable_games::risk::Risk;

use super::{ALONE, Bots, PPO};
use crate::odds_features::risk::AttackOdds;
use crate::policy::Policy;

pub use expert::Expert;
pub use greedy::Greedy;
pub use weights::Weights;

impl Bots for Risk {
    const BOTS: &'static [(&'static str, &'static str)] = &[
        ("greedy", "attacks wherever it is likely to win, with all its troops on one front"),
        (
            "expert",
            "plays each faction for what it wins by: cards, regions, the Emperor, resources, the leader",
        ),
    ];

    const NETWORKS: &'static [(&'static str, &'static str)] = &[PPO, ALONE];

    type OddsFeatures = AttackOdds;
    type ExpertFeatures = Expert;

    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>> {
        match name {
            "greedy" => Some(Box::new(Greedy)),
            "expert" => Some(Box::new(Expert)),
            _ => None,
        }
    }
}
