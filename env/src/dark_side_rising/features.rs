//! [`Features`]: what never changes about a card, as numbers, computed once.

use super::cards::{Card, Tables};
use super::op::{Op, Reach, When};
use super::sheet::{SHARED, TABLE_MORE, TEAM_MORE};
use super::words::{CARDS, Colour, Component, Kind, Token, Trait};
use crate::finite::Finite;

/// The fixed features of every card: shared ones, then those of Imperials, then those of Rebels on a team.
#[derive(Clone, Debug)]
pub struct Features {
    /// Damage spaces of each card.
    pub capacity: [u8; CARDS],
    /// Symbols of each card, by trait.
    pub need: [[u8; Trait::N]; CARDS],
    /// One share of the spaces of each component, of the tokens of each kind, of the dice of each colour.
    pub space: [f32; Component::N],
    /// See `space`.
    pub token: [f32; Token::N],
    /// See `space`.
    pub die: [f32; Colour::N],
    /// Of each card on the table.
    pub table: Vec<[f32; SHARED + TABLE_MORE]>,
    /// Of each card on a team.
    pub team: Vec<[f32; SHARED + TEAM_MORE]>,
}

impl Features {
    /// Computes the features of all cards of a data set.
    pub fn of(t: &Tables) -> Self {
        let share = |n: u8| 1.0 / f32::from(n.max(1));
        Self {
            capacity: std::array::from_fn(|c| t.cards[c].capacity),
            need: std::array::from_fn(|c| t.cards[c].need),
            space: std::array::from_fn(|c| share(t.tiles[c].spaces)),
            token: std::array::from_fn(|k| share(t.tokens[k].count)),
            die: std::array::from_fn(|c| share(t.dice[c].supply)),
            table: t.cards.iter().map(|c| join(shared(t, c), imperial(t, c))).collect(),
            team: t.cards.iter().map(|c| join(shared(t, c), ability(t, c))).collect(),
        }
    }
}

fn join<const A: usize, const B: usize, const N: usize>(a: [f32; A], b: [f32; B]) -> [f32; N] {
    let mut row = [0.0; N];
    row[..A].copy_from_slice(&a);
    row[A..].copy_from_slice(&b);
    row
}

fn shared(t: &Tables, card: &Card) -> [f32; SHARED] {
    let mut row = [0.0; SHARED];
    let (affiliation, rest) = row.split_at_mut(Trait::N);
    let (kind, rest) = rest.split_at_mut(1);
    let (family, rest) = rest.split_at_mut(7);
    let (deals, price) = rest.split_at_mut(Trait::N);
    kind[0] = f32::from(card.kind == Kind::Vehicle);
    if let Some(rebel) = card.rebel {
        affiliation[rebel.affiliation.index()] = 1.0;
        if let Some((symbol, n)) = rebel.price {
            deals[symbol.index()] = 1.0;
            price[0] = f32::from(n) / 3.0;
        }
    }
    for op in t.ops(card.span) {
        match op {
            Op::AddDie { colours, .. } => {
                family[0] = 1.0;
                Colour::ALL.iter().filter(|c| colours.has(**c)).for_each(|c| deals[c.index()] = 1.0);
            }
            Op::ChangeDie { traits } => {
                family[1] = 1.0;
                Trait::ALL.iter().filter(|x| traits.has(**x)).for_each(|x| deals[x.index()] = 1.0);
            }
            Op::RerollDie => family[2] = 1.0,
            Op::DrawToken { .. } => family[3] = 1.0,
            Op::Heal { .. } => family[4] = 1.0,
            Op::RemoveCounter { .. } => family[5] = 1.0,
            Op::Strike { .. } => family[6] = 1.0,
            Op::Damage { who } => {
                Trait::ALL
                    .iter()
                    .filter(|x| who.affiliations.has(**x))
                    .for_each(|x| affiliation[x.index()] = 1.0);
            }
            Op::HealImperials { .. }
            | Op::AddCounters
            | Op::RollDeathStar
            | Op::LoseDie
            | Op::ForbidHealing => {}
        }
    }
    row
}

fn imperial(t: &Tables, card: &Card) -> [f32; TABLE_MORE] {
    let mut row = [0.0; TABLE_MORE];
    if card.rebel.is_some() {
        return row;
    }
    for op in t.ops(card.span) {
        match op {
            Op::Damage { who } => match who.reach {
                Reach::Here => row[0] = 1.0,
                Reach::Clockwise => row[1] = 1.0,
                Reach::ActiveTeam => row[2] = 1.0,
                Reach::EveryTeam | Reach::TeamOrSector | Reach::Itself => row[3] = 1.0,
            },
            Op::HealImperials { .. } => row[4] = 1.0,
            Op::RollDeathStar => row[5] = 1.0,
            Op::Heal { .. }
            | Op::Strike { .. }
            | Op::DrawToken { .. }
            | Op::RemoveCounter { .. }
            | Op::AddCounters
            | Op::AddDie { .. }
            | Op::ChangeDie { .. }
            | Op::RerollDie
            | Op::LoseDie
            | Op::ForbidHealing => {}
        }
    }
    row
}

fn ability(t: &Tables, card: &Card) -> [f32; TEAM_MORE] {
    let mut row = [0.0; TEAM_MORE];
    let Some(rebel) = card.rebel else { return row };
    let amount = t.ops(card.span).iter().map(Op::amount);
    row[0] = f32::from(amount.max().unwrap_or(0).min(3)) / 3.0;
    let when = match rebel.when {
        When::Gather => 1,
        When::Roll => 2,
        When::Once => 3,
        When::Paid => 4,
        When::Hurt => 5,
        When::Revealed | When::Struck => 6,
    };
    row[when] = 1.0;
    row
}
