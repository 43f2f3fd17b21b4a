//! What was chosen for what a mission does is done.

use holotable_env::Chance;

use super::{bases, cards, people, systems, units};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::task;
use crate::rebellion::rules::{passage, story};

/// What was chosen is done.
pub fn answer(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    match (task(g, s), a) {
        (Task::Plant { .. }, Action::Done) => cards::bury_planted(g, s),
        (Task::Plant { .. }, Action::Choose { place }) => cards::raise_planted(g, s, place),
        (Task::Move(_), Action::Done) => passage::arrive(g, s),
        (_, Action::Done) => Event::Done,
        (Task::Spread { .. }, Action::Choose { place }) => systems::spread(g, s, place),
        (Task::Bring, Action::Choose { place }) => {
            people::bring_to(g, s, place, chance);
            Event::Done
        }
        (Task::Expel, Action::Choose { place }) => systems::expel(g, s, place, chance),
        (Task::Fetch { .. }, Action::Assign { mission }) => people::fetch(g, s, mission, chance),
        (Task::Beacon, Action::Choose { place }) => bases::beacon(g, s, place, chance),
        (Task::Confess { .. }, Action::Choose { place }) => bases::name(g, s, place, chance),
        (Task::Move(_), Action::Choose { place }) => {
            passage::set_out(s, place);
            Event::Asked
        }
        (Task::Rescue { .. }, Action::Lead { leader }) => people::go_along(g, s, leader, chance),
        (Task::Train, Action::Lead { leader }) => people::give_ring(s, leader),
        (Task::Shield, Action::Lead { leader }) => {
            s.shielded = Some(leader);
            chance.tell(|story| story::shields(story, g, leader));
            Event::Done
        }
        (Task::Reassign, a) => people::reassign(g, s, a, chance),
        (Task::Projects { .. }, Action::Assign { mission }) => cards::keep_project(s, mission),
        (Task::Bury, Action::Keep { objective }) => cards::bury(g, s, objective, chance),
        (_, Action::Take { unit }) => units::take(g, s, unit, chance),
        (task, a) => unreachable!("{task:?} asks for no {a:?}"),
    }
}
