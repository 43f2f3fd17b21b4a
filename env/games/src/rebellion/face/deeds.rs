//! What is asked of what a mission does, and what the answers mean.

#![expect(clippy::wildcard_enum_match_arm, reason = "each file does and asks for its own tasks")]

use holotable_env::english::an;

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::deeds::units;
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::task;
use crate::rebellion::rules::words::Row;

/// What the side that acts is asked.
pub fn prompt(g: &Rebellion, s: &State) -> String {
    match task(g, s) {
        Task::Bring => "say to which system the captive is brought".into(),
        Task::Beacon => "say where in the region of the base the captive goes free".into(),
        Task::Confess { .. } => format!("name a system beside that of the base ({} more)", s.left),
        Task::Spread { .. } => format!("say where loyalty is gained ({} more)", s.left),
        Task::Move(_) => "say from where units move, or move none".into(),
        Task::Plant { .. } => "put a probe card on top of the deck, or the others under it".into(),
        Task::Rescue { .. } => "say who goes along to the base, or nobody more".into(),
        Task::Train => "say who gets the ring of Yoda".into(),
        Task::Shield => "say whose missions are not opposed from the pool".into(),
        Task::Reassign => "put a leader on a starting mission, or nobody".into(),
        Task::Projects { .. } => "say which project is kept; the other goes under the deck".into(),
        Task::Fetch { project: true } => "say on which project of the deck the leader is put".into(),
        Task::Fetch { .. } => "say on which mission of the deck the leader is put".into(),
        Task::Expel => "say where the Imperial ground units go".into(),
        Task::Bury => "say which objective goes under the deck".into(),
        Task::Produce => "say what is put on the queue".into(),
        Task::Rise { .. } => format!("say which unit comes ({} more)", s.left),
        Task::Hasten { .. } => format!("bring a unit on the queue nearer, or none ({} more)", s.left),
        Task::Commission { .. } => "deploy a unit of the queue here, or none".into(),
        Task::Destroy { .. } => format!("destroy a unit with up to {} health, or no more", s.left),
        Task::Raid { .. } => format!("destroy a unit on the queue with up to {} health, or no more", s.left),
        other => unreachable!("{other:?} asks for nothing"),
    }
}

/// What choosing a leader means.
pub fn lead(g: &Rebellion, s: &State, name: &str) -> String {
    match task(g, s) {
        Task::Rescue { .. } => format!("{name} goes along to the base"),
        Task::Train => format!("give {name} the ring of Yoda"),
        Task::Shield => format!("nobody comes from the pool against {name}"),
        _ => format!("put {name} on another mission"),
    }
}

/// What choosing a place means.
pub fn choose(g: &Rebellion, s: &State, name: &str) -> String {
    match task(g, s) {
        Task::Bring => format!("bring the captive to {name}"),
        Task::Beacon => format!("the captive goes free in {name}"),
        Task::Confess { .. } => format!("name {name}"),
        Task::Spread { .. } => format!("gain loyalty in {name}"),
        Task::Plant { .. } => format!("put {name} on top of the deck"),
        Task::Expel => format!("move the ground units to {name}"),
        _ => format!("move units from {name}"),
    }
}

/// What choosing a kind of unit means.
pub fn take(g: &Rebellion, s: &State, row: Row) -> String {
    let name = an(g.unit_name(units::owner(g, s), row));
    match task(g, s) {
        Task::Produce => format!("put {name} on the queue"),
        Task::Rise { .. } => format!("{name} comes"),
        Task::Hasten { .. } => format!("bring {name} nearer"),
        Task::Commission { .. } => format!("deploy {name}"),
        Task::Raid { .. } => format!("destroy {name} on the queue"),
        _ => format!("destroy {name}"),
    }
}
