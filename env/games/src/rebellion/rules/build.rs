//! Building: each icon of the systems of a side puts a unit on its queue.

use holotable_env::{Chance, Finite, Set};

use super::Rebellion;
use super::event::Event;
use super::state::{Stage, State};
use super::supply::supply;
use super::words::{ICONS, Icon, Job, Place, Places, Row, Side, space};
use super::{base, captive, end, story};

/// A side builds.
pub fn begin(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) -> Event {
    s.asked = side;
    go_on(g, s, 0, chance)
}

/// Builds at one icon after the other from `first` on, until there is something to choose.
fn go_on(g: &Rebellion, s: &mut State, first: usize, chance: &mut impl Chance) -> Event {
    for job in (first..Job::N).map(Job::at) {
        let Some(icon) = icon(g, s, job) else { continue };
        s.job = job;
        let kinds = kinds(g, s, icon);
        match kinds.len() {
            0 => {}
            1 if supply(g, s, s.asked, kinds.nth(0)) > 0 => put(g, s, kinds.nth(0), chance),
            1 => return ask_for(s, kinds.nth(0)),
            _ => {
                s.stage = Stage::Build;
                return Event::Asked;
            }
        }
    }
    s.job = Job::default();
    Event::Built
}

/// Where an icon is.
pub fn place(job: Job) -> Place {
    Place::at(job.index() / ICONS)
}

/// What builds there now, if anything does.
pub fn icon(g: &Rebellion, s: &State, job: Job) -> Option<Icon> {
    let (place, number) = (place(job), job.index() % ICONS);
    let icon = g.tables.worlds[place].icons[number]?;
    let enemy = |place: Place| !s.units[s.asked.other()][place].is_empty();
    let builds = if place == space() {
        // The base builds, unless it is revealed and the Empire is there.
        let blocked = |base: Place| enemy(base) || s.loyalty[base].is_to(Side::Empire);
        s.asked == Side::Rebels && !s.revealed_base().is_some_and(blocked)
    } else {
        let loyal = s.loyalty[place].is_to(s.asked);
        s.of(s.asked).has(place) && (loyal || number == 0) && !enemy(place) && !s.sabotaged.has(place)
    };
    builds.then_some(icon)
}

/// The places with units of a kind of a side.
pub fn on_board(s: &State, side: Side, row: Row) -> Places {
    s.units[side].iter().filter(|(_, units)| units[row] > 0).map(|(place, _)| place).collect()
}

/// What an icon can build: of kinds that the box has no more of, only where one on the board can be destroyed for it.
pub fn kinds(g: &Rebellion, s: &State, icon: Icon) -> Set<Row> {
    let can = |&row: &Row| supply(g, s, s.asked, row) > 0 || !on_board(s, s.asked, row).is_empty();
    g.tables.builds[s.asked][icon].iter().filter(can).collect()
}

fn put(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) {
    let number = g.tables.worlds[place(s.job)].build;
    s.queue[s.asked][usize::from(number) - 1][row] += 1;
    chance.tell(|story| story::builds(story, g, s.asked, row, number));
}

fn ask_for(s: &mut State, row: Row) -> Event {
    s.wanted[s.asked] = Some(row);
    s.stage = Stage::Scrap;
    Event::Asked
}

/// Builds this kind of unit, or asks for one to be destroyed first.
pub fn choose(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) -> Event {
    if supply(g, s, s.asked, row) == 0 {
        return ask_for(s, row);
    }
    put(g, s, row, chance);
    go_on(g, s, s.job.index() + 1, chance)
}

/// A unit of who is asked is destroyed there for another one of its kind.
pub fn destroy(g: &Rebellion, s: &mut State, row: Row, at: Place, chance: &mut impl Chance) {
    s.units[s.asked][at][row] -= 1;
    chance.tell(|story| story::gone(story, g, s.asked, row, at));
    base::release(g, s);
    captive::release(g, s, chance);
}

/// Destroys a unit there and builds it anew, or does neither.
pub fn scrap(g: &Rebellion, s: &mut State, at: Option<Place>, chance: &mut impl Chance) -> Event {
    let row = s.wanted[s.asked].take().expect("a unit is wanted");
    if let Some(at) = at {
        destroy(g, s, row, at, chance);
        put(g, s, row, chance);
        if end::taken(s, chance) {
            return Event::Asked;
        }
    }
    go_on(g, s, s.job.index() + 1, chance)
}
