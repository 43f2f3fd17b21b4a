//! A mission does one thing after the other until something is asked.

use holotable_env::Chance;

use super::choice::is_open;
use super::{bases, cards, people, systems, units};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action_cards::moment::Moment;
use crate::rebellion::rules::action_cards::window::open;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::{Stage, State};
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::{ask, has_portrait, now, victim, ways};
use crate::rebellion::rules::words::{LOOK, Side};
use crate::rebellion::rules::{
    base, captive, destroyed_systems, gain, mobilize, movement, passage, probes, refresh,
};

/// Begins with what the mission does.
pub fn begin(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    if ways(g, s) > 1 {
        (s.stage, s.asked) = (Stage::Pick, s.turn);
        return Event::Asked;
    }
    run(g, s, chance)
}

/// The next thing that it does; after a rescue an action card may be used.
pub fn resume(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let rescued = matches!(now(g, s), Some(Task::Rescue { .. }));
    let asks = rescued && open(g, s, Side::Empire, Moment::Rescue);
    if asks { Event::Asked } else { next(g, s, chance) }
}

/// The same at once.
pub fn next(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    s.deed += 1;
    s.left = 0;
    run(g, s, chance)
}

/// Does one thing after the other until something is asked.
pub fn run(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    while let Some(task) = now(g, s) {
        if task == Task::Advance {
            // As after an activation, and nothing of the mission comes after it.
            return movement::enter_from(g, s);
        }
        if perform(g, s, task, chance) || s.stage == Stage::Over {
            return Event::Asked;
        }
        (s.deed, s.left) = (s.deed + 1, 0);
    }
    Event::Resolved
}

/// Does one thing, or asks for it. Says whether it asks.
fn perform(g: &Rebellion, s: &mut State, task: Task, chance: &mut impl Chance) -> bool {
    // Nothing is somewhere that is done with cards alone.
    let (me, place) = (s.turn, s.target.unwrap_or_default());
    match task {
        Task::Freeze { reputation } => people::freeze(g, s, reputation, chance),
        Task::Detain => s.detained = s.victim,
        Task::Lure { prize, reputation } => people::lure(g, s, prize, reputation, chance),
        Task::Question => s.known = s.known.or(s.hand),
        Task::Search => bases::search(g, s, chance),
        Task::Probe { per } => probes::draw(g, s, probes::for_units(s, per), chance),
        Task::Probes { n, portrait } => probes::draw(g, s, usize::from(n + more(g, s, portrait)), chance),
        Task::Intercept { n } => cards::intercept(g, s, usize::from(n), chance),
        Task::Objective { n } => (0..n).for_each(|_| refresh::draw_objective(g, s, chance)),
        Task::Loyalty { n } => base::gain(g, s, place, me, n),
        Task::Unsettle => systems::unsettle(g, s),
        Task::Sabotage => s.sabotaged.add(place),
        Task::Repair => s.sabotaged.take(place),
        Task::Queue { unit, space } => units::queue(g, s, unit, space, chance),
        Task::Mobilize { .. } => mobilize::order(s),
        Task::Inquire => bases::inquire(g, s, chance),
        Task::Guard => s.guarded = s.target,
        Task::Loosen => s.loose = s.crew().iter().next(),
        Task::Enlist { leader, at } => people::enlist(g, s, leader, at, chance),
        // They are for the end: a combat, and units that move in.
        Task::Fight | Task::Advance => {}
        Task::Capture => {
            captive::capture(g, s, victim(s), chance);
            return open(g, s, Side::Rebels, Moment::Capture);
        }
        Task::Rescue { along } => {
            captive::rescue(g, s, victim(s), chance);
            return along && ask_for(g, s, me, 0) || open(g, s, Side::Empire, Moment::Rescue);
        }
        Task::Gain { units, .. } => return gain::gain(g, s, &units, 0, chance),
        Task::Annihilate => return destroyed_systems::destroy(g, s, place, chance),
        Task::Inspect => return cards::look(g, s, LOOK, chance),
        Task::Study { n } | Task::Arrange { n } => return cards::look(g, s, usize::from(n), chance),
        Task::Move(passage) => return passage::begin(g, s, passage),
        Task::Demolish => return units::demolish(g, s, 0, chance),
        Task::Produce => return units::produce(g, s, 0, chance),
        Task::Projects { n, keep } => return cards::projects(g, s, n, keep, chance),
        Task::Plant { n } => return cards::plant(g, s, usize::from(n), chance),
        Task::Bring => return people::bring(g, s, chance),
        Task::Train => return people::train(g, s, chance),
        Task::Confess { systems } => return bases::confess(g, s, systems, chance),
        Task::Beacon => return ask(s, Side::Rebels),
        Task::Expel => return ask(s, Side::Empire),
        Task::Fetch { .. } => return ask(s, me),
        Task::Rise { circles, triangles } => return units::ask_to_rise(g, s, circles + triangles, triangles),
        Task::Hasten { n, portrait } => return ask_for(g, s, me, n + more(g, s, portrait)),
        Task::Spread { systems: n } | Task::Destroy { health: n, .. } | Task::Raid { health: n } => {
            return ask_for(g, s, me, n);
        }
        Task::Commission { .. } | Task::Shield | Task::Bury | Task::Reassign => return ask_for(g, s, me, 0),
    }
    false
}

/// So many more with the leader of the portrait.
fn more(g: &Rebellion, s: &State, portrait: u8) -> u8 {
    if has_portrait(g, s) { portrait } else { 0 }
}

/// Asks a side, with so much left to choose, if there is anything to choose but to stop.
fn ask_for(g: &Rebellion, s: &mut State, side: Side, left: u8) -> bool {
    s.left = left;
    (s.stage, s.asked) = (Stage::Effect, side);
    is_open(g, s)
}
