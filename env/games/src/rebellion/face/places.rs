//! What actions touch in the galaxy: systems, leaders, cards, kinds of units; in a battle what a combat has, under its own scope.

use holotable_env::{Finite, Show};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::action_cards::moment::Moment;
use crate::rebellion::rules::state::{Stage, State};
use crate::rebellion::rules::words::{Leader, Objective, Place, Side};

/// What stands before the places of a combat.
pub const BATTLE: &str = "battle.";

/// What a system, or the Rebel Base space, is called.
pub fn system(place: Place) -> String {
    format!("system.{}", place.index())
}

/// What a leader is called.
pub fn leader(side: Side, leader: Leader) -> String {
    format!("leader.{}.{}", side.word(), leader.index())
}

/// What an objective is called.
pub fn objective(objective: Objective) -> String {
    format!("objective.{}", objective.index())
}

/// What an action touches, in order.
pub fn touched(g: &Rebellion, s: &State, a: Action) -> Vec<String> {
    let one = match a {
        Action::Lead { leader: who } => leader(s.asked, who),
        Action::Seize { leader: who } => leader(seized_side(s), who),
        Action::Choose { place } => system(place),
        Action::Take { unit } => format!("unit.{}", unit.index()),
        Action::Fulfil { objective: card } | Action::Keep { objective: card } => objective(card),
        Action::Assign { mission } => format!("mission.{}", mission.index()),
        Action::Carry { stack } => format!("stack.{}", stack.index()),
        Action::Play { card } => format!("action_card.{}", card.index()),
        Action::Battle { battle } => {
            let Some(fought) = &s.battle else { return Vec::new() };
            let touched = g.battle_of(s.lured).places(fought, battle);
            return touched.into_iter().map(|name| format!("{BATTLE}{name}")).collect();
        }
        Action::Done | Action::Reveal | Action::Relocate | Action::Pick { .. } | Action::Reroll { .. } => {
            return Vec::new();
        }
    };
    vec![one]
}

/// Whose leader is chosen of those that are not the asked side's.
fn seized_side(s: &State) -> Side {
    if s.moment == Moment::Rescue || s.stage == Stage::Load {
        Side::Rebels
    } else if s.stage == Stage::Eliminate {
        Side::Empire
    } else {
        s.turn.other()
    }
}
