//! The bots of Dark Side Rising: `greedy` and `expert`, both on exact chances to complete a card, and the specialist
//! `dice`, which plays a turn's dice exactly for any player.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a bot handles only the actions and verbs that it cares about"
)]

mod dice;
mod dice_expert;
mod expert;
mod expert_features;
mod greedy;
mod solver;
#[cfg(test)]
mod solver_tests;
mod turn_values;
mod value;

use holotable_games::dark_side_rising::DarkSideRising;

use super::Bots;
use crate::odds_features::dark_side_rising::Exact;
use crate::policy::Policy;

pub use dice_expert::DiceExpert;
pub use expert::Expert;
pub use greedy::Greedy;
pub use solver::{MOST_DICE, MOST_TARGETS, Solver, Step};
pub use value::Weights;

impl Bots for DarkSideRising {
    const BOTS: &'static [(&'static str, &'static str)] = &[
        ("greedy", "chases the card it is most likely to complete now, and nothing else"),
        ("expert", "weighs cards, danger, healing and tokens as a strong player would"),
    ];
    const SPECIALISTS: &'static [(&'static str, &'static str)] =
        &[("dice", "with rolled dice played exactly, towards several cards at once; slower")];

    const NETWORKS: &'static [(&'static str, &'static str)] = &[
        ("ppo", "the trained network that comes with the game: it corrects what the expert would do"),
        ("alone", "a trained network that was told exact chances and nothing of the expert, for two players"),
    ];

    /// A tenth of all decisions, and the ones that matter most: three sectors, and what follows is known only by trying.
    const SEARCHED: &'static [&'static str] = &["Deploy"];

    type OddsFeatures = Exact;
    type ExpertFeatures = Expert;

    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>> {
        match name {
            "greedy" => Some(Box::new(greedy::Greedy::new(self))),
            "expert" => Some(Box::new(expert::Expert::new(self, Weights::default()))),
            _ => None,
        }
    }

    fn specialist(&self, name: &str, player: Box<dyn Policy<Self>>) -> Option<Box<dyn Policy<Self>>> {
        match name {
            "dice" => Some(Box::new(DiceExpert::new(self, player))),
            _ => None,
        }
    }
}
