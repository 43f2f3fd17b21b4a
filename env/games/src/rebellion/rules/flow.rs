//! The order of the game: what follows when a file has done its part, until somebody is asked.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::event::Event;
use super::mission_effects::perform;
use super::partners::Partners;
use super::state::State;
use super::story::{self, Systems};
use super::under_way::now;
use super::words::Side;
use super::{assign, build, combat, command, deploy, missions, mobilize, recruit, refresh};

/// Plays all that follows until somebody is asked or the game is over.
#[inline]
pub fn go_on(g: &Rebellion, s: &mut State, mut event: Event, chance: &mut impl Chance) {
    while event != Event::Asked {
        let before = Systems::of(s);
        event = next(g, s, event, chance);
        chance.tell(|story| story::changes(story, g, before, Systems::of(s)));
    }
}

/// What follows. In every phase the Rebels are first.
fn next(g: &Rebellion, s: &mut State, event: Event, chance: &mut impl Chance) -> Event {
    match event {
        Event::Asked => Event::Asked,
        Event::SetUp => begin_round(g, s, chance),
        Event::Assigned => match (assign::next(g, s), s.asked) {
            (Some(event), _) => event,
            (None, Side::Rebels) => assign::begin(g, s, Side::Empire),
            (None, Side::Empire) => {
                s.partners = Partners::default();
                chance.tell(|story| story::phase(story, s, "command"));
                command::enter_turn(g, s)
            }
        },
        Event::Moved => command::arrive(g, s, chance),
        Event::Struck => combat::run(g, s, chance),
        Event::Fought => command::leave_field(g, s),
        // A mission is put away before its combat, but the action card of the assignment phase is not.
        Event::Shed if s.mission[s.turn].is_some() || s.act.is_some() && now(g, s).is_none() => {
            missions::conclude(g, s, chance)
        }
        Event::Shed => combat::after(g, s, chance),
        Event::Done => perform::resume(g, s, chance),
        Event::Resolved => missions::finish(g, s, chance),
        Event::Concluded => command::finish(g, s),
        Event::Passed => mobilize::end_phase(g, s),
        Event::Lifted => mobilize::arrive(g, s),
        Event::Commanded => {
            chance.tell(|story| story::phase(story, s, "refresh"));
            refresh::begin(g, s, chance)
        }
        Event::Scored => refresh::retrieve(g, s, chance),
        Event::Discarded => refresh::draw(g, s, chance),
        Event::Drawn if g.tables.track.recruit.contains(&s.time) => {
            recruit::begin(g, s, Side::Rebels, chance)
        }
        Event::Drawn => begin_building(g, s, chance),
        Event::Recruited => match s.asked {
            Side::Rebels => recruit::begin(g, s, Side::Empire, chance),
            Side::Empire => begin_building(g, s, chance),
        },
        Event::Built => match s.asked {
            Side::Rebels => build::begin(g, s, Side::Empire, chance),
            Side::Empire => deploy::begin(g, s, Side::Rebels, chance),
        },
        Event::Deployed => match s.asked {
            Side::Rebels => deploy::begin(g, s, Side::Empire, chance),
            Side::Empire => begin_round(g, s, chance),
        },
    }
}

/// Missions are assigned if there are any (ruling W1); then the Rebels take the first turn.
fn begin_round(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    command::begin(s);
    if Side::all().any(|side| !g.tables.missions[side].is_empty()) {
        chance.tell(|story| story::phase(story, s, "assignment"));
    }
    assign::begin(g, s, Side::Rebels)
}

/// Both sides build where the track says so, then they deploy.
fn begin_building(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    if g.tables.track.build.contains(&s.time) {
        build::begin(g, s, Side::Rebels, chance)
    } else {
        deploy::begin(g, s, Side::Rebels, chance)
    }
}
