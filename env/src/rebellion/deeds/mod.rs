//! Deeds: what a mission does, one [`Task`] after the other, and what is asked for it.

#![expect(clippy::wildcard_enum_match_arm, reason = "each file does and asks for its own tasks")]

pub mod bases;
pub mod cards;
pub mod people;
pub mod systems;
pub mod units;
pub mod words;

use super::action::Action;
use super::acts::moment::Moment;
use super::acts::{self, assignment};
use super::base;
use super::captive;
use super::missions;
use super::mobilize;
use super::movement;
use super::passage;
use super::probes;
use super::refresh;
use super::ruins;
use super::rules::Rebellion;
use super::state::{Stage, State};
use super::story;
use super::task::{Spot, Task};
use super::words::{LOOK, Leader, Missions, Place, Side};
use crate::chance::Chance;
use crate::finite::Finite;

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
    !missions::card(g, s).portrait.and(s.crew()).is_empty()
}

/// The ways in which the mission can be carried out where it is: repairing takes something to repair.
pub fn ways(g: &Rebellion, s: &State) -> usize {
    let ways = &missions::card(g, s).ways;
    match ways.get(1) {
        Some(second) if !second.contains(&Task::Repair) || s.sabotaged.has(here(s)) => 2,
        _ => 1,
    }
}

/// What the mission that is carried out does now, if there is one.
pub fn now(g: &Rebellion, s: &State) -> Option<Task> {
    let card = missions::under_way(g, s)?;
    card.ways.get(s.way.index())?.get(usize::from(s.deed)).copied()
}

/// What the mission does now.
pub fn task(g: &Rebellion, s: &State) -> Task {
    now(g, s).expect("a mission does something")
}

/// Begins with what the mission does.
pub fn begin(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if ways(g, s) > 1 {
        (s.stage, s.asked) = (Stage::Pick, s.turn);
    } else {
        run(g, s, chance);
    }
}

/// The next thing that it does; after a rescue an action card may be used.
pub fn resume(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let rescued = matches!(now(g, s), Some(Task::Rescue { .. }));
    if !(rescued && acts::open(g, s, Side::Empire, Moment::Rescue)) {
        next(g, s, chance);
    }
}

/// The same at once.
pub fn next(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    s.deed += 1;
    s.left = 0;
    run(g, s, chance);
}

/// Does one thing after the other until something is asked.
pub fn run(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    while usize::from(s.deed) < missions::card(g, s).ways[s.way.index()].len() {
        if perform(g, s, task(g, s), chance) || s.stage == Stage::Over {
            return;
        }
        (s.deed, s.left) = (s.deed + 1, 0);
    }
    missions::finish(g, s, chance);
}

/// Asks the side whose turn it is.
fn ask(s: &mut State, side: Side) -> bool {
    (s.stage, s.asked) = (Stage::Effect, side);
    true
}

