//! Random battles: both sides buy units for about the same value, and meet with leaders and neighbours by lot.

use super::RebellionCombat;
use super::rules::Fronts;
use super::scenario::Setup;
use super::state::Beside;
use super::words::{Class, Loyalty, ROWS, Side, Theatre};
use crate::bits::places;
use crate::chance::Chance;
use crate::finite::Finite;

/// The weaker side gets a multiple of this many per cent.
const STEP: u32 = 5;
/// The least that a side spends: a unit in each theatre.
pub const LEAST: u32 = 4;

/// Draws a battle by lot.
pub fn random(g: &RebellionCombat, chance: &mut impl Chance) -> Setup {
    let r = &g.rules;
    let fronts: &[Theatre] = match (r.fronts, r.fronts == Fronts::Any && chance.below(3) > 0) {
        (Fronts::Space, _) => &[Theatre::Space],
        (Fronts::Ground, _) => &[Theatre::Ground],
        (Fronts::Both, _) | (Fronts::Any, true) => Theatre::ALL,
        (Fronts::Any, false) => [&[Theatre::Space], &[Theatre::Ground]][chance.below(2)],
    };
    let weaker = chance.below(Side::N);
    let percent = r.balance + STEP * chance.below(((100 - r.balance) / STEP + 1) as usize) as u32;
    let mut setup = Setup { rebels_current: chance.below(2) == 1, ..Setup::default() };
    setup.loyalty = Loyalty::at(chance.below(Loyalty::N));
    for side in Side::all() {
        let share = if side.index() == weaker { percent } else { 100 };
        let purse = (r.value * share / 100).max(LEAST);
        setup.units[side.index()] = army(g, side, fronts, purse, chance);
        let (here, pool) = leaders(g, side, chance);
        (setup.leaders[side.index()], setup.pool[side.index()]) = (here, pool);
    }
    let has = |side: Side, class: Class| {
        (0..ROWS).any(|row| setup.units[side.index()][row] > 0 && g.tables.stat(side, row).class == class)
    };
    if has(Side::Empire, Class::Station) && has(Side::Rebels, Class::Fighter) {
        setup.plans = chance.below(2) == 1;
    }
    for i in 0..chance.below(r.neighbours + 1) {
        setup.beside.push(beside(i == 0, chance));
    }
    setup
}

/// Units for a purse: first one that can fight in each theatre, then whatever is drawn and can be paid.
fn army(
    g: &RebellionCombat,
    side: Side,
    fronts: &[Theatre],
    mut purse: u32,
    chance: &mut impl Chance,
) -> [u8; ROWS] {
    let t = &g.tables;
    let mut units = [0; ROWS];
    let meant = |row: usize| fronts.iter().any(|&theatre| t.rows(side, theatre).contains(&row));
    for (i, &theatre) in fronts.iter().enumerate() {
        // What the theatres after this one need at least is kept.
        let kept = LEAST / 2 * (fronts.len() - 1 - i) as u32;
        buy(g, side, &mut units, &mut purse, kept, chance, |row| {
            t.rows(side, theatre).contains(&row) && t.unit(side, row).stands_alone()
        });
    }
    while buy(g, side, &mut units, &mut purse, 0, chance, meant) {}
    units
}

/// Buys a unit among those `meant`, the likelier the more of its kind are in the box.
fn buy(
    g: &RebellionCombat,
    side: Side,
    units: &mut [u8; ROWS],
    purse: &mut u32,
    kept: u32,
    chance: &mut impl Chance,
    meant: impl Fn(usize) -> bool,
) -> bool {
    let mut weights = [0; ROWS];
    for row in (0..ROWS).filter(|&row| meant(row)) {
        let unit = g.tables.unit(side, row);
        if u32::from(unit.value) + kept <= *purse {
            weights[row] = u32::from(unit.supply - units[row]);
        }
    }
    if weights == [0; ROWS] {
        return false;
    }
    let row = chance.pick(&weights);
    units[row] += 1;
    *purse -= u32::from(g.tables.stat(side, row).value);
    true
}

/// Leaders in the system and in the pool; who replaces another is left out.
fn leaders(g: &RebellionCombat, side: Side, chance: &mut impl Chance) -> (u16, u16) {
    let mut free = g.generals[side.index()];
    let mut some = |chance: &mut _| {
        let n = Chance::below(chance, g.rules.leaders + 1).min(free.count_ones() as usize);
        (0..n).fold(0, |set, _| {
            let nth = Chance::below(chance, free.count_ones() as usize);
            let leader = 1 << places(u64::from(free)).nth(nth).expect("counted");
            free &= !leader;
            set | leader
        })
    };
    (some(chance), some(chance))
}

/// A neighbour: mostly without units, loyal to anybody; the current player came from the first.
fn beside(first: bool, chance: &mut impl Chance) -> Beside {
    Beside {
        loyalty: Loyalty::at(chance.below(Loyalty::N)),
        units: chance.pick(&[6, 2, 2, 1]) as u8,
        origin: first || chance.below(6) == 0,
    }
}
