//! Deploying: queues slide, and what leaves space 1 goes to systems of its side.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::deployments::Deployments;
use super::event::Event;
use super::setup::next_kind;
use super::state::{Stage, State};
use super::stations::{has_yard, is_station, land};
use super::words::{ALL, Place, Places, Row, Side, Theatre, Units, space};
use super::{base, end, story};

/// A side slides its queue and deploys.
pub fn begin(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) -> Event {
    s.asked = side;
    let [first, second, third] = s.queue[side];
    s.waiting[side] = first;
    s.queue[side] = [second, third, Units::default()];
    go_on(g, s, chance)
}

/// Asks where the next unit goes; what can go nowhere goes back to space 1.
fn go_on(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    while let Some(kind) = next_kind(s) {
        if !places(g, s).is_empty() {
            s.stage = Stage::Deploy;
            return Event::Asked;
        }
        let n = keep(s, kind);
        chance.tell(|story| story::goes_back(story, g, s.asked, kind, n));
    }
    s.deployments = Deployments::default();
    Event::Deployed
}

/// Units of a kind go back to space 1 of the queue; says how many.
fn keep(s: &mut State, kind: Row) -> u8 {
    let side = s.asked;
    let n = std::mem::take(&mut s.waiting[side][kind]);
    s.queue[side][0][kind] += n;
    n
}

/// Where units may go now: systems of the side without enemy units, and the space of a hidden base.
pub fn places(g: &Rebellion, s: &State) -> Places {
    if next_kind(s).is_some_and(|kind| s.asked == Side::Empire && is_station(g, kind)) {
        return yards(g, s);
    }
    let enemies = &s.units[s.asked.other()];
    let systems = s.of(s.asked).without(s.sabotaged);
    let mut places: Places = systems.iter().filter(|&place| enemies[place].is_empty()).collect();
    if s.asked == Side::Rebels && s.hidden() {
        places.add(space());
    }
    places.without(s.deployments.full(g.tables.refresh.deploy))
}

/// Where a station is under construction, Rebel ground units or not: there alone it is finished.
fn yards(g: &Rebellion, s: &State) -> Places {
    let ships = base::with_theatre(g, s, Side::Rebels, Theatre::Space);
    let full = s.deployments.full(g.tables.refresh.deploy);
    let free = ALL.without(ships).without(s.sabotaged).without(full);
    free.iter().filter(|&place| has_yard(g, s, place)).collect()
}

/// Deploys the unit that waits there, or leaves all of its kind in the queue.
pub fn choose(g: &Rebellion, s: &mut State, place: Option<Place>, chance: &mut impl Chance) -> Event {
    let kind = next_kind(s).expect("a unit waits");
    match place {
        None => _ = keep(s, kind),
        Some(place) => {
            s.waiting[s.asked][kind] -= 1;
            land(g, s, s.asked, place, kind);
            s.deployments.add(place);
            chance.tell(|story| story::deploys(story, g, s.asked, kind, place));
            if end::taken(s, chance) {
                // The base was revealed by loyalty alone, and nobody is there to defend it.
                Row::all().for_each(|kind| _ = keep(s, kind));
                s.deployments = Deployments::default();
                return Event::Asked;
            }
        }
    }
    go_on(g, s, chance)
}