/// Does one thing, or asks for it. Says whether it asks.
fn perform(g: &Rebellion, s: &mut State, task: Task, chance: &mut impl Chance) -> bool {
    // Nothing is somewhere that is done with cards alone.
    let (me, place) = (s.turn, s.target.unwrap_or_default());
    match task {
        Task::Capture => {
            captive::capture(g, s, victim(s), chance);
            return acts::open(g, s, Side::Rebels, Moment::Capture);
        }
        Task::Freeze { reputation } => people::freeze(g, s, reputation, chance),
        Task::Detain => s.detained = s.victim,
        Task::Lure { prize, reputation } => people::lure(g, s, prize, reputation, chance),
        Task::Question | Task::Search | Task::Probe { .. } | Task::Probes { .. } | Task::Intercept { .. } => {
            learn(g, s, task, chance);
        }
        Task::Objective { n } => (0..n).for_each(|_| refresh::draw_objective(g, s, chance)),
        Task::Loyalty { n } => base::gain(g, s, place, me, n),
        Task::Unsettle => systems::unsettle(g, s),
        Task::Sabotage => s.sabotaged.add(place),
        Task::Repair => s.sabotaged.take(place),
        Task::Queue { unit, space } => units::queue(g, s, unit, space, chance),
        Task::Gain { units, at } => {
            let at = if at == Spot::Base { s.rebel_base() } else { place };
            passage::gain(g, s, me, at, &units, chance);
        }
        Task::Demolish => units::demolish(g, s, chance),
        Task::Annihilate => ruins::destroy(g, s, place, chance),
        Task::Mobilize { .. } => mobilize::order(s),
        Task::Fight => {}
        Task::Inspect => return cards::look(g, s, LOOK, chance),
        Task::Study { n } | Task::Arrange { n } => return cards::look(g, s, usize::from(n), chance),
        Task::Move(passage) => return passage::begin(g, s, passage),
        Task::Produce => return units::produce(g, s, 0, chance),
        Task::Projects { n, keep } => return cards::projects(g, s, n, keep, chance),
        Task::Plant { n } => return cards::plant(g, s, usize::from(n), chance),
        Task::Bring => return people::bring(g, s, chance),
        Task::Rescue { along } => {
            captive::rescue(g, s, victim(s), chance);
            return along && ask_for(g, s, me, 0) || acts::open(g, s, Side::Empire, Moment::Rescue);
        }
        Task::Train => return people::train(g, s, chance),
        Task::Beacon => return ask(s, Side::Rebels),
        Task::Confess { systems } => return bases::confess(g, s, systems, chance),
        Task::Spread { systems } => return ask_for(g, s, me, systems),
        Task::Rise { circles, triangles } => return units::ask_to_rise(g, s, circles + triangles),
        Task::Hasten { n, portrait } => {
            let more = if has_portrait(g, s) { portrait } else { 0 };
            return ask_for(g, s, me, n + more);
        }
        Task::Destroy { health, .. } | Task::Raid { health } => return ask_for(g, s, me, health),
        Task::Commission { .. } | Task::Shield | Task::Bury | Task::Reassign => return ask_for(g, s, me, 0),
        Task::Enlist { .. }
        | Task::Inquire
        | Task::Guard
        | Task::Loosen
        | Task::Expel
        | Task::Fetch { .. }
        | Task::Advance => return act(g, s, task, chance),
    }
    false
}

/// The same for what the Empire learns.
fn learn(g: &Rebellion, s: &mut State, task: Task, chance: &mut impl Chance) {
    match task {
        Task::Question => s.known = s.known.or(s.hand),
        Task::Search => bases::search(g, s, chance),
        Task::Probe { per } => probes::draw(g, s, probes::for_units(s, per), chance),
        Task::Probes { n, portrait } => {
            let more = if has_portrait(g, s) { portrait } else { 0 };
            probes::draw(g, s, usize::from(n + more), chance);
        }
        Task::Intercept { n } => cards::intercept(g, s, usize::from(n), chance),
        task => unreachable!("the Empire learns nothing by {task:?}"),
    }
}

/// The same for what action cards alone do.
fn act(g: &Rebellion, s: &mut State, task: Task, chance: &mut impl Chance) -> bool {
    match task {
        Task::Enlist { leader, at } => people::enlist(g, s, leader, at, chance),
        Task::Inquire => bases::inquire(g, s, chance),
        Task::Guard => s.guarded = s.target,
        Task::Loosen => s.loose = s.crew().iter().next(),
        Task::Expel => return ask(s, Side::Empire),
        Task::Fetch { .. } => return ask(s, s.turn),
        Task::Advance => {
            movement::enter_from(g, s, chance);
            return true;
        }
        task => unreachable!("{task:?} is what missions do"),
    }
    false
}

/// Asks a side, with so much left to choose, if there is anything to choose but to stop.
pub(super) fn ask_for(g: &Rebellion, s: &mut State, side: Side, left: u8) -> bool {
    s.left = left;
    (s.stage, s.asked) = (Stage::Effect, side);
    is_open(g, s)
}

