//! What can be chosen for what a mission does.

use holotable_env::Set;

use super::{asks_nothing, bases, cards, people, systems, units};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::action_cards::fits::fetchable;
use crate::rebellion::rules::passage;
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::task;
use crate::rebellion::rules::words::{Missions, Row};

/// Whether there is anything to choose but to stop, as far as everybody can see.
pub fn is_open(g: &Rebellion, s: &State) -> bool {
    // What is in the hand nobody else sees.
    if task(g, s) == Task::Reassign {
        return people::can_reassign(g, s);
    }
    let mut open = false;
    offer(g, s, &mut |a| open |= a != Action::Done);
    open
}

/// Whether how many choices there are depends on what only who is asked may know.
pub fn is_private(g: &Rebellion, s: &State) -> bool {
    match task(g, s) {
        Task::Reassign
        | Task::Projects { .. }
        | Task::Confess { .. }
        | Task::Beacon
        | Task::Plant { .. }
        | Task::Fetch { .. }
        | Task::Bury => true,
        asks_nothing!(
            Task::Bring,
            Task::Expel,
            Task::Move(_),
            Task::Rescue { .. },
            Task::Shield,
            Task::Spread { .. },
            Task::Train,
            Task::Produce,
            Task::Rise { .. },
            Task::Hasten { .. },
            Task::Commission { .. },
            Task::Destroy { .. },
            Task::Raid { .. },
            Task::Demolish
        ) => false,
    }
}

/// What can be chosen for what the mission does, in the order of action numbers.
pub fn offer(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    match task(g, s) {
        Task::Spread { .. } => systems::spreading(g, s).iter().for_each(|place| f(Action::Choose { place })),
        Task::Bring => people::nearest(g, s).iter().for_each(|place| f(Action::Choose { place })),
        Task::Beacon => bases::near(g, s).iter().for_each(|place| f(Action::Choose { place })),
        Task::Confess { .. } => bases::decoys(s).iter().for_each(|place| f(Action::Choose { place })),
        Task::Move(passage) => {
            f(Action::Done);
            passage::sources(g, s, passage).iter().for_each(|place| f(Action::Choose { place }));
        }
        Task::Plant { .. } => {
            f(Action::Done);
            s.havens.iter().for_each(|place| f(Action::Choose { place }));
        }
        Task::Rescue { .. } => {
            f(Action::Done);
            people::companions(s).iter().for_each(|leader| f(Action::Lead { leader }));
        }
        Task::Expel => systems::refuges(g, s).iter().for_each(|place| f(Action::Choose { place })),
        Task::Fetch { .. } => {
            let card = s.act.map(|card| g.tables.action_card(s.turn, card));
            let titles = card.map_or(Missions::EMPTY, |card| fetchable(g, s, s.turn, card));
            titles.iter().for_each(|mission| f(Action::Assign { mission }));
        }
        Task::Train => s.crew().iter().for_each(|leader| f(Action::Lead { leader })),
        Task::Shield => people::shielded(s).iter().for_each(|leader| f(Action::Lead { leader })),
        Task::Reassign => people::offer_reassign(g, s, f),
        Task::Projects { .. } => cards::offered(s).for_each(|mission| f(Action::Assign { mission })),
        Task::Bury => s.hand.iter().for_each(|objective| f(Action::Keep { objective })),
        Task::Demolish => take(units::demolished(g, s, usize::from(s.left)), f),
        Task::Produce => take(units::produced(g, s, usize::from(s.left)), f),
        Task::Rise { triangles, .. } => take(units::rising(g, s, triangles), f),
        Task::Hasten { .. } => may_take(units::waiting(s), f),
        Task::Commission { spaces } => may_take(units::ready(g, s, spaces), f),
        Task::Destroy { theatre, .. } => may_take(units::targets(g, s, theatre), f),
        Task::Raid { .. } => may_take(units::exposed(g, s), f),
        asks_nothing!() => {}
    }
}

fn take(kinds: Set<Row>, f: &mut impl FnMut(Action)) {
    kinds.iter().for_each(|unit| f(Action::Take { unit }));
}

fn may_take(kinds: Set<Row>, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    take(kinds, f);
}
