//! [`Action`]: every decision of the game, numbered once.

use holotable_env::actions;

use super::words::{Face, Leader, Mission, Objective, Place, Recruit, Row, Stack, Way};
use crate::rebellion_combat;

actions! {
    /// A decision. What a leader, a place or a unit is chosen for, the stage says.
    pub enum Action {
        /// Pass, move nothing more, fulfil nothing, recruit nobody, keep the rest in the queue, destroy nothing, assign no more,
        /// send nobody, leave the base where it is.
        Done,
        /// Reveal the hidden base.
        Reveal,
        /// Choose a leader: to activate a system with, to recruit, to put on a mission, to send against one or to rescue, or of one's
        /// own for what a mission does.
        Lead { leader: Leader },
        /// Choose a place: for the base, to activate, to move from, where a unit goes, where one is destroyed, where a mission is or
        /// does something, or of a probe card.
        Choose { place: Place },
        /// Choose a kind of unit: to move, to build, to lose, or for what a mission does.
        Take { unit: Row },
        /// Play an objective.
        Fulfil { objective: Objective },
        /// Choose a mission: to lay it face down, for leaders to be put on, to discard it, or a project to keep.
        Assign { mission: Mission },
        /// Turn a mission up that lies face down, and carry it out.
        Carry { stack: Stack },
        /// Choose the leader of the other side whom a mission is against, whom an objective eliminates, or who is taken along as a
        /// captive.
        Seize { leader: Leader },
        /// Choose one of the objectives that were looked at: to put it on top of their deck, or under it, or to take it.
        Keep { objective: Objective },
        /// Draw probe cards for a new base.
        Relocate,
        /// Choose one of two ways to carry a mission out, or for a unit of the queue the nearest space or a later one.
        Pick { way: Way },
        /// Roll a die of a mission again that shows no success, one or two.
        Reroll { face: Face },
        /// A decision of the battle that is fought.
        Battle { battle: rebellion_combat::Action },
        /// Play an action card, use its ring, or keep the card when one is drawn.
        Play { card: Recruit },
    }
}

/// What an action chooses.
macro_rules! chosen {
    ($action:expr, $kind:ident, $what:ident) => {{
        let Action::$kind { $what } = $action else { unreachable!("{:?} is not asked for", $action) };
        $what
    }};
}
pub(in crate::rebellion) use chosen;
