//! Random battles: both sides buy units for about the same value, and meet with leaders and neighbours by lot.

use holotable_env::{Chance, Finite};

use super::scenario::{Brought, Setup};
use super::state::Beside;
use super::tables::CHEAPEST;
use super::words::{Class, Loyalty, ROWS, Row, Side, Theatre};
use super::zones::{Leaders, Units};
use super::{Fronts, RebellionCombat};

/// The weaker side gets a multiple of this many per cent.
const STEP: u32 = 5;
/// The least that a side spends: a unit in each theatre.
const LEAST: u32 = CHEAPEST * Theatre::N as u32;

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
    let mut setup = Setup { current: Side::at(chance.below(Side::N)), ..Setup::default() };
    setup.loyalty = Loyalty::at(chance.below(Loyalty::N));
    for side in Side::all() {
        let share = if side.index() == weaker { percent } else { 100 };
        let purse = (r.value * share / 100).max(LEAST);
        let units = army(g, side, fronts, purse, chance);
        let (leaders, pool) = leaders(g, side, chance);
        setup.sides[side] = Brought { units, leaders, pool, ..Brought::default() };
    }
    let has = |side: Side, class: Class| {
        setup.sides[side].units.some().any(|(row, _)| g.tables.stat(side, row).class == class)
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
) -> Units {
    let t = &g.tables;
    let mut units = Units::default();
    let meant = |row: Row| fronts.contains(&t.unit(side, row).theatre);
    for (i, &theatre) in fronts.iter().enumerate() {
        // What the theatres after this one need at least is kept.
        let kept = CHEAPEST * (fronts.len() - 1 - i) as u32;
        buy(g, side, &mut units, &mut purse, kept, chance, |row| {
            t.unit(side, row).theatre == theatre && t.unit(side, row).stands_alone()
        });
    }
    while buy(g, side, &mut units, &mut purse, 0, chance, meant) {}
    units
}

/// Buys a unit among those `meant`, the likelier the more of its kind are in the box.
fn buy(
    g: &RebellionCombat,
    side: Side,
    units: &mut Units,
    purse: &mut u32,
    kept: u32,
    chance: &mut impl Chance,
    meant: impl Fn(Row) -> bool,
) -> bool {
    let mut weights = [0; ROWS];
    for row in Row::all().filter(|&row| meant(row)) {
        let unit = g.tables.unit(side, row);
        if u32::from(unit.value) + kept <= *purse {
            weights[row.index()] = u32::from(unit.supply - units[row]);
        }
    }
    if weights == [0; ROWS] {
        return false;
    }
    let row = Row::at(chance.pick(&weights));
    units[row] += 1;
    *purse -= u32::from(g.tables.stat(side, row).value);
    true
}

/// Leaders in the system and in the pool; who replaces another is left out.
fn leaders(g: &RebellionCombat, side: Side, chance: &mut impl Chance) -> (Leaders, Leaders) {
    let mut free = g.generals[side];
    let mut some = |chance: &mut _| {
        let n = Chance::below(chance, g.rules.leaders + 1).min(free.len());
        let drawn = (0..n).map(|_| {
            let leader = free.iter().nth(Chance::below(chance, free.len())).expect("counted");
            free.take(leader);
            leader
        });
        drawn.collect()
    };
    (some(chance), some(chance))
}

/// A neighbour: mostly without units, loyal to anybody; the current player came from the first.
fn beside(first: bool, chance: &mut impl Chance) -> Beside {
    let loyalty = Loyalty::at(chance.below(Loyalty::N));
    // Nobody's units, the Empire's, the Rebels', or both sides'.
    let units = chance.pick(&[6, 2, 2, 1]);
    Beside {
        loyalty,
        units: Side::all().filter(|side| units >> side.index() & 1 == 1).collect(),
        origin: first || chance.below(6) == 0,
    }
}
