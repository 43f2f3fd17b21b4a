//! The arithmetic of Dark Side Rising: exact chances to complete cards and to pay prices, and the dice to get there.

pub mod odds;
pub mod pool;
pub mod sector;
mod subgoals;

use std::sync::Arc;

use holotable_env::{Finite, OUTCOME_LIMIT, Row, Sink, Slot, each_outcome};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::Price;
use holotable_games::dark_side_rising::action::Action;
use holotable_games::dark_side_rising::in_play::InPlay;
use holotable_games::dark_side_rising::op::Op;
use holotable_games::dark_side_rising::state::{Stage, State};
use holotable_games::dark_side_rising::words::{Colour, Sector};

use self::odds::{Need, Odds};
use self::pool::{pool, pool_at};
use self::sector::cards;
use super::OddsFeatures;

pub use self::subgoals::{Table, assign};

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

/// What may come of a sector if the team deploys there.
#[derive(Clone, Copy, Row)]
struct Prospect {
    #[row(unit = "expected on the own team when the dark dice have struck, /8, at most 1")]
    damage: f32,
    #[row(unit = "own Rebels then at full capacity, expected, /4, at most 1")]
    at_capacity: f32,
    #[row(unit = "greatest of its cards")]
    recruit: f32,
    #[row(unit = "greatest of its cards")]
    strike: f32,
    #[row(unit = "greatest of its cards")]
    defeat: f32,
}

/// What may come of a card. The chance is counted once more for what completing it would be.
#[derive(Clone, Copy, Default, Row)]
struct Place {
    #[row(unit = "of matching it with all dice left, best play, no tokens")]
    chance: f32,
    #[row(unit = "the same once the best rolled dice are assigned to it")]
    chance_assigned: f32,
    #[row(unit = "chance_assigned, of a Rebel")]
    recruit: f32,
    #[row(unit = "chance_assigned, of an Imperial")]
    strike: f32,
    #[row(unit = "chance_assigned, of an Imperial with one space left")]
    defeat: f32,
    #[row(unit = "chance_assigned, of an ability that adds dice")]
    gain_die: f32,
    #[row(unit = "of one that turns or rolls dice again")]
    gain_other_face: f32,
    #[row(unit = "of one that heals")]
    gain_healing: f32,
    #[row(unit = "of one that removes counters")]
    gain_counter: f32,
    #[row(unit = "of one that draws tokens")]
    gain_token: f32,
    #[row(unit = "of one that hurts Imperials")]
    gain_strike: f32,
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
    /// What may come of each card of a sector for the acting team once it is there.
    fn sector(&self, g: &DarkSideRising, s: &State, sector: Sector) -> Vec<(usize, Place)> {
        let pool = pool_at(g, s, usize::from(s.active), sector);
        let place = |(spot, card): (usize, InPlay)| {
            let chance = self.odds.chance(pool, *g.tables[card.card].need.values()) as f32;
            (spot, Place::of(g, card, chance, chance))
        };
        cards(&s.table[sector]).map(place).collect()
    }

    /// What may come of a sector with these cards.
    fn prospect(g: &DarkSideRising, s: &State, sector: Sector, places: &[(usize, Place)]) -> Prospect {
        let seat = usize::from(s.active);
        let hurt = |s: &State| s.seats.rebels(seat).iter().map(|rebel| f64::from(rebel.damage)).sum::<f64>();
        let (before, mut damage, mut at_capacity) = (hurt(s), 0.0, 0.0);
        // All the dark dice can show: some dozens of outcomes.
        let all = each_outcome(g, s, Action::Deploy { sector }, OUTCOME_LIMIT, |after, walk| {
            let full = after.seats.rebels(seat).iter().filter(|rebel| g.is_full(**rebel)).count();
            damage += walk.probability() * (hurt(after) - before);
            at_capacity += walk.probability() * full as f64;
        });
        debug_assert!(all.is_ok(), "dark dice have few outcomes");
        let most = |of: fn(&Place) -> f32| places.iter().map(|(_, place)| of(place)).fold(0.0, f32::max);
        Prospect {
            damage: (damage as f32 / 8.0).clamp(0.0, 1.0),
            at_capacity: (at_capacity as f32 / 4.0).min(1.0),
            recruit: most(|place| place.recruit),
            strike: most(|place| place.strike),
            defeat: most(|place| place.defeat),
        }
    }
}

impl Place {
    fn of(g: &DarkSideRising, card: InPlay, chance: f32, assigned: f32) -> Self {
        let printed = &g.tables[card.card];
        let when = |holds: bool| if holds { assigned } else { 0.0 };
        let ops = if card.is_rebel() { g.tables.ops(printed.span) } else { &[] };
        let gain = |verb: fn(&Op) -> bool| when(ops.iter().any(verb));
        Self {
            chance,
            chance_assigned: assigned,
            recruit: when(card.is_rebel()),
            strike: when(card.is_imperial()),
            defeat: when(card.is_imperial() && card.damage + 1 == printed.capacity),
            gain_die: gain(|op| matches!(op, Op::AddDie { .. })),
            gain_other_face: gain(|op| matches!(op, Op::ChangeDie { .. } | Op::RerollDie)),
            gain_healing: gain(|op| matches!(op, Op::Heal { .. })),
            gain_counter: gain(|op| matches!(op, Op::RemoveCounter { .. })),
            gain_token: gain(|op| matches!(op, Op::DrawToken { .. })),
            gain_strike: gain(|op| matches!(op, Op::Strike { .. })),
        }
    }
}

impl OddsFeatures<DarkSideRising> for Exact {
    const ALIKE: &'static [[&'static str; 2]] =
        &[["chance_sectors", "sectors"], ["chance_cards", "table"], ["chance_team", "team"]];

    const SUBGOALS: bool = true;

    fn of(game: &DarkSideRising) -> Self {
        Self { odds: Odds::shared(&game.tables) }
    }

    /// Zeros for all but the acting seat.
    fn write(&self, g: &DarkSideRising, s: &State, viewer: usize, out: &mut impl Sink) {
        let acts = viewer == usize::from(s.active) && s.stage != Stage::Over;
        let deploys = acts && s.stage == Stage::Deploy && !s.asking;
        let ahead = acts && s.deployed.is_none();
        let sectors: Vec<_> =
            Sector::all().filter(|_| ahead).map(|sector| (sector, self.sector(g, s, sector))).collect();
        let doc = "before deployment: what may come of each sector, by enumerating the dark dice";
        out.rows("chance_sectors", doc, Sector::N, |rows| {
            if deploys {
                rows.fill(sectors.iter().map(|(sector, places)| Self::prospect(g, s, *sector, places)));
            }
        });
        let doc = "the nine places in the order of the table: before deployment of each with the dice there";
        out.rows("chance_cards", doc, 3 * Sector::N, |rows| {
            if acts && s.deployed.is_some() {
                for (spot, card, need) in spots(s) {
                    let chance = self.odds.chance(pool(s), need);
                    let assigned = self.odds.shown(&shown(s), *s.waiting.values(), need).0;
                    rows.set(spot, Place::of(g, card, chance as f32, assigned as f32));
                }
            }
            for (sector, places) in &sectors {
                for (spot, place) in places {
                    rows.set(3 * sector.index() + spot, *place);
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

    fn subgoals(&self, g: &DarkSideRising, s: &State, f: impl FnMut(Action, Action)) {
        subgoals::each(g, s, &self.odds, f);
    }
}
