//! What missions do with units and build queues.

use holotable_env::{Chance, Finite, Set};

use super::asks_nothing;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::build::destroy as destroy_own;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::gain::{ask_for, can, come, gain, lacks};
use crate::rebellion::rules::state::{Stage, State};
use crate::rebellion::rules::stations::{has_yard, is_station, land};
use crate::rebellion::rules::supply::supply;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::{ask, here, now, task};
use crate::rebellion::rules::words::{ICONS, Icon, Place, QUEUE, Row, Side, Theatre, Way};
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
#[expect(clippy::wildcard_enum_match_arm, reason = "no unit comes by anything else")]
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

/// The spaces of a queue, of those from `from` to `to`, with a unit of a kind.
fn on_queue(s: &State, side: Side, row: Row, from: usize, to: usize) -> impl Iterator<Item = usize> + use<> {
    let queue = s.queue[side];
    (from..to).filter(move |&space| queue[space][row] > 0)
}

/// The spaces of the queue, the nearest first, from which a card can take a unit of a kind, or from which it can hasten one.
#[expect(clippy::wildcard_enum_match_arm, reason = "all else is for the whole queue")]
fn spaces(g: &Rebellion, s: &State, row: Row) -> impl Iterator<Item = usize> + use<> {
    let (from, to) = match task(g, s) {
        Task::Hasten { .. } => (1, QUEUE),
        Task::Commission { spaces } => (0, usize::from(spaces)),
        _ => (0, QUEUE),
    };
    on_queue(s, owner(g, s), row, from, to)
}

/// The kind of unit of which it is asked on which space of the queue the unit lies (ruling W40).
pub fn on_several(g: &Rebellion, s: &State) -> Option<Row> {
    if s.stage == Stage::Pick { now(g, s).and_then(|_| s.wanted[owner(g, s)]) } else { None }
}

/// The spaces that are still to choose from: the nearest one, and those after it.
pub fn space_choices(g: &Rebellion, s: &State) -> Vec<usize> {
    let all = on_several(g, s).into_iter().flat_map(|row| spaces(g, s, row));
    all.skip(usize::from(s.later)).collect()
}

/// The space from which a unit of a kind is taken; asks if there are several.
fn space_of(g: &Rebellion, s: &mut State, row: Row) -> Option<usize> {
    let mut all = spaces(g, s, row);
    let first = all.next().expect("it is on the queue");
    if all.next().is_none() {
        return Some(first);
    }
    let owner = owner(g, s);
    s.wanted[owner] = Some(row);
    (s.stage, s.asked) = (Stage::Pick, s.turn);
    None
}

/// The kind was chosen: does what the card does with the unit, or asks on which space the unit lies.
pub fn take_queued(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) -> Event {
    match space_of(g, s, row) {
        Some(space) => act_on(g, s, row, space, chance),
        None => Event::Asked,
    }
}

/// The nearest space was chosen, or a later one; asks again which, if there are two of those.
pub fn pick(g: &Rebellion, s: &mut State, way: Way, chance: &mut impl Chance) -> Event {
    let all = space_choices(g, s);
    if way.index() > 0 && all.len() > 2 {
        s.later = true;
        return Event::Asked;
    }
    let (row, space) = (on_several(g, s).expect("a kind was chosen"), all[way.index()]);
    let owner = owner(g, s);
    (s.wanted[owner], s.later) = (None, false);
    act_on(g, s, row, space, chance)
}

/// Does what the card does with a unit on a space of the queue.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes units from the queue")]
fn act_on(g: &Rebellion, s: &mut State, row: Row, space: usize, chance: &mut impl Chance) -> Event {
    match task(g, s) {
        Task::Hasten { .. } => hasten(g, s, row, space, chance),
        Task::Commission { .. } => commission(g, s, row, space, chance),
        Task::Raid { .. } => raid(g, s, row, space, chance),
        Task::Demolish => {
            strike(g, s, row, space, chance);
            let next = usize::from(s.left) + 1;
            if demolish(g, s, next, chance) { Event::Asked } else { Event::Done }
        }
        _ => unreachable!("it takes nothing from the queue"),
    }
}

