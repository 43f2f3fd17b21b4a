//! The end of a combat (rulebook p4), and what it is worth.

use super::RebellionCombat;
use super::attack;
use super::plans;
use super::state::{Ending, Stage, State};
use super::words::{Colour, ROWS, Side, Theatre};
use crate::finite::Finite;
use crate::game::Summary;

/// The words of the endings, the wins first.
pub const REASONS: &[&str] = &["empire_holds", "rebels_hold", "apart", "empty", "stalemate", "endless"];

/// More rounds than any combat takes that a side wants to end; a Death Star alone may need fifty for a large fleet.
pub const MOST_ROUNDS: u8 = 250;

/// Whether only helpless units are left of a side in a theatre where the enemy is (rulebook p4).
pub fn is_helpless(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> bool {
    let t = &g.tables;
    let mut rows = t.rows(side, theatre).filter(|&row| s.count(side, row) > 0).peekable();
    rows.peek().is_some() && rows.all(|row| t.stat(side, row).helpless) && s.any(t, side.other(), theatre)
}

/// Whether the sides meet, but no attack in any contested theatre could do damage: no die to roll, or nothing that can
/// be hurt, and nothing that is lost for being helpless either; nor have the Rebels plans to try.
pub fn is_stuck(g: &RebellionCombat, s: &State) -> bool {
    if plans::may_try(g, s) {
        return false;
    }
    let t = &g.tables;
    let idle = |side: Side, theatre: Theatre| {
        let enemy = side.other();
        let soft = |row: usize| t.stat(enemy, row).health > 0 && s.count(enemy, row) > 0;
        let dice = attack::dice_of(g, s, side, theatre);
        (dice == [0; Colour::N] || !t.rows(enemy, theatre).any(soft)) && !is_helpless(g, s, side, theatre)
    };
    let mut met = false;
    let stuck = Theatre::all().filter(|&theatre| s.contested(t, theatre)).all(|theatre| {
        met = true;
        Side::all().all(|side| idle(side, theatre))
    });
    met && stuck
}

/// How the combat has ended after a round, if it has.
pub fn judge(g: &RebellionCombat, s: &State) -> Ending {
    if Theatre::all().any(|theatre| s.contested(&g.tables, theatre)) {
        if is_stuck(g, s) {
            Ending::Stalemate
        } else if s.round >= MOST_ROUNDS {
            Ending::Endless
        } else {
            Ending::None
        }
    } else {
        match (s.side_units(Side::Empire), s.side_units(Side::Rebels)) {
            (true, true) => Ending::Apart,
            (true, false) => Ending::EmpireHolds,
            (false, true) => Ending::RebelsHold,
            (false, false) => Ending::Empty,
        }
    }
}

/// What a side has earned so far: the value of the enemy units destroyed, and at the end the points for holding the system.
pub fn points(g: &RebellionCombat, s: &State, side: Side) -> u16 {
    let (t, enemy) = (&g.tables, side.other());
    let gone = s.camp(enemy);
    let lost = (0..ROWS)
        .map(|row| u16::from(gone.lost[row] + gone.parked[row]) * u16::from(t.stat(enemy, row).value));
    let holds = match side {
        Side::Empire => s.ending == Ending::EmpireHolds,
        Side::Rebels => s.ending == Ending::RebelsHold,
    };
    lost.sum::<u16>() + if holds { g.rules.hold } else { 0 }
}

/// What all units of the combat are worth, wherever they are now, and the points for holding the system.
pub fn stake(g: &RebellionCombat, s: &State) -> u16 {
    let worth = |side: Side| -> u16 {
        let camp = s.camp(side);
        let hit = |row: usize| {
            let mine = side != s.side;
            s.hits.iter().filter(|h| mine && usize::from(h.row) == row).count() as u16
        };
        let all = |row: usize| {
            let gone = camp.lost[row] + camp.parked[row] + camp.retreated[row];
            u16::from(gone) + u16::from(s.count(side, row)) + hit(row)
        };
        (0..ROWS).map(|row| all(row) * u16::from(g.tables.stat(side, row).value)).sum()
    };
    worth(Side::Empire) + worth(Side::Rebels) + g.rules.hold
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

/// The ending with its counts.
pub fn summary(g: &RebellionCombat, s: &State) -> Summary {
    let lost = |side: Side| f64::from(s.camp(side).lost.iter().map(|&n| u16::from(n)).sum::<u16>());
    let fled = |side: Side| f64::from(u8::from(s.camp(side).has_retreated));
    debug_assert!(s.stage != Stage::Over || s.ending != Ending::None);
    Summary {
        reason: s.ending.word(),
        counts: vec![
            ("rounds", f64::from(s.round)),
            ("empire_points", f64::from(points(g, s, Side::Empire))),
            ("rebel_points", f64::from(points(g, s, Side::Rebels))),
            ("empire_units_lost", lost(Side::Empire)),
            ("rebel_units_lost", lost(Side::Rebels)),
            ("empire_retreats", fled(Side::Empire)),
            ("rebel_retreats", fled(Side::Rebels)),
        ],
    }
}
