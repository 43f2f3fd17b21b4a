//! [`Action`]: every decision of the game, numbered once.

use super::words::{Leader, Objective, Place, Row};
use crate::actions;
use crate::rebellion_combat;

actions! {
    /// A decision. What a leader, a place or a unit is chosen for, the stage says.
    pub enum Action {
        /// Pass, move nothing more, fulfil nothing, recruit nobody, keep the rest in the queue, destroy nothing.
        Done,
        /// Reveal the hidden base.
        Reveal,
        /// Choose a leader: to activate a system with, or to recruit.
        Lead { leader: Leader },
        /// Choose a place: for the base, to activate, to move from, where a unit goes, where one is destroyed.
        Choose { place: Place },
        /// Choose a kind of unit: to move, or to build.
        Take { unit: Row },
        /// Play an objective.
        Fulfil { objective: Objective },
        /// A decision of the battle that is fought.
        Battle { battle: rebellion_combat::Action },
    }
}
