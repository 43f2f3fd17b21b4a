//! What was chosen for what a mission does is done.

use holotable_env::Chance;

use super::{asks_nothing, bases, cards, people, systems, units};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::{Action, chosen};
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::passage;
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::task;

/// What was chosen is done.
pub fn answer(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    let stops = a == Action::Done;
    match task(g, s) {
        Task::Plant { .. } if stops => cards::bury_planted(g, s),
        Task::Move(_) if stops => passage::arrive(g, s),
        Task::Rescue { .. }
        | Task::Reassign
        | Task::Hasten { .. }
        | Task::Commission { .. }
        | Task::Destroy { .. }
        | Task::Raid { .. }
            if stops =>
        {
            Event::Done
        }
        Task::Plant { .. } => cards::raise_planted(g, s, chosen!(a, Choose, place)),
        Task::Spread { .. } => systems::spread(g, s, chosen!(a, Choose, place)),
        Task::Bring => people::bring_to(g, s, chosen!(a, Choose, place), chance),
        Task::Expel => systems::expel(g, s, chosen!(a, Choose, place), chance),
        Task::Beacon => bases::beacon(g, s, chosen!(a, Choose, place), chance),
        Task::Confess { .. } => bases::name(g, s, chosen!(a, Choose, place), chance),
        Task::Move(_) => passage::set_out(s, chosen!(a, Choose, place)),
        Task::Rescue { .. } => people::go_along(g, s, chosen!(a, Lead, leader), chance),
        Task::Train => people::give_ring(s, chosen!(a, Lead, leader)),
        Task::Shield => people::shield(g, s, chosen!(a, Lead, leader), chance),
        Task::Reassign => people::reassign(g, s, a, chance),
        Task::Fetch { .. } => people::fetch(g, s, chosen!(a, Assign, mission), chance),
        Task::Projects { .. } => cards::keep_project(s, chosen!(a, Assign, mission)),
        Task::Bury => cards::bury(g, s, chosen!(a, Keep, objective), chance),
        Task::Produce => units::put(g, s, chosen!(a, Take, unit), chance),
        Task::Rise { triangles, .. } => units::rise(g, s, chosen!(a, Take, unit), triangles, chance),
        Task::Hasten { .. } | Task::Commission { .. } | Task::Raid { .. } | Task::Demolish => {
            units::take_queued(g, s, chosen!(a, Take, unit), chance)
        }
        Task::Destroy { theatre, .. } => units::destroy(g, s, chosen!(a, Take, unit), theatre, chance),
        asks_nothing!() => unreachable!("nothing is asked"),
    }
}
