//! [`Action`]: every decision of the game, numbered once.

use super::words::{Leader, Mission, Objective, Place, Row, Stack};
use crate::actions;
use crate::rebellion_combat;

actions! {
    /// A decision. What a leader, a place or a unit is chosen for, the stage says.
    pub enum Action {
        /// Pass, move nothing more, fulfil nothing, recruit nobody, keep the rest in the queue, destroy nothing, assign no more,
        /// send nobody, leave the base where it is.
        Done,
        /// Reveal the hidden base.
        Reveal,
        /// Choose a leader: to activate a system with, to recruit, to put on a mission, or to send against one.
        Lead { leader: Leader },
        /// Choose a place: for the base, to activate, to move from, where a unit goes, where one is destroyed, where a mission is.
        Choose { place: Place },
        /// Choose a kind of unit: to move, or to build.
        Take { unit: Row },
        /// Play an objective.
        Fulfil { objective: Objective },
        /// Lay a mission face down, for leaders to be put on.
        Assign { mission: Mission },
        /// Turn a mission up that lies face down, and carry it out.
        Carry { stack: Stack },
        /// Choose the leader of the other side whom a mission is against.
        Seize { leader: Leader },
        /// Put one of the objectives that were looked at on top of their deck, the other at the bottom.
        Keep { objective: Objective },
        /// Take the captive along with the units that move.
        Escort,
        /// Draw probe cards for a new base.
        Relocate,
        /// A decision of the battle that is fought.
        Battle { battle: rebellion_combat::Action },
    }
}
