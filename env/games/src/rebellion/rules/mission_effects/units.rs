//! What missions do with units and build queues.

use holotable_env::{Chance, Finite, Set};

use super::asks_nothing;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::build::destroy as destroy_own;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::gain::{ask_for, can, come, gain, lacks};
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::stations::{has_yard, is_station, land};
use crate::rebellion::rules::supply::supply;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::{ask, here, task};
use crate::rebellion::rules::words::{ICONS, Icon, Place, QUEUE, Row, Side, Theatre};
use crate::rebellion::rules::{base, end, story};

/// The kinds of units that the box still has of these.
fn left(g: &Rebellion, s: &State, side: Side, rows: Set<Row>) -> Set<Row> {
    rows.iter().filter(|&row| supply(g, s, side, row) > 0).collect()
}

/// A unit is put on a space of the queue, if the box has one.
pub fn queue(g: &Rebellion, s: &mut State, row: Row, space: u8, chance: &mut impl Chance) {
    if supply(g, s, s.turn, row) == 0 {
        return;
    }
    s.queue[s.turn][usize::from(space) - 1][row] += 1;
    chance.tell(|story| story::builds(story, g, s.turn, row, space));
}

/// What an icon of the system puts on the queue.
pub fn produced(g: &Rebellion, s: &State, icon: usize) -> Set<Row> {
    let icon = g.tables.worlds[here(s)].icons.get(icon).copied().flatten();
    icon.filter(|_| !s.destroyed.has(here(s)))
        .map_or(Set::EMPTY, |icon| left(g, s, s.turn, g.tables.builds[s.turn][icon]))
}

/// Each icon of the system from `first` on puts a unit on the queue; asks where it builds several kinds.
pub fn produce(g: &Rebellion, s: &mut State, first: usize, chance: &mut impl Chance) -> bool {
    for icon in first..ICONS {
        s.left = icon as u8;
        let kinds = produced(g, s, icon);
        match kinds.len() {
            0 => {}
            1 => queue(g, s, kinds.nth(0), g.tables.worlds[here(s)].build, chance),
            _ => return ask(s, s.turn),
        }
    }
    false
}

/// The unit is put on the queue; then the next icon of the system builds.
pub fn put(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) -> Event {
    queue(g, s, row, g.tables.worlds[here(s)].build, chance);
    if produce(g, s, usize::from(s.left) + 1, chance) { Event::Asked } else { Event::Done }
}

/// Asks for the next unit that rises, if there is one; the last ones are those with triangles.
pub fn ask_to_rise(g: &Rebellion, s: &mut State, n: u8, triangles: u8) -> bool {
    s.left = n;
    while s.left > 0 && rising(g, s, triangles).is_empty() {
        s.left -= 1;
    }
    s.left > 0 && ask(s, s.turn)
}

/// The kinds of units that can rise next: first those with circles, then those with triangles.
pub fn rising(g: &Rebellion, s: &State, triangles: u8) -> Set<Row> {
    let icons = if s.left > triangles {
        [Icon::SpaceCircle, Icon::GroundCircle]
    } else {
        [Icon::SpaceTriangle, Icon::GroundTriangle]
    };
    icons
        .iter()
        .flat_map(|&icon| g.tables.builds[s.turn][icon].iter())
        .filter(|&row| can(g, s, row))
        .collect()
}

/// The unit comes, and the next one; where the box has none, another one is destroyed for it first.
pub fn rise(g: &Rebellion, s: &mut State, row: Row, triangles: u8, chance: &mut impl Chance) -> Event {
    if supply(g, s, s.turn, row) == 0 {
        ask_for(s, row);
        return Event::Asked;
    }
    come(g, s, row, chance);
    if rise_on(g, s, triangles) { Event::Asked } else { Event::Done }
}

/// Asks for the next unit after one that has come, or is lost. Says whether it asks.
pub fn rise_on(g: &Rebellion, s: &mut State, triangles: u8) -> bool {
    ask_to_rise(g, s, s.left - 1, triangles)
}

/// A unit there is destroyed and one of its kind comes here, or those of its kind that are missing are lost.
pub fn scrap(g: &Rebellion, s: &mut State, at: Option<Place>, chance: &mut impl Chance) -> Event {
    let row = s.wanted[s.turn].take().expect("a unit is wanted");
    if let Some(at) = at {
        destroy_own(g, s, row, at, chance);
        come(g, s, row, chance);
        if end::taken(s, chance) {
            return Event::Asked;
        }
    }
    let asks = match task(g, s) {
        Task::Gain { units, .. } => {
            at.is_some() && lacks(g, s, row, s.left - 1) || gain(g, s, &units, row.index() + 1, chance)
        }
        Task::Rise { triangles, .. } => rise_on(g, s, triangles),
        _ => unreachable!("no unit comes"),
    };
    if asks { Event::Asked } else { Event::Done }
}

/// The first space of a queue, of those from `from` to `to`, with a unit of a kind.
fn on_queue(s: &State, side: Side, row: Row, from: usize, to: usize) -> Option<usize> {
    (from..to).find(|&space| s.queue[side][space][row] > 0)
}

