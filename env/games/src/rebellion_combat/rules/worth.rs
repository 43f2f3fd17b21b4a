//! What the way in which a combat ended is worth. Points are ours, since the campaign around a combat is not played here; a
//! campaign reads the [`Aftermath`](super::end::Aftermath) instead.

use holotable_env::Finite;

use super::RebellionCombat;
use super::end::{brought, holder, lost};
use super::state::State;
use super::words::{Row, Side};

/// What a side has earned so far: the value of the enemy units destroyed, and at the end the points for holding the system.
#[inline]
pub fn points(g: &RebellionCombat, s: &State, side: Side) -> u16 {
    let hold = if holder(s) == Some(side) { g.rules.hold } else { 0 };
    value(g, side.other(), |row| lost(s, side.other(), row)) + hold
}

/// What all units of the combat are worth, wherever they are now, and the points for holding the system.
pub fn stake(g: &RebellionCombat, s: &State) -> u16 {
    Side::all().map(|side| value(g, side, |row| brought(s, side, row))).sum::<u16>() + g.rules.hold
}

/// The result for a side, between 0 and 1; both results sum to 1.
pub fn score(g: &RebellionCombat, s: &State, side: Side) -> f32 {
    let (mine, theirs) = (points(g, s, side), points(g, s, side.other()));
    let lead = (f32::from(mine) - f32::from(theirs)) / f32::from(stake(g, s).max(1));
    if g.rules.margin {
        0.5 + 0.5 * lead
    } else {
        0.5 + 0.5 * f32::from(i8::from(mine > theirs) - i8::from(mine < theirs))
    }
}

/// What units of a side are worth, so many of each kind.
#[inline]
fn value(g: &RebellionCombat, side: Side, units: impl Fn(Row) -> u8) -> u16 {
    Row::all().map(|row| u16::from(units(row)) * u16::from(g.tables.stat(side, row).value)).sum()
}
