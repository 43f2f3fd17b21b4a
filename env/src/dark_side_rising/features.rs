//! [`Features`]: what never changes about a card, as numbers, computed once.

use std::array::from_fn;

use super::action::DieType;
use super::cards::{Card, Tables};
use super::op::{Op, Reach, When};
use super::sheet::{SHARED, TABLE_MORE, TABLE_OWN, TEAM, TEAM_MORE, TEAM_OWN};
use super::words::{CARDS, Colour, Component, Face, Kind, Token, Trait};
use crate::finite::Finite;

/// Small numbers as shares of a whole, at most 1: looking one up is quicker than computing it.
#[derive(Debug)]
pub struct Shares([f32; 256]);

/// Dice and tokens are counted in these.
pub static QUARTERS: Shares = Shares::new(0.25);
/// Damage and capacity are counted in these.
pub static SEVENTHS: Shares = Shares::new(1.0 / 7.0);
/// Symbols are counted in these.
pub static EIGHTHS: Shares = Shares::new(0.125);

impl Shares {
    const fn new(one: f32) -> Self {
        let (mut shares, mut n) = ([1.0; 256], 0);
        while (n as f32) * one < 1.0 {
            shares[n] = (n as f32) * one;
            n += 1;
        }
        Self(shares)
    }

    /// The share that `n` parts are.
    #[inline]
    pub fn of(&self, n: u8) -> f32 {
        self.0[usize::from(n)]
    }
}

/// What of an observation never changes, and what it is computed from.
#[derive(Clone, Debug)]
pub struct Features {
    /// Of each card.
    pub cards: [Fixed; CARDS],
    /// The spaces of each component, and one share of them.
    pub spaces: [(u8, f32); Component::N],
    /// One share of the tokens of each kind.
    pub token: [f32; Token::N],
    /// One share of the dice of each colour.
    pub die: [f32; Colour::N],
    /// What each type of die shows.
    pub faces: [(Trait, u8); DieType::N],
    /// The same, in 16 bits for each trait.
    pub symbols: [u64; DieType::N],
}

/// What never changes about a card.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// Damage spaces.
    pub capacity: u8,
    /// Its row while it lies on the table, undamaged, where the team is not.
    pub table: ([f32; TABLE_OWN], [f32; SHARED + TABLE_MORE]),
    /// Its row while it is on a team, undamaged, on another player's turn.
    pub team: [f32; TEAM.fields.len()],
}

impl Features {
    /// Computes the features of all cards of a data set.
    pub fn of(t: &Tables) -> Self {
        let share = |n: u8| 1.0 / f32::from(n.max(1));
        Self {
            cards: from_fn(|c| {
                let card = &t.cards[c];
                Fixed { capacity: card.capacity, table: on_table(t, card), team: on_team(t, card) }
            }),
            spaces: from_fn(|c| (t.tiles[c].spaces, share(t.tiles[c].spaces))),
            token: from_fn(|k| share(t.tokens[k].count)),
            die: from_fn(|c| share(t.dice[c].supply)),
            faces: from_fn(|i| t.dice[i / Face::N].faces[i % Face::N]),
            symbols: from_fn(|i| {
                let (symbol, n) = t.dice[i / Face::N].faces[i % Face::N];
                u64::from(n) << (16 * symbol.index())
            }),
        }
    }
}

fn on_table(t: &Tables, card: &Card) -> ([f32; TABLE_OWN], [f32; SHARED + TABLE_MORE]) {
    let room = SEVENTHS.of(card.capacity);
    let need = card.need.map(|n| EIGHTHS.of(n));
    let (rebel, imperial) = (f32::from(card.rebel.is_some()), f32::from(card.rebel.is_none()));
    let own = [rebel, imperial, room, 0.0, room, 0.0, 0.0, need[0], need[1], need[2], need[3]];
    (own, join(shared(t, card), effect(t, card)))
}

fn on_team(t: &Tables, card: &Card) -> [f32; TEAM.fields.len()] {
    let room = SEVENTHS.of(card.capacity);
    let own: [f32; TEAM_OWN] = [1.0, room, 0.0, room, 0.0, 0.0, 0.0];
    let fixed: [f32; SHARED + TEAM_MORE] = join(shared(t, card), ability(t, card));
    join(own, fixed)
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

fn effect(t: &Tables, card: &Card) -> [f32; TABLE_MORE] {
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
