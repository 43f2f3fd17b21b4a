//! What missions do to systems of a region.

use holotable_env::Chance;

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::base::{self, with_theatre};
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::under_way::here;
use crate::rebellion::rules::words::{Loyalty, Place, Places, Side, Theatre, systems};
use crate::rebellion::rules::{captive, story};

/// The systems of the region of a system, itself among them.
pub fn region(g: &Rebellion, place: Place) -> Places {
    let number = g.tables.worlds[place].region;
    systems().filter(|&other| g.tables.worlds[other].region == number).collect()
}

/// The systems of the region that have loyalty.
fn loyal(g: &Rebellion, s: &State) -> Places {
    region(g, here(s)).and(g.tables.populous).without(s.destroyed)
}

/// Where loyalty can be gained next: in each system once.
pub fn spreading(g: &Rebellion, s: &State) -> Places {
    loyal(g, s).without(s.source.map_or(Places::EMPTY, Places::only))
}

/// Loyalty is gained there; then in another one, if more are left.
pub fn spread(g: &Rebellion, s: &mut State, place: Place) -> Event {
    base::gain(g, s, place, s.turn, 1);
    s.left -= 1;
    s.source = Some(place).filter(|_| s.left > 0);
    if s.left > 0 && !spreading(g, s).is_empty() {
        return Event::Asked;
    }
    s.source = None;
    Event::Done
}

/// Where Imperial ground units can go that have to leave.
pub fn refuges(g: &Rebellion, s: &State) -> Places {
    let held = with_theatre(g, s, Side::Rebels, Theatre::Ground);
    let mut all = s.of(Side::Empire).without(held);
    s.target.into_iter().for_each(|here| all.take(here));
    all
}

/// The Imperial ground units move there.
pub fn expel(g: &Rebellion, s: &mut State, to: Place, chance: &mut impl Chance) -> Event {
    let from = here(s);
    for row in g.components().rows(Side::Empire, Theatre::Ground) {
        let n = std::mem::take(&mut s.units[Side::Empire][from][row]);
        s.units[Side::Empire][to][row] += n;
        chance.tell(|story| story::driven_out(story, g, row, n, from, to));
    }
    base::release(g, s);
    captive::release(g, s, chance);
    Event::Done
}

/// What is loyal to the Rebels in the region becomes neutral.
pub fn unsettle(g: &Rebellion, s: &mut State) {
    let rebels = loyal(g, s).and(s.loyal(Side::Rebels));
    rebels.iter().for_each(|place| s.loyalty.set(place, Loyalty::Neutral));
}
