//! The bots of conflict: `greedy` takes what it can, `expert` digs for the heroes and pays for time.

mod expert;
mod greedy;

use holotable_games::conflict::Conflict;
use holotable_games::conflict::words::{ByColour, Card};

use super::{ALONE, Bots, PPO};
use crate::odds_features::NoOddsFeatures;
use crate::policy::Policy;

pub use expert::Expert;
pub use greedy::Greedy;

impl Bots for Conflict {
    const BOTS: &'static [(&'static str, &'static str)] = &[
        (
            "greedy",
            "draws from the best deck it can pay for, plays the card that moves the marker least, covers with heroes and yellow cards",
        ),
        (
            "expert",
            "digs for the heroes, weighs cards against the marker's steps, and covers leaders where that pays",
        ),
    ];

    const NETWORKS: &'static [(&'static str, &'static str)] = &[PPO, ALONE];

    type OddsFeatures = NoOddsFeatures;
    type ExpertFeatures = Expert;

    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>> {
        match name {
            "greedy" => Some(Box::new(Greedy)),
            "expert" => Some(Box::new(Expert)),
            _ => None,
        }
    }
}

/// What a card is good for in a hand: to pay, to cover, to move the marker back.
fn worth(card: Card) -> f64 {
    if card.is_hero() {
        return 50.0;
    }
    WORTH[card.colour()] - BACK * f64::from(card.moves().min(0))
}

/// A card of each deck, for what it pays and covers.
const WORTH: ByColour<f64> = ByColour::new([0.35, 1.2, 0.2]);
/// A step back by which a card moves the marker.
const BACK: f64 = 0.1;