/// Whether there is anything to choose but to stop, as far as everybody can see.
pub fn is_open(g: &Rebellion, s: &State) -> bool {
    let mut open = false;
    match task(g, s) {
        // What is in the hand nobody else sees.
        Task::Reassign => return people::can_reassign(g, s),
        Task::Bury => return !s.hand.is_empty(),
        _ => offer(g, s, &mut |a| open |= a != Action::Done),
    }
    open
}

/// Whether how many choices there are depends on what only who is asked may know.
pub fn is_private(g: &Rebellion, s: &State) -> bool {
    matches!(
        task(g, s),
        Task::Reassign
            | Task::Projects { .. }
            | Task::Confess { .. }
            | Task::Beacon
            | Task::Plant { .. }
            | Task::Fetch { .. }
            | Task::Bury
    )
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
            let card = s.act.map(|card| g.tables.act(s.turn, card));
            let titles = card.map_or(Missions::EMPTY, |card| assignment::fetchable(g, s, s.turn, card));
            titles.iter().for_each(|mission| f(Action::Assign { mission }));
        }
        Task::Train => s.crew().iter().for_each(|leader| f(Action::Lead { leader })),
        Task::Shield => people::shielded(s).iter().for_each(|leader| f(Action::Lead { leader })),
        Task::Reassign => people::offer_reassign(g, s, f),
        Task::Projects { .. } => cards::offered(s).for_each(|mission| f(Action::Assign { mission })),
        Task::Bury => s.hand.iter().for_each(|objective| f(Action::Keep { objective })),
        Task::Rise { .. } | Task::Produce => {
            units::rising(g, s).iter().for_each(|unit| f(Action::Take { unit }));
        }
        Task::Hasten { .. } | Task::Commission { .. } | Task::Destroy { .. } | Task::Raid { .. } => {
            f(Action::Done);
            units::choices(g, s).iter().for_each(|unit| f(Action::Take { unit }));
        }
        _ => {}
    }
}

/// What was chosen is done.
pub fn answer(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) {
    match (task(g, s), a) {
        (Task::Plant { .. }, Action::Done) => cards::bury_planted(g, s, chance),
        (Task::Plant { .. }, Action::Choose { place }) => cards::raise_planted(g, s, place, chance),
        (Task::Move(_), Action::Done) => passage::arrive(g, s, chance),
        (_, Action::Done) => resume(g, s, chance),
        (Task::Spread { .. }, Action::Choose { place }) => systems::spread(g, s, place, chance),
        (Task::Bring, Action::Choose { place }) => {
            people::bring_to(g, s, place, chance);
            resume(g, s, chance);
        }
        (Task::Expel, Action::Choose { place }) => systems::expel(g, s, place, chance),
        (Task::Fetch { .. }, Action::Assign { mission }) => assignment::fetch(g, s, mission, chance),
        (Task::Beacon, Action::Choose { place }) => bases::beacon(g, s, place, chance),
        (Task::Confess { .. }, Action::Choose { place }) => bases::name(g, s, place, chance),
        (Task::Move(_), Action::Choose { place }) => passage::set_out(s, place),
        (Task::Rescue { .. }, Action::Lead { leader }) => people::go_along(g, s, leader, chance),
        (Task::Train, Action::Lead { leader }) => people::give_ring(g, s, leader, chance),
        (Task::Shield, Action::Lead { leader }) => {
            s.shielded = Some(leader);
            chance.tell(|story| story::shields(story, g, leader));
            resume(g, s, chance);
        }
        (Task::Reassign, a) => people::reassign(g, s, a, chance),
        (Task::Projects { .. }, Action::Assign { mission }) => cards::keep_project(g, s, mission, chance),
        (Task::Bury, Action::Keep { objective }) => cards::bury(g, s, objective, chance),
        (_, Action::Take { unit }) => units::take(g, s, unit, chance),
        (task, a) => unreachable!("{task:?} asks for no {a:?}"),
    }
}