/// Whose units are chosen.
pub fn owner(g: &Rebellion, s: &State) -> Side {
    match task(g, s) {
        Task::Destroy { .. } => s.turn.other(),
        Task::Raid { .. } | Task::Demolish => Side::Empire,
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
    Row::all().filter(|&row| s.left > 0 && on_queue(s, s.turn, row, 1, QUEUE).next().is_some()).collect()
}

/// A unit comes one space nearer; then another one.
fn hasten(g: &Rebellion, s: &mut State, row: Row, space: usize, chance: &mut impl Chance) -> Event {
    let me = s.turn;
    s.queue[me][space][row] -= 1;
    s.queue[me][space - 1][row] += 1;
    s.left -= 1;
    chance.tell(|story| story::builds(story, g, me, row, space as u8));
    let more = waiting(s);
    go_on(s, more)
}

/// The kinds of units of the first spaces of the queue that can be deployed here.
pub fn ready(g: &Rebellion, s: &State, spaces: u8) -> Set<Row> {
    let place = here(s);
    let fits = |row: &Row| {
        let there = on_queue(s, s.turn, *row, 0, usize::from(spaces)).next().is_some();
        there && !s.sabotaged.has(place) && (!is_station(g, *row) || has_yard(g, s, place))
    };
    Row::all().filter(fits).collect()
}

/// One of them is deployed.
fn commission(g: &Rebellion, s: &mut State, row: Row, space: usize, chance: &mut impl Chance) -> Event {
    let (me, place) = (s.turn, here(s));
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
    let more = targets(g, s, theatre);
    go_on(s, more)
}

/// The kinds of units of the Imperial queue that can be destroyed.
pub fn exposed(g: &Rebellion, s: &State) -> Set<Row> {
    affordable(g, s, Side::Empire, |row| on_queue(s, Side::Empire, row, 0, QUEUE).next().is_some())
}

/// One of them is destroyed; then another one.
fn raid(g: &Rebellion, s: &mut State, row: Row, space: usize, chance: &mut impl Chance) -> Event {
    strike(g, s, row, space, chance);
    s.left -= g.stat(Side::Empire, row).health;
    let more = exposed(g, s);
    go_on(s, more)
}

/// Asks for another unit, if there may be one.
fn go_on(s: &mut State, more: Set<Row>) -> Event {
    s.stage = Stage::Effect;
    if more.is_empty() { Event::Done } else { Event::Asked }
}

/// A unit of the Imperial queue is destroyed.
fn strike(g: &Rebellion, s: &mut State, row: Row, space: usize, chance: &mut impl Chance) {
    s.queue[Side::Empire][space][row] -= 1;
    chance.tell(|story| story::lost_on_queue(story, g, Side::Empire, row, space as u8 + 1));
}

/// The kinds of units of the Imperial queue that an icon of the system builds.
pub fn demolished(g: &Rebellion, s: &State, icon: usize) -> Set<Row> {
    let icon = g.tables.worlds[here(s)].icons.get(icon).copied().flatten();
    let kinds = icon.map_or(Set::EMPTY, |icon| g.tables.builds[Side::Empire][icon]);
    kinds.iter().filter(|&row| on_queue(s, Side::Empire, row, 0, QUEUE).next().is_some()).collect()
}

/// For each icon of the system from `first` on a unit of the Imperial queue that it builds is destroyed; asks which one where there are
/// several. Says whether it asks.
pub fn demolish(g: &Rebellion, s: &mut State, first: usize, chance: &mut impl Chance) -> bool {
    for icon in first..ICONS {
        s.left = icon as u8;
        let kinds = demolished(g, s, icon);
        if kinds.len() > 1 {
            return ask(s, s.turn);
        }
        let Some(row) = kinds.iter().next() else { continue };
        match space_of(g, s, row) {
            Some(space) => strike(g, s, row, space, chance),
            None => return true,
        }
    }
    false
}
