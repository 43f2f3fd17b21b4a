//! Destroyed systems: no icons, no loyalty, no markers, and ground units only as far as ships of their side carry them (FAQ p1).

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::state::State;
use super::stations::lose_orphan;
use super::words::{Loyalty, Moves, Place, Row, Side, Theatre, Units};
use super::{base, end, story};

/// A system is destroyed; the Empire has won if the base was there.
pub fn destroy(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) {
    s.destroyed.add(place);
    s.loyalty.set(place, Loyalty::Neutral);
    s.possible.take(place);
    s.sabotaged.take(place);
    s.subjugated.take(place);
    for row in g.components().rows(Side::Rebels, Theatre::Ground) {
        s.units[Side::Rebels][place][row] = 0;
    }
    chance.tell(|story| story::destroys(story, g, place));
    settle(g, s);
    if s.base == Some(place) {
        end::destroyed(s, chance);
    }
}

/// What ships carry.
fn room(g: &Rebellion, side: Side, units: &Units) -> u8 {
    units.some().map(|(row, n)| n.saturating_mul(g.stat(side, row).carries)).fold(0, u8::saturating_add)
}

/// Ground units in destroyed systems beyond what ships there carry are lost, the cheapest first (ruling W45), and a station on the queue
/// without the one under construction.
pub fn settle(g: &Rebellion, s: &mut State) {
    for place in s.destroyed.iter() {
        for side in Side::all() {
            let mut room = room(g, side, &s.units[side][place]);
            let rows: Vec<Row> = g.components().rows(side, Theatre::Ground).collect();
            let mut rows: Vec<Row> = rows.into_iter().filter(|&row| s.units[side][place][row] > 0).collect();
            // Who cannot be carried is lost first.
            rows.sort_by_key(|&row| {
                (g.stat(side, row).moves != Moves::Carried, u8::MAX - g.stat(side, row).value)
            });
            for row in rows {
                let most = if g.stat(side, row).moves == Moves::Carried { room } else { 0 };
                let kept = s.units[side][place][row].min(most);
                s.units[side][place][row] = kept;
                room -= kept;
            }
        }
    }
    lose_orphan(g, s);
    base::release(g, s);
}
