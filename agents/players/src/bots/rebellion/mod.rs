//! The bots of Rebellion: `greedy` takes what is next to it, `expert` plays each side for what it wins by. In battles they are the bots of
//! Rebellion combat.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a bot handles only the stages and actions that it cares about"
)]

mod actions;
mod battle;
mod choices;
mod empire;
mod expert;
mod expert_features;
mod forces;
mod greedy;
mod mission_effects;
mod missions;
mod output;
mod prospects;
mod rebels;
mod weights;

use holotable_games::rebellion::Rebellion;

use super::{ALONE, Bots, PPO};
use crate::odds_features::rebellion::BattleExpectations;
use crate::policy::Policy;

pub use expert::Expert;
pub use greedy::Greedy;
pub use weights::{Empire, Missions, Rebels};

impl Bots for Rebellion {
    const BOTS: &'static [(&'static str, &'static str)] = &[
        ("greedy", "sends all it has wherever it can search or win, and passes otherwise"),
        (
            "expert",
            "the Empire spreads to search and masses to take; the Rebels hide, harass, outflank and defend the base",
        ),
    ];

    const NETWORKS: &'static [(&'static str, &'static str)] = &[PPO, ALONE];

    type OddsFeatures = BattleExpectations;
    type ExpertFeatures = Expert;

    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>> {
        match name {
            "greedy" => Some(Box::new(Greedy)),
            "expert" => Some(Box::new(Expert::default())),
            _ => None,
        }
    }

    fn checkpoints(&self) -> &'static str {
        if self.players > 2 { "rebellion_team" } else { "rebellion" }
    }
}
