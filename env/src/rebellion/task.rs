//! [`Venue`] and [`Task`]: where a mission can be carried out, and what it does, as a verb.

use serde::Deserialize;

use crate::finite_enum;

finite_enum! {
    /// Where a mission can be carried out.
    pub enum Venue {
        /// In a system with a Rebel leader, who is not a captive, and an Imperial unit: against that leader.
        RebelLeader = "rebel_leader",
        /// In a system that is loyal to the Rebels and not subjugated.
        RebelSystem = "rebel_system",
        /// In a system that is loyal to the Empire.
        ImperialLoyalty = "imperial_loyalty",
        /// In a system with icons and an Imperial unit.
        PopulousWithImperialUnit = "populous_with_imperial_unit",
        /// In a system with icons.
        Populous = "populous",
        /// In a system with an Imperial unit.
        ImperialUnit = "imperial_unit",
        /// On the Rebel Base space.
        Base = "base",
    }
}

impl Venue {
    /// The same in words.
    pub fn words(self) -> &'static str {
        match self {
            Venue::RebelLeader => "against a Rebel leader in a system with an Imperial unit",
            Venue::RebelSystem => "in a Rebel system",
            Venue::ImperialLoyalty => "in a system loyal to the Empire",
            Venue::PopulousWithImperialUnit => "in a system with icons and an Imperial unit",
            Venue::Populous => "in a system with icons",
            Venue::ImperialUnit => "in a system with an Imperial unit",
            Venue::Base => "on the Rebel Base space",
        }
    }
}

/// What a mission does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
pub enum Task {
    /// The leader is captured.
    Capture {},
    /// The Empire draws a probe card for so many Rebel units at the base, one at least.
    Probe {
        /// Units a card.
        per: u8,
    },
    /// The sabotage marker is removed.
    Repair {},
    /// The system becomes more loyal.
    Loyalty {
        /// By so many steps.
        n: u8,
    },
    /// Of the next two objectives one goes back on top of the deck, the other to its bottom.
    Inspect {},
    /// At the end of the phase so many units come to the base space, or the base moves to the system of a card that is drawn.
    Mobilize {
        /// Units.
        units: u8,
        /// Probe cards for each leader.
        cards: u8,
    },
    /// The system gets a sabotage marker.
    Sabotage {},
}

impl Task {
    /// The same in words.
    pub fn words(self) -> String {
        match self {
            Task::Capture {} => "the leader is captured".into(),
            Task::Probe { per } => {
                format!(
                    "the Empire draws a probe card for each {per} Rebel units at the base, and at least one"
                )
            }
            Task::Repair {} => "the sabotage marker is removed".into(),
            Task::Loyalty { n } => format!("{n} loyalty is gained there"),
            Task::Inspect {} => {
                "of the next two objectives one goes on top of the deck, the other to its bottom".into()
            }
            Task::Mobilize { units, cards } => format!(
                "at the end of the phase up to {units} units come to the space of the hidden base, or the base moves to the system of one of {cards} probe cards for each leader"
            ),
            Task::Sabotage {} => "a sabotage marker: nothing is built or deployed there".into(),
        }
    }
}
