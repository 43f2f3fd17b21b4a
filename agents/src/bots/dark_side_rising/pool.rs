//! The Rebellion dice a player has: [`pool`] now, [`pool_at`] after deploying.

use super::DarkSideRising;
use super::odds::Pool;
use super::op::{Op, When};
use super::state::State;
use super::turn::holds;
use super::words::{Colour, Face, Sector};
use crate::finite::Finite;

/// The dice that a team will have if it deploys to a sector, conditions as they stand.
pub fn pool_at(g: &DarkSideRising, s: &State, seat: usize, sector: Sector) -> Pool {
    let mut pool = g.tables.bases[s.bases[seat].index()].dice;
    let there = State { deployed: Some(sector), active: seat as u8, ..*s };
    for (place, member) in s.teams[seat].iter().enumerate() {
        let ability = g.ability(member.card);
        if ability.when != When::Gather || !holds(&g.tables, &there, place, ability.condition) {
            continue;
        }
        for op in g.tables.ops(g.tables.cards[usize::from(member.card)].span) {
            if let Op::AddDie { colours, .. } = op {
                let free = |&c: &usize| colours.has(Colour::at(c)) && pool[c] < g.tables.dice[c].supply;
                if let Some(c) = (0..Colour::N).find(free) {
                    pool[c] += 1;
                }
            }
        }
    }
    pool
}

/// All dice not yet assigned or forfeited, by colour.
pub fn pool(s: &State) -> Pool {
    std::array::from_fn(|c| s.waiting[c] + s.rolled[c * Face::N..][..Face::N].iter().sum::<u8>())
}
