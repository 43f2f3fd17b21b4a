//! The Rebellion dice a player has: [`pool`] now, [`pool_at`] after deploying.

use holotable_env::Finite;
use holotable_games::dark_side_rising::op::{Op, When};
use holotable_games::dark_side_rising::words::{Colour, Sector};
use holotable_games::dark_side_rising::{DarkSideRising, State};

use super::odds::Pool;

/// The dice that a team will have if it deploys to a sector, conditions as they stand.
pub fn pool_at(g: &DarkSideRising, s: &State, seat: usize, sector: Sector) -> Pool {
    let mut pool = g.tables.bases[s.seats.team(seat)].dice;
    let there = State { deployed: Some(sector), active: seat as u8, ..*s };
    for (place, member) in s.seats.rebels(seat).iter().enumerate() {
        let ability = g.ability(member.card);
        if ability.when != When::Gather || !g.holds(&there, place, ability.condition) {
            continue;
        }
        for op in g.tables.ops(g.tables[member.card].span) {
            if let Op::AddDie { colours, .. } = op {
                let free = |&c: &Colour| colours.has(c) && pool[c] < g.tables.dice[c].supply;
                if let Some(c) = Colour::all().find(free) {
                    pool[c] += 1;
                }
            }
        }
    }
    *pool.values()
}

/// All dice not yet assigned or forfeited, by colour.
pub fn pool(s: &State) -> Pool {
    std::array::from_fn(|c| s.waiting[Colour::at(c)] + s.faces(Colour::at(c)).iter().sum::<u8>())
}
