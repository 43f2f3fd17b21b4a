//! What verbs change, by the model: every result that a list of verbs allows from a state.

use std::collections::BTreeSet;

use holotable_env::Finite;
use holotable_games::dark_side_rising::State;
use holotable_games::dark_side_rising::action::DieType;
use holotable_games::dark_side_rising::in_play::InPlay;
use holotable_games::dark_side_rising::op::{Amount, Op, Per};
use holotable_games::dark_side_rising::words::{Colour, Component, Sector, Trait};

use crate::dsr_board::{Board, total};
use crate::dsr_model::{Damage, damage_of, damaged, heals};

/// What effects change.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Snap {
    pub damage: Damage,
    pub counters: [u8; 6],
    pub drawn: u8,
    pub strikes: u8,
    pub waiting: [u8; 4],
    pub rolled: [u8; 20],
    pub fewer_dice: u8,
    pub healing_forbidden: bool,
}

pub fn snap(s: &State) -> Snap {
    Snap {
        damage: damage_of(s),
        counters: *s.counters.values(),
        drawn: total(&s.locked) + total(&s.tokens),
        strikes: s.strikes,
        waiting: *s.waiting.values(),
        rolled: *s.rolled.values(),
        fewer_dice: s.fewer_dice,
        healing_forbidden: s.healing_forbidden,
    }
}

/// Every way in which verbs can change a board, for the Rebel at place 1 of seat 0 or the Imperial in the
/// sector `source`.
pub fn said(b: &Board, ops: &[Op], from: Snap, source: Sector) -> BTreeSet<Snap> {
    ops.iter().fold(BTreeSet::from([from]), |all, op| {
        all.into_iter().flat_map(|one| said_by(b, op, &one, source)).collect()
    })
}

fn said_by(b: &Board, op: &Op, from: &Snap, source: Sector) -> Vec<Snap> {
    let one = |change: &dyn Fn(&mut Snap)| {
        let mut next = from.clone();
        change(&mut next);
        vec![next]
    };
    let size = |amount: Amount| {
        let own = from.damage.0[0].get(1).copied().unwrap_or(0);
        let per = [(Per::Once, 1), (Per::TwoDamage, own / 2), (Per::Strike, from.strikes)];
        amount.n * per.iter().find(|p| p.0 == amount.per).unwrap().1
    };
    match *op {
        Op::Heal { who } if !from.healing_forbidden => {
            let all = heals(b, &from.damage, &who, size(who.amount), false);
            all.into_iter().map(|damage| Snap { damage, ..from.clone() }).collect()
        }
        Op::Heal { .. } => vec![from.clone()],
        Op::Damage { who } => one(&|next| damaged(b, &mut next.damage, &who, source.index())),
        Op::Strike { undamaged, may } => strikes(b, from, undamaged, may),
        Op::DrawToken { amount } => one(&|next| next.drawn += size(amount)),
        Op::RemoveCounter { may } => {
            let open = (0..6).filter(|&c| from.counters[c] > 0);
            let mut all: Vec<Snap> = open.flat_map(|c| one(&|next| next.counters[c] -= 1)).collect();
            if may || all.is_empty() {
                all.push(from.clone());
            }
            all
        }
        Op::AddDie { colours, amount } => {
            let colours = Vec::from(colours);
            (0..size(amount)).fold(vec![from.clone()], |all, _| {
                all.iter().flat_map(|s| with_die(b, s, &colours)).collect()
            })
        }
        Op::ChangeDie { traits: of } => turned(b, from, |t| Vec::from(of).contains(&t), false),
        Op::RerollDie => turned(b, from, |_| true, true),
        Op::HealImperials { amount } => one(&|next| {
            let other =
                |i: usize| b.s.places()[i].is_some_and(InPlay::is_imperial) && i != source.index() * 3;
            for i in (0..9).filter(|&i| other(i)) {
                next.damage.1[i / 3][i % 3] = next.damage.1[i / 3][i % 3].saturating_sub(amount);
            }
        }),
        Op::AddCounters => one(&|next| {
            let fewest =
                (0..6).filter(|&c| !b.s.operational.has(Component::at(c))).map(|c| next.counters[c]).min();
            (0..6)
                .filter(|&c| !b.s.operational.has(Component::at(c)))
                .for_each(|c| next.counters[c] += u8::from(Some(next.counters[c]) == fewest));
        }),
        Op::RollDeathStar => (0..6).flat_map(|c| one(&|next| next.counters[c] += 1)).collect(),
        Op::LoseDie => one(&|next| next.fewer_dice += 1),
        Op::ForbidHealing => one(&|next| next.healing_forbidden = true),
    }
}

fn strikes(b: &Board, from: &Snap, undamaged: bool, may: bool) -> Vec<Snap> {
    let at = b.s.deployed.unwrap();
    let sector = at.index();
    let mut all = Vec::new();
    for (spot, place) in b.s.table[at].iter().enumerate() {
        let Some(card) = place.filter(|c| c.is_imperial()) else { continue };
        let (damage, capacity) = (from.damage.1[sector][spot], b.g.tables[card.card].capacity);
        if damage < capacity && !(undamaged && damage > 0) {
            let mut next = from.clone();
            next.damage.1[sector][spot] += 1;
            next.strikes += 1;
            all.push(next);
        }
    }
    if may || all.is_empty() {
        all.push(from.clone());
    }
    all
}

fn with_die(b: &Board, from: &Snap, colours: &[Colour]) -> Vec<Snap> {
    let free = |c: &&Colour| {
        let rolled: u8 = from.rolled[c.index() * 5..][..5].iter().sum();
        rolled + from.waiting[c.index()] < b.g.tables.dice[**c].supply
    };
    let mut all: Vec<Snap> = Vec::new();
    for c in colours.iter().filter(free) {
        let mut next = from.clone();
        next.waiting[c.index()] += 1;
        all.push(next);
    }
    if all.is_empty() { vec![from.clone()] } else { all }
}

/// One rolled die to another face of its colour; with `same` it may also show what it did.
fn turned(b: &Board, from: &Snap, of: impl Fn(Trait) -> bool, same: bool) -> Vec<Snap> {
    let mut all = Vec::new();
    for i in (0..20).filter(|&i| from.rolled[i] > 0 && of(b.g.tables.faces[DieType::at(i)].0)) {
        for face in (0..5).filter(|&face| same || face != i % 5) {
            let mut next = from.clone();
            next.rolled[i] -= 1;
            next.rolled[i / 5 * 5 + face] += 1;
            all.push(next);
        }
    }
    all
}
