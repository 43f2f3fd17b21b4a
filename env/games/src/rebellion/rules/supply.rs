//! The units of the box: what is on the board, in the battle or in a queue, and what is left.

use holotable_env::Finite;

use super::Rebellion;
use super::state::State;
use super::words::{BySide, Row, Side, Units};

/// How many units of a kind are in the box.
pub fn supply(g: &Rebellion, s: &State, side: Side, row: Row) -> u8 {
    g.components().unit(side, row).supply.saturating_sub(out(s, side, row))
}

/// How many units of a kind are on the board, in the battle, in the queue or waiting for a place.
pub fn out(s: &State, side: Side, row: Row) -> u8 {
    let board = s.units[side].values().iter().map(|units| units[row]);
    let queue = s.queue[side].iter().map(|units| units[row]);
    let all = board.chain(queue).chain([s.waiting[side][row], fighting(s)[side][row]]);
    all.fold(0, u8::saturating_add)
}

/// How many units of a kind a side has in the battle, wherever they stand in it.
pub fn fighting(s: &State) -> BySide<Units> {
    let mut all = BySide::<Units>::default();
    if let Some(battle) = &s.battle {
        for side in Side::all() {
            let camp = &battle.camps[side];
            for row in Row::all() {
                let n =
                    [camp.units.count(row), battle.hurt(side, row), camp.parked[row], camp.retreated[row]];
                all[side][row] = n.into_iter().fold(0, u8::saturating_add);
            }
        }
    }
    all
}
