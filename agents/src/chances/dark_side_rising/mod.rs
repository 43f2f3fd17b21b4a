//! The arithmetic of Dark Side Rising: exact chances to complete cards and to pay prices, and the dice to get there.

mod aims;
pub mod odds;
pub mod pool;
pub mod sector;

use std::sync::Arc;

use holotable_env::dark_side_rising::DarkSideRising;
use holotable_env::dark_side_rising::action::Action;
use holotable_env::dark_side_rising::in_play::InPlay;
use holotable_env::dark_side_rising::rules::Price;
use holotable_env::dark_side_rising::state::{Stage, State};
use holotable_env::dark_side_rising::words::{Colour, Sector};
use holotable_env::{Finite, Row, Sink, Slot};

pub use self::aims::assign;
use self::odds::{Need, Odds};
use self::pool::{pool, pool_at};
use self::sector::cards;
use super::Chances;

/// Where dice can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The card at this place of the deployed sector.
    Spot(usize),
    /// The price of the ability of an own Rebel.
    Price(Price),
}

/// Rolled dice by colour and face.
pub fn shown(s: &State) -> [[u8; 5]; 4] {
    std::array::from_fn(|c| *s.faces(Colour::at(c)))
}

/// The cards of the deployed sector with symbols left to match, by place, and these symbols.
pub fn spots(s: &State) -> impl Iterator<Item = (usize, InPlay, Need)> {
    let table = s.deployed.map_or(&[][..], |sector| &s.table[sector][..]);
    cards(table)
        .map(|(spot, card)| (spot, card, *s.need[spot].values()))
        .filter(|(_, _, need)| *need != [0; 4])
}

/// The prices of own abilities that may be paid for now, and the symbols left.
pub fn prices(g: &DarkSideRising, s: &State) -> impl Iterator<Item = (Price, Need)> {
    let open = |price: &Price| {
        let condition = g.ability(s.own()[price.place].card).condition;
        !s.used.has(Slot::at(price.place)) && g.holds(s, price.place, condition)
    };
    g.prices(s).filter(open).map(|price| {
        let mut need = [0; 4];
        need[price.symbol.index()] = price.symbols.saturating_sub(s.paid[price.payee]);
        (price, need)
    })
}

/// Of so many own Rebels, the longest-serving first, as in the block 'team'.
pub const TEAM_ROWS: usize = 12;

#[derive(Clone, Copy, Row)]
struct Place {
    #[row(unit = "of matching it with all dice left, best play, no tokens")]
    chance: f32,
    #[row(unit = "the same once the best rolled dice are assigned to it")]
    chance_assigned: f32,
}

#[derive(Clone, Copy, Row)]
struct Member {
    #[row(unit = "of paying its price with all dice left, best play, no tokens")]
    chance: f32,
}

/// Exact chances for the dice of a data set.
#[derive(Clone, Debug)]
pub struct Exact {
    odds: Arc<Odds>,
}

impl Exact {
    /// The chances of a game's dice.
    pub fn new(g: &DarkSideRising) -> Self {
        Self { odds: Odds::shared(&g.tables) }
    }

    fn chances(&self, s: &State, need: Need) -> Place {
        let assigned = self.odds.shown(&shown(s), *s.waiting.values(), need).0;
        Place { chance: self.odds.chance(pool(s), need) as f32, chance_assigned: assigned as f32 }
    }
}

impl Chances<DarkSideRising> for Exact {
    const AIMS: bool = true;

    /// Zeros for all but the acting seat.
    fn write(&self, g: &DarkSideRising, s: &State, viewer: usize, out: &mut impl Sink) {
        let acts = viewer == usize::from(s.active) && s.stage != Stage::Over;
        let doc = "the nine places in the order of the table: before deployment of each with the dice there";
        out.rows("chance_cards", doc, 3 * Sector::N, |rows| {
            if acts && s.deployed.is_some() {
                spots(s).for_each(|(spot, _, need)| rows.set(spot, self.chances(s, need)));
            } else if acts {
                for sector in Sector::all() {
                    let pool = pool_at(g, s, usize::from(s.active), sector);
                    for (spot, card) in cards(&s.table[sector]) {
                        let chance = self.odds.chance(pool, *g.tables[card.card].need.values()) as f32;
                        rows.set(3 * sector.index() + spot, Place { chance, chance_assigned: chance });
                    }
                }
            }
        });
        out.rows("chance_team", "for each own Rebel, by place", TEAM_ROWS, |rows| {
            if acts && matches!(s.stage, Stage::Muster | Stage::Rolled) {
                for (price, need) in prices(g, s).filter(|(price, _)| price.place < TEAM_ROWS) {
                    rows.set(price.place, Member { chance: self.odds.chance(pool(s), need) as f32 });
                }
            }
        });
    }

    fn aims(&self, g: &DarkSideRising, s: &State, f: impl FnMut(Action, Action)) {
        aims::each(g, s, &self.odds, f);
    }
}