/// Whose units are chosen.
pub fn owner(g: &Rebellion, s: &State) -> Side {
    match task(g, s) {
        Task::Destroy { .. } => s.turn.other(),
        Task::Raid { .. } => Side::Empire,
        asks_nothing!(
            Task::Bring,
            Task::Beacon,
            Task::Confess { .. },
            Task::Rescue { .. },
            Task::Bury,
            Task::Plant { .. },
            Task::Projects { .. },
            Task::Spread { .. },
            Task::Move(_),
            Task::Train,
            Task::Shield,
            Task::Reassign,
            Task::Fetch { .. },
            Task::Expel,
            Task::Produce,
            Task::Rise { .. },
            Task::Hasten { .. },
            Task::Commission { .. }
        ) => s.turn,
    }
}

/// The kinds of units that can come nearer on the queue.
pub fn waiting(s: &State) -> Set<Row> {
    Row::all().filter(|&row| s.left > 0 && on_queue(s, s.turn, row, 1, QUEUE).is_some()).collect()
}

/// A unit comes one space nearer; then another one.
pub fn hasten(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) -> Event {
    let me = s.turn;
    let space = on_queue(s, me, row, 1, QUEUE).expect("it is on the queue");
    s.queue[me][space][row] -= 1;
    s.queue[me][space - 1][row] += 1;
    s.left -= 1;
    chance.tell(|story| story::builds(story, g, me, row, space as u8));
    go_on(waiting(s))
}

/// The kinds of units of the first spaces of the queue that can be deployed here.
pub fn ready(g: &Rebellion, s: &State, spaces: u8) -> Set<Row> {
    let place = here(s);
    let fits = |row: &Row| {
        let there = on_queue(s, s.turn, *row, 0, usize::from(spaces)).is_some();
        there && !s.sabotaged.has(place) && (!is_station(g, *row) || has_yard(g, s, place))
    };
    Row::all().filter(fits).collect()
}

/// One of them is deployed.
pub fn commission(g: &Rebellion, s: &mut State, row: Row, spaces: u8, chance: &mut impl Chance) -> Event {
    let (me, place) = (s.turn, here(s));
    let space = on_queue(s, me, row, 0, usize::from(spaces)).expect("it is on the queue");
    s.queue[me][space][row] -= 1;
    land(g, s, me, place, row);
    chance.tell(|story| story::deploys(story, g, me, row, place));
    Event::Done
}

/// The kinds of units that can be destroyed with the health that is left.
fn affordable(g: &Rebellion, s: &State, side: Side, there: impl Fn(Row) -> bool) -> Set<Row> {
    Row::all().filter(|&row| (1..=s.left).contains(&g.stat(side, row).health) && there(row)).collect()
}

/// The kinds of enemy units here that can be destroyed.
pub fn targets(g: &Rebellion, s: &State, theatre: Option<Theatre>) -> Set<Row> {
    let (enemy, place) = (s.turn.other(), here(s));
    let of = |row: Row| theatre.is_none_or(|theatre| theatre == g.components().unit(enemy, row).theatre);
    affordable(g, s, enemy, |row| s.units[enemy][place][row] > 0 && of(row))
}

/// One of them is destroyed; then another one.
pub fn destroy(
    g: &Rebellion,
    s: &mut State,
    row: Row,
    theatre: Option<Theatre>,
    chance: &mut impl Chance,
) -> Event {
    let (enemy, place) = (s.turn.other(), here(s));
    s.units[enemy][place][row] -= 1;
    s.left -= g.stat(enemy, row).health;
    chance.tell(|story| story::gone(story, g, enemy, row, place));
    base::release(g, s);
    go_on(targets(g, s, theatre))
}

/// The kinds of units of the Imperial queue that can be destroyed.
pub fn exposed(g: &Rebellion, s: &State) -> Set<Row> {
    affordable(g, s, Side::Empire, |row| on_queue(s, Side::Empire, row, 0, QUEUE).is_some())
}

/// One of them is destroyed; then another one.
pub fn raid(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) -> Event {
    strike(g, s, row, chance);
    s.left -= g.stat(Side::Empire, row).health;
    go_on(exposed(g, s))
}

/// Asks for another unit, if there may be one.
fn go_on(more: Set<Row>) -> Event {
    if more.is_empty() { Event::Done } else { Event::Asked }
}

/// A unit of the Imperial queue is destroyed, that which would come first.
fn strike(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) {
    let Some(space) = on_queue(s, Side::Empire, row, 0, QUEUE) else { return };
    s.queue[Side::Empire][space][row] -= 1;
    chance.tell(|story| story::lost_on_queue(story, g, Side::Empire, row, space as u8 + 1));
}

/// For each icon of the system a unit of the Imperial queue that it builds is destroyed.
pub fn demolish(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    for icon in g.tables.worlds[here(s)].icons.into_iter().flatten() {
        let kinds = g.tables.builds[Side::Empire][icon];
        let hit = kinds.iter().find(|&row| on_queue(s, Side::Empire, row, 0, QUEUE).is_some());
        if let Some(row) = hit {
            strike(g, s, row, chance);
        }
    }
}
