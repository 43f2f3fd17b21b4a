//! The Death Star Plans: when the Rebels may try them, and what comes of it.

use super::RebellionCombat;
use super::state::State;
use super::words::{Class, Colour, Face, ROWS, Side};
use crate::chance::Chance;
use crate::finite::Finite;

/// With a fighter left after a space battle the plans may be tried on a Death Star, once a round.
pub fn may_try(g: &RebellionCombat, s: &State) -> bool {
    let fighter = |&row: &usize| g.tables.stat(Side::Rebels, row).class == Class::Fighter;
    let station = |&row: &usize| g.tables.stat(Side::Empire, row).class == Class::Station;
    let mut fighters = (0..ROWS).filter(fighter);
    s.plans
        && fighters.any(|row| s.count(Side::Rebels, row) > 0)
        && (0..ROWS).filter(station).any(|row| s.count(Side::Empire, row) > 0)
}

/// Three dice; a direct hit destroys the station, the most valuable if there are several.
pub fn attempt(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    let shown = g.tables.dice[Colour::Red.index()].table.roll(3, chance);
    if shown[Face::Direct.index()] > 0 {
        let stations = (0..ROWS).filter(|&row| {
            g.tables.stat(Side::Empire, row).class == Class::Station && s.count(Side::Empire, row) > 0
        });
        let row = stations.max_by_key(|&row| g.tables.stat(Side::Empire, row).value);
        let row = row.expect("there is a station to destroy");
        let most = s.units[Side::Empire.index()][row].iter().rposition(|&n| n > 0);
        s.units[Side::Empire.index()][row][most.expect("a unit of the row")] -= 1;
        s.camp_mut(Side::Empire).lost[row] += 1;
        s.plans = false;
    }
}
