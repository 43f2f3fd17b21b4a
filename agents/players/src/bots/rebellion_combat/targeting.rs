//! Which enemy unit to put the next damage on, and which own unit to take damage off.

use holotable_env::Finite;
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::rebellion_combat::action::{Action, Die, Target};
use holotable_games::rebellion_combat::state::{Hit, State};
use holotable_games::rebellion_combat::words::{Colour, Face, Row, Side, Theatre};

/// The state of a target.
#[derive(Clone, Copy, Debug)]
struct Aimed {
    row: Row,
    /// Damage that it takes before it is destroyed; 0 once it is.
    left: u8,
    hurt: bool,
}

fn aimed(g: &RebellionCombat, s: &State, target: Target) -> Aimed {
    let enemy = s.side.other();
    let (row, damage, hurt) = match target {
        Target::Fresh(unit) => (unit.row, unit.marked.index() as u8, false),
        Target::Wounded(unit) => {
            let hit = s.hits[unit.index()];
            (hit.unit.row, hit.total(), true)
        }
    };
    Aimed { row, left: g.tables.stat(enemy, row).health.saturating_sub(damage), hurt }
}

/// The damage that the dice still hold for a unit with health of this colour.
pub fn dice_for(s: &State, colour: Colour) -> u8 {
    s.showing(Face::Direct).values().iter().sum::<u8>() + s.dice[Die { colour, face: Face::Hit }]
}

/// The merit of putting damage on a target: its value for each damage that destroys it, if it can be destroyed.
pub fn merit(g: &RebellionCombat, s: &State, target: Target, n: u8) -> f64 {
    let aimed = aimed(g, s, target);
    let unit = g.tables.stat(s.side.other(), aimed.row);
    if aimed.left == 0 {
        return -1.0;
    }
    let more = unit.colour.map_or(0, |colour| dice_for(s, colour));
    let value = f64::from(unit.value) + 0.5 * f64::from(unit.dice.values().iter().sum::<u8>());
    // What is begun is finished first; what cannot be destroyed now is hurt for later rounds.
    let begun = if aimed.hurt { 0.25 } else { 0.0 };
    match aimed.left.saturating_sub(n) {
        0 => 10.0 + value / f64::from(aimed.left) + begun,
        _ if aimed.left <= more.max(n) => 5.0 + value / f64::from(aimed.left) + begun,
        _ => value / f64::from(unit.health) + begun,
    }
}

/// The best target among the legal ones for `n` damage at once.
pub fn best(g: &RebellionCombat, s: &State, legal: &[Action], n: u8) -> Option<Action> {
    let targets = legal.iter().filter_map(|a| match a {
        Action::Damage { target } => Some((*a, merit(g, s, *target, n))),
        _ => None,
    });
    targets.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(a, _)| a)
}

/// The most valuable of the stations that the plans can destroy.
pub fn dearest(g: &RebellionCombat, legal: &[Action]) -> Option<Action> {
    let value = |a: &&Action| match a {
        Action::Damage { target: Target::Fresh(own) } => g.tables.stat(Side::Empire, own.row).value,
        _ => 0,
    };
    legal.iter().max_by_key(value).copied()
}

/// How many blocks save a hurt unit of the defender; 0 if it is not going to be destroyed.
pub fn needed(g: &RebellionCombat, s: &State, hit: Hit) -> u8 {
    let unit = g.tables.stat(s.side.other(), hit.unit.row);
    (hit.total() + 1).saturating_sub(unit.health)
}

/// The value for each block of the best unit that `n` blocks can save, and its place among the hurt.
pub fn save(g: &RebellionCombat, s: &State, n: u8) -> Option<(usize, f64)> {
    let value = |hit: &Hit| f64::from(g.tables.stat(s.side.other(), hit.unit.row).value);
    let saved = s.hits.iter().enumerate().filter_map(|(i, hit)| {
        let blocks = needed(g, s, *hit);
        (blocks > 0 && blocks <= n && hit.assigned >= blocks).then(|| (i, value(hit) / f64::from(blocks)))
    });
    saved.max_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// The total value of a side's units in a theatre.
pub fn value(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> u32 {
    let rows = g.tables.rows(side, theatre);
    rows.map(|row| u32::from(s.count(side, row)) * u32::from(g.tables.stat(side, row).value)).sum()
}

/// The total value of a side's units in the system.
pub fn total_value(g: &RebellionCombat, s: &State, side: Side) -> u32 {
    Row::all().map(|row| u32::from(s.count(side, row)) * u32::from(g.tables.stat(side, row).value)).sum()
}
