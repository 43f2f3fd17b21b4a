//! The enemy units that damage can be put on: one list for what is legal and for what is possible.

use super::RebellionCombat;
use super::action::{Own, Target};
use super::state::{Hit, State};
use super::words::{Colour, Row, Wounded};
use crate::finite::Finite;

/// Whether any unit can take damage of this colour (`None`: of any).
#[inline]
pub fn any(g: &RebellionCombat, s: &State, colour: Option<Colour>) -> bool {
    let mut found = false;
    every(g, s, colour, false, &mut |_| found = true);
    found
}

/// Calls `f` with each target once: equal units are one, and with `fresh_only` units that the current verb has chosen
/// are none.
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
    let (enemy, t) = (s.side.other(), &g.tables);
    let takes = |row: usize| {
        let health = t.unit(enemy, row).colour;
        health.is_some() && (colour.is_none() || health == colour)
    };
    if !s.hits.is_full() {
        for row in t.rows(enemy, s.theatre).filter(|&row| takes(row)) {
            for (marked, &n) in s.units[enemy.index()][row].iter().enumerate() {
                if n > 0 {
                    f(Target::Fresh(Own { row: Row::at(row), marked: marked as u8 }));
                }
            }
        }
    }
    for (i, hit) in s.hits.iter().enumerate() {
        let repeated = i > 0 && s.hits[i - 1] == *hit;
        if !repeated && takes(usize::from(hit.row)) && !(others && hit.chosen) {
            f(Target::Wounded(Wounded::at(i)));
        }
    }
}

/// Whether a unit has as much damage as destroys it.
pub fn doomed(g: &RebellionCombat, s: &State, hit: Hit) -> bool {
    hit.marked.saturating_add(hit.assigned) >= g.tables.unit(s.side.other(), usize::from(hit.row)).health
}

fn is_doomed(g: &RebellionCombat, s: &State, target: Target) -> bool {
    match target {
        Target::Fresh(_) => false,
        Target::Wounded(unit) => doomed(g, s, s.hits[unit.index()]),
    }
}
