//! Playing the dice of a turn towards valued targets: which die to assign, to forfeit, when to roll or stop.

use holotable_env::Finite;
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::action::{Action, DieType};
use holotable_games::dark_side_rising::state::State;
use holotable_games::dark_side_rising::words::{Colour, Face};

use crate::odds_features::dark_side_rising::odds::{Die, Need, Odds, Pool};
use crate::odds_features::dark_side_rising::{Goal, Table, assign};

/// A goal with its value.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The goal.
    pub goal: Goal,
    /// The symbols still missing.
    pub need: Need,
    /// The value of completing it.
    pub value: f64,
}

/// The weight of the gain for a second target, since the first one has priority for the dice left.
const SECOND: f64 = 0.5;

/// The greatest expected value of one target with the shown dice under optimal play, at least `least`.
pub fn promise(chances: &Odds, shown: &[[u8; 5]; 4], waiting: Pool, targets: &[Target], least: f64) -> f64 {
    targets.iter().fold(least, |best, t| {
        // No chance is above 1.
        if t.value > best { best.max(t.value * chances.shown(shown, waiting, t.need).0) } else { best }
    })
}

/// The greatest and the second-greatest expected value of a target for a pool about to be rolled.
pub fn prospects(chances: &Odds, pool: Pool, targets: &[Target]) -> (f64, f64) {
    targets
        .iter()
        .map(|t| t.value * chances.chance(pool, t.need))
        .fold((0.0, 0.0), |(best, second), v| if v > best { (v, best) } else { (best, second.max(v)) })
}

/// The value and the chance of a target, and a die to assign to it now.
type Plan<'a> = (f64, f64, &'a Target, Option<Die>);

/// What to do with rolled dice; `None` when nothing can be completed any more.
pub fn play(g: &DarkSideRising, s: &State, chances: &Odds, targets: &[Target]) -> Option<Action> {
    let table = Table::of(s);
    let pool = table.pool;
    let mut best: Option<Plan<'_>> = None;
    for t in targets {
        // No chance is above 1.
        if best.is_some_and(|b| t.value <= b.0) {
            continue;
        }
        let (p, die) = table.reach(chances, t.need);
        let value = p * t.value;
        if value > best.map_or(1e-9, |b| b.0) {
            best = Some((value, p, t, die));
        }
    }
    let (_, p, first, die) = best?;
    if let Some((c, f)) = die {
        return Some(assign(first.goal, DieType { colour: Colour::at(c), face: Face::at(f) }));
    }
    if s.rolled_dice() == 0 {
        return Some(Action::Roll);
    }
    let mut choice = (f64::MIN, Action::Roll);
    if s.assigned {
        choice.0 = p * first.value;
    }
    for die in s.shown() {
        let mut rest = pool;
        rest[die.colour.index()] -= 1;
        let left = first.value * chances.chance(rest, first.need);
        if !s.assigned && left > choice.0 {
            choice = (left, Action::Forfeit { die });
        }
        let (symbol, n) = g.face(die);
        for second in targets.iter().filter(|t| t.goal != first.goal && t.need[symbol.index()] > 0) {
            let mut need = second.need;
            need[symbol.index()] = need[symbol.index()].saturating_sub(n);
            let gain = chances.chance(rest, need) - chances.chance(rest, second.need);
            let value = left + SECOND * second.value * gain;
            if value > choice.0 + 1e-9 {
                choice = (value, assign(second.goal, die));
            }
        }
    }
    Some(choice.1)
}
