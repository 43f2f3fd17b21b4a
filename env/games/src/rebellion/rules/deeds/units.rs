//! What missions do with units and build queues.

use holotable_env::{Chance, Finite, Set};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::stations::{has_yard, is_station, land};
use crate::rebellion::rules::supply::supply;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::{ask, here, task};
use crate::rebellion::rules::words::{ICONS, Icon, QUEUE, Row, Side};
use crate::rebellion::rules::{base, story};

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
fn produced(g: &Rebellion, s: &State, icon: usize) -> Set<Row> {
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

/// Asks for the next unit that rises, if there is one.
pub fn ask_to_rise(g: &Rebellion, s: &mut State, n: u8) -> bool {
    s.left = n;
    while s.left > 0 && rising(g, s).is_empty() {
        s.left -= 1;
    }
    s.left > 0 && ask(s, s.turn)
}

/// The kinds of units that can rise next: first those with circles, then those with triangles.
pub fn rising(g: &Rebellion, s: &State) -> Set<Row> {
    let circles = match task(g, s) {
        Task::Rise { triangles, .. } => s.left > triangles,
        _ => {
            return if let Task::Produce = task(g, s) {
                produced(g, s, usize::from(s.left))
            } else {
                Set::EMPTY
            };
        }
    };
    let icons = if circles {
        [Icon::SpaceCircle, Icon::GroundCircle]
    } else {
        [Icon::SpaceTriangle, Icon::GroundTriangle]
    };
    left(g, s, s.turn, icons.iter().flat_map(|&icon| g.tables.builds[s.turn][icon].iter()).collect())
}

/// The first space of a queue, of those from `from` to `to`, with a unit of a kind.
fn on_queue(s: &State, side: Side, row: Row, from: usize, to: usize) -> Option<usize> {
    (from..to).find(|&space| s.queue[side][space][row] > 0)
}

/// The kinds of units that can be chosen for what the mission does.
pub fn choices(g: &Rebellion, s: &State) -> Set<Row> {
    let (me, place) = (s.turn, here(s));
    let fits = |row: Row| {
        let affordable = |side: Side| (1..=s.left).contains(&g.stat(side, row).health);
        match task(g, s) {
            Task::Hasten { .. } => s.left > 0 && on_queue(s, me, row, 1, QUEUE).is_some(),
            Task::Commission { spaces } => {
                let there = on_queue(s, me, row, 0, usize::from(spaces)).is_some();
                there && !s.sabotaged.has(place) && (!is_station(g, row) || has_yard(g, s, place))
            }
            Task::Destroy { theatre, .. } => {
                let of = g.components().unit(me.other(), row).theatre;
                let there = s.units[me.other()][place][row] > 0 && affordable(me.other());
                there && theatre.is_none_or(|theatre| theatre == of)
            }
            Task::Raid { .. } => {
                on_queue(s, Side::Empire, row, 0, QUEUE).is_some() && affordable(Side::Empire)
            }
            _ => false,
        }
    };
    Row::all().filter(|&row| fits(row)).collect()
}

/// Whose units are chosen.
pub fn owner(g: &Rebellion, s: &State) -> Side {
    match task(g, s) {
        Task::Destroy { .. } => s.turn.other(),
        Task::Raid { .. } => Side::Empire,
        _ => s.turn,
    }
}

/// Does what the mission does with a unit of this kind, and asks for another one if there may be one.
pub fn take(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) -> Event {
    let (me, place) = (s.turn, here(s));
    match task(g, s) {
        Task::Produce => {
            queue(g, s, row, g.tables.worlds[place].build, chance);
            let next = usize::from(s.left) + 1;
            return if produce(g, s, next, chance) { Event::Asked } else { Event::Done };
        }
        Task::Rise { .. } => {
            s.units[me][place][row] += 1;
            chance.tell(|story| story::gains(story, g, me, row, place));
            let left = s.left - 1;
            return if ask_to_rise(g, s, left) { Event::Asked } else { Event::Done };
        }
        Task::Hasten { .. } => {
            let space = on_queue(s, me, row, 1, QUEUE).expect("it is on the queue");
            s.queue[me][space][row] -= 1;
            s.queue[me][space - 1][row] += 1;
            s.left -= 1;
            chance.tell(|story| story::builds(story, g, me, row, space as u8));
        }
        Task::Commission { spaces } => {
            commission(g, s, row, usize::from(spaces), chance);
            return Event::Done;
        }
        Task::Destroy { .. } => {
            let enemy = me.other();
            s.units[enemy][place][row] -= 1;
            s.left -= g.stat(enemy, row).health;
            chance.tell(|story| story::gone(story, g, enemy, row, place));
            base::release(g, s);
        }
        _ => {
            strike(g, s, row, chance);
            s.left -= g.stat(Side::Empire, row).health;
        }
    }
    if choices(g, s).is_empty() { Event::Done } else { Event::Asked }
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

fn commission(g: &Rebellion, s: &mut State, row: Row, spaces: usize, chance: &mut impl Chance) {
    let (me, place) = (s.turn, here(s));
    let space = on_queue(s, me, row, 0, spaces).expect("it is on the queue");
    s.queue[me][space][row] -= 1;
    land(g, s, me, place, row);
    chance.tell(|story| story::deploys(story, g, me, row, place));
}
