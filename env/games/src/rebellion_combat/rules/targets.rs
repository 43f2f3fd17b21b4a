//! The enemy units that damage can be put on: one list for what is legal and for what is possible.

use holotable_env::Finite;
use holotable_env::bits::places;

use super::RebellionCombat;
use super::action::{Own, Target};
use super::state::{Hit, State};
use super::words::{Colour, Wounded};

/// Whether any unit can take damage of this colour (`None`: of any); with `others` not those that the current verb has
/// chosen.
#[inline]
pub fn any(g: &RebellionCombat, s: &State, colour: Option<Colour>, others: bool) -> bool {
    fresh(g, s, colour) != 0 || s.hits.iter().any(|hit| takes(g, s, colour, *hit) && !(others && hit.chosen))
}

/// The places of units that this attack has not hurt, but could, as bits.
#[inline]
fn fresh(g: &RebellionCombat, s: &State, colour: Option<Colour>) -> u64 {
    let enemy = s.side.other();
    if s.hits.is_full() {
        return 0;
    }
    s.there(enemy) & soft(g, s, colour) & g.tables.places[enemy].theatre[s.theatre]
}

/// The places of enemy units that take damage of this colour, as bits.
#[inline]
fn soft(g: &RebellionCombat, s: &State, colour: Option<Colour>) -> u64 {
    let of = &g.tables.places[s.side.other()].colour;
    colour.map_or(of[Colour::Black] | of[Colour::Red], |colour| of[colour])
}

/// Whether a hurt unit takes damage of this colour.
#[inline]
fn takes(g: &RebellionCombat, s: &State, colour: Option<Colour>, hit: Hit) -> bool {
    soft(g, s, colour) >> hit.unit.index() & 1 == 1
}

/// Calls `f` with each target once: equal units are one, and with `others` units that the current verb has chosen are
/// none.
pub fn each(
    g: &RebellionCombat,
    s: &State,
    colour: Option<Colour>,
    others: bool,
    f: &mut impl FnMut(Target),
) {
    if g.rules.overkill {
        return every(g, s, colour, others, f);
    }
    let mut standing = false;
    every(g, s, colour, others, &mut |target| standing |= !is_doomed(g, s, target));
    every(g, s, colour, others, &mut |target| {
        if !standing || !is_doomed(g, s, target) {
            f(target);
        }
    });
}

fn every(g: &RebellionCombat, s: &State, colour: Option<Colour>, others: bool, f: &mut impl FnMut(Target)) {
    places(fresh(g, s, colour)).for_each(|place| f(Target::Fresh(Own::at(place))));
    for (i, hit) in s.hits.iter().enumerate() {
        let repeated = i > 0 && s.hits[i - 1] == *hit;
        if !repeated && takes(g, s, colour, *hit) && !(others && hit.chosen) {
            f(Target::Wounded(Wounded::at(i)));
        }
    }
}

/// Whether a unit has as much damage as destroys it.
pub fn doomed(g: &RebellionCombat, s: &State, hit: Hit) -> bool {
    hit.total() >= s.health(&g.tables, s.side.other(), hit.unit.row)
}

fn is_doomed(g: &RebellionCombat, s: &State, target: Target) -> bool {
    match target {
        Target::Fresh(_) => false,
        Target::Wounded(unit) => doomed(g, s, s.hits[unit.index()]),
    }
}
