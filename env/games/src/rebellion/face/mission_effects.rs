//! What is asked of what a mission does, and what the answers mean.

use holotable_env::english::an;

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::mission_effects::{asks_nothing, units};
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::task;
use crate::rebellion::rules::words::Row;

/// What the side that acts is asked, and what choosing a place, a leader or a kind of unit means, with `{}` for its name.
fn asked(g: &Rebellion, s: &State) -> (String, &'static str) {
    let ask = |prompt: &str, means| (prompt.to_owned(), means);
    let more = |prompt: &str, means| (format!("{prompt} ({} more)", s.left), means);
    let up_to =
        |what: &str, means| (format!("destroy a unit{what} with up to {} health, or no more", s.left), means);
    match task(g, s) {
        Task::Bring => ask("say to which system the captive is brought", "bring the captive to {}"),
        Task::Beacon => {
            ask("say where in the region of the base the captive goes free", "the captive goes free in {}")
        }
        Task::Confess { .. } => more("name a system beside that of the base", "name {}"),
        Task::Spread { .. } => more("say where loyalty is gained", "gain loyalty in {}"),
        Task::Move(_) => ask("say from where units move, or move none", "move units from {}"),
        Task::Plant { .. } => {
            ask("put a probe card on top of the deck, or the others under it", "put {} on top of the deck")
        }
        Task::Expel => ask("say where the Imperial ground units go", "move the ground units to {}"),
        Task::Rescue { .. } => {
            ask("say who goes along to the base, or nobody more", "{} goes along to the base")
        }
        Task::Train => ask("say who gets the ring of Yoda", "give {} the ring of Yoda"),
        Task::Shield => {
            ask("say whose missions are not opposed from the pool", "nobody comes from the pool against {}")
        }
        Task::Reassign => ask("put a leader on a starting mission, or nobody", "put {} on another mission"),
        // Missions and objectives have words of their own.
        Task::Projects { .. } => ask("say which project is kept; the other goes under the deck", ""),
        Task::Fetch { project: true } => ask("say on which project of the deck the leader is put", ""),
        Task::Fetch { project: false } => ask("say on which mission of the deck the leader is put", ""),
        Task::Bury => ask("say which objective goes under the deck", ""),
        Task::Demolish => ask("say which unit on the queue is destroyed", "destroy {} on the queue"),
        Task::Produce => ask("say what is put on the queue", "put {} on the queue"),
        Task::Rise { .. } => more("say which unit comes", "{} comes"),
        Task::Hasten { .. } => more("bring a unit on the queue nearer, or none", "bring {} nearer"),
        Task::Commission { .. } => ask("deploy a unit of the queue here, or none", "deploy {}"),
        Task::Destroy { .. } => up_to("", "destroy {}"),
        Task::Raid { .. } => up_to(" on the queue", "destroy {} on the queue"),
        asks_nothing!() => unreachable!("nothing is asked"),
    }
}

/// What the side that acts is asked.
pub fn prompt(g: &Rebellion, s: &State) -> String {
    asked(g, s).0
}

/// What choosing a place or a leader means.
pub fn choose(g: &Rebellion, s: &State, name: &str) -> String {
    asked(g, s).1.replace("{}", name)
}

/// What choosing a kind of unit means.
pub fn take(g: &Rebellion, s: &State, row: Row) -> String {
    choose(g, s, &an(g.unit_name(units::owner(g, s), row)))
}
