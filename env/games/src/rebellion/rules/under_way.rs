//! The mission that is carried out: its card, where and about whom it is, and what it does now.

use holotable_env::Finite;

use super::Rebellion;
use super::state::{Stage, State};
use super::tables::MissionCard;
use super::task::Task;
use super::words::{Leader, Place, Side};

/// The mission that is carried out, or the action card that is like one.
pub fn card<'a>(g: &'a Rebellion, s: &State) -> &'a MissionCard {
    card_if_any(g, s).expect("a mission is carried out")
}

/// The same, if there is one.
#[inline]
pub fn card_if_any<'a>(g: &'a Rebellion, s: &State) -> Option<&'a MissionCard> {
    match s.act.filter(|_| s.battle.is_none()) {
        Some(card) => Some(&g.tables.action_card(s.turn, card).deed),
        None => s.mission[s.turn].map(|mission| g.tables.mission(s.turn, mission)),
    }
}

/// The system where the mission is.
pub fn here(s: &State) -> Place {
    s.target.expect("a mission is somewhere")
}

/// The Rebel leader whom the mission is about.
pub fn victim(s: &State) -> Leader {
    s.victim.expect("it is about a leader")
}

/// Whether the leader of the portrait is among those who carry it out.
pub fn has_portrait(g: &Rebellion, s: &State) -> bool {
    !card(g, s).portrait.and(s.crew()).is_empty()
}

/// The ways in which the mission can be carried out where it is: repairing takes something to repair.
pub fn ways(g: &Rebellion, s: &State) -> usize {
    let ways = &card(g, s).ways;
    match ways.get(1) {
        Some(second) if !second.contains(&Task::Repair) || s.sabotaged.has(here(s)) => 2,
        _ => 1,
    }
}

/// What the mission that is carried out does now, if there is one.
pub fn now(g: &Rebellion, s: &State) -> Option<Task> {
    let card = card_if_any(g, s)?;
    card.ways.get(s.way.index())?.get(usize::from(s.deed)).copied()
}

/// What the mission does now.
pub fn task(g: &Rebellion, s: &State) -> Task {
    now(g, s).expect("a mission does something")
}

/// Asks a side for what the mission does.
pub fn ask(s: &mut State, side: Side) -> bool {
    (s.stage, s.asked) = (Stage::Effect, side);
    true
}
