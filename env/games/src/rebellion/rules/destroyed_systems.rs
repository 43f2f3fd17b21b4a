//! Destroyed systems: no icons, no loyalty, no markers, and ground units only as far as ships of their side carry them (FAQ p1).

use holotable_env::{Chance, Finite, Set};

use super::Rebellion;
use super::event::Event;
use super::state::{Stage, State};
use super::stations::lose_orphan;
use super::task::Task;
use super::under_way::now;
use super::words::{Loyalty, Moves, Place, Row, Side, Theatre};
use super::{base, end, story};
use crate::rebellion_combat::State as Battle;

/// A system is destroyed; the Empire has won if the base was there. Says whether it asks who is lost.
pub fn destroy(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> bool {
    s.destroyed.add(place);
    s.loyalty.set(place, Loyalty::Neutral);
    s.possible.take(place);
    s.sabotaged.take(place);
    s.subjugated.take(place);
    chance.tell(|story| story::destroys(story, g, place));
    for row in g.components().rows(Side::Rebels, Theatre::Ground) {
        for _ in 0..std::mem::take(&mut s.units[Side::Rebels][place][row]) {
            chance.tell(|story| story::gone(story, g, Side::Rebels, row, place));
        }
    }
    settle(g, s, chance);
    if s.base == Some(place) {
        end::destroyed(s, chance);
        return false;
    }
    asks(g, s)
}

/// What ships carry.
fn room(g: &Rebellion, side: Side, units: impl Iterator<Item = (Row, u8)>) -> u8 {
    units.map(|(row, n)| n.saturating_mul(g.stat(side, row).carries)).fold(0, u8::saturating_add)
}

/// The health of the ground units that are lost at the least after a combat over a destroyed system, with the carriers that it cost.
pub fn lost_aboard(g: &Rebellion, s: &State, side: Side, battle: &Battle) -> u16 {
    let Some(field) = s.field.filter(|&field| s.destroyed.has(field)) else { return 0 };
    let ships = Row::all().map(|row| (row, battle.camps[side].units.count(row)));
    let (room, mut lost, mut carried) = (room(g, side, ships), 0, Vec::new());
    for row in ground(g, s, side, field).iter() {
        let (stat, n) = (g.stat(side, row), usize::from(s.units[side][field][row]));
        match stat.moves {
            Moves::Carried => carried.extend(std::iter::repeat_n(u16::from(stat.health), n)),
            Moves::Free | Moves::Immobile => lost += u16::from(stat.health) * n as u16,
        }
    }
    carried.sort_unstable();
    carried.truncate(carried.len().saturating_sub(room.into()));
    lost + carried.iter().sum::<u16>()
}

/// The kinds of ground units of a side in a system.
fn ground(g: &Rebellion, s: &State, side: Side, place: Place) -> Set<Row> {
    g.components().rows(side, Theatre::Ground).filter(|&row| s.units[side][place][row] > 0).collect()
}

/// Ground units in destroyed systems beyond what ships there carry are lost as far as there is no choice (ruling W45), and a station on
/// the queue without the one under construction.
pub fn settle(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    for place in s.destroyed.iter() {
        Side::all().for_each(|side| shed(g, s, side, place, chance));
    }
    lose_orphan(g, s, chance);
    base::release(g, s);
}

/// Who cannot be carried is lost; of the others all, where there is no room, or what is too much of the only kind.
fn shed(g: &Rebellion, s: &mut State, side: Side, place: Place, chance: &mut impl Chance) {
    let room = room(g, side, s.units[side][place].some());
    let (carried, others): (Vec<Row>, Vec<Row>) =
        ground(g, s, side, place).iter().partition(|&row| g.stat(side, row).moves == Moves::Carried);
    let several = carried.len() > 1 && room > 0;
    let lost = others.into_iter().map(|row| (row, 0));
    let kept = carried.into_iter().filter(|_| !several).map(|row| (row, room));
    for (row, most) in lost.chain(kept) {
        while s.units[side][place][row] > most {
            s.units[side][place][row] -= 1;
            chance.tell(|story| story::gone(story, g, side, row, place));
        }
    }
}

/// Who chooses which ground units are lost and where, the current player first: units of several kinds are there, and some have room.
pub fn choice(g: &Rebellion, s: &State) -> Option<(Side, Place)> {
    let chooses = |side: Side, place: Place| {
        let there = ground(g, s, side, place);
        let n: u8 = there.iter().map(|row| s.units[side][place][row]).sum();
        there.len() > 1 && n > room(g, side, s.units[side][place].some())
    };
    let of = |side: Side| s.destroyed.iter().find(|&place| chooses(side, place)).map(|place| (side, place));
    of(s.turn).or_else(|| of(s.turn.other()))
}

/// The kinds of units of which one is lost.
pub fn losable(g: &Rebellion, s: &State) -> Set<Row> {
    choice(g, s).map_or(Set::EMPTY, |(side, place)| ground(g, s, side, place))
}

/// Asks which unit is lost, if somebody chooses. Says whether it asks.
pub fn asks(g: &Rebellion, s: &mut State) -> bool {
    match choice(g, s) {
        Some((side, _)) => {
            (s.stage, s.asked) = (Stage::Scrap, side);
            true
        }
        None => false,
    }
}

/// A unit is lost; then another one, or what was under way goes on.
pub fn lose(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) -> Event {
    let (side, place) = choice(g, s).expect("there is no room for all");
    s.units[side][place][row] -= 1;
    chance.tell(|story| story::gone(story, g, side, row, place));
    settle(g, s, chance);
    match now(g, s) {
        _ if asks(g, s) => Event::Asked,
        Some(Task::Annihilate) => Event::Done,
        _ => Event::Shed,
    }
}
