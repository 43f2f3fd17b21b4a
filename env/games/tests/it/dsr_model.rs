//! What the words of effects mean, written once more and apart from the game, to compare the game with.

use std::collections::BTreeSet;
use std::sync::Arc;

use holotable_env::{Finite, Game, Trace, Walk, legal_actions};
use holotable_games::dark_side_rising::card::Card;
use holotable_games::dark_side_rising::op::{If, Op, Pick, Reach, Traits, When, Who};
use holotable_games::dark_side_rising::tables::{Rebel, Span};
use holotable_games::dark_side_rising::words::Trait;
use holotable_games::dark_side_rising::{Action, State};

use crate::dsr_board::Board;

/// Damage on each Rebel of each seat, and on the nine places.
pub type Damage = (Vec<Vec<u8>>, [[u8; 3]; 3]);

/// The place of a Rebel: on a team, or in a sector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Where {
    Team(usize, usize),
    Table(usize, usize),
}

/// Gives a Rebel another ability.
pub fn teach(b: &mut Board, name: &str, when: When, condition: If, ops: &[Op]) {
    let card = b.card(name);
    let tables = Arc::make_mut(&mut b.g.tables);
    let rebel = tables[card].rebel.unwrap();
    let price = (when == When::Paid).then_some((Trait::Tactical, 1));
    tables[card].rebel = Some(Rebel { when, condition, price, ..rebel });
    teach_span(b, card, ops);
}

/// Gives a card other verbs.
pub fn teach_span(b: &mut Board, card: Card, ops: &[Op]) {
    let tables = Arc::make_mut(&mut b.g.tables);
    let span = Span { at: tables.program.len() as u8, len: ops.len() as u8 };
    tables[card].span = span;
    tables.program.extend_from_slice(ops);
}

/// All ways that an action and the choices after it can end, whatever chance answers, seen through `key`.
pub fn ways<K: Ord>(b: &Board, a: Action, key: &impl Fn(&State) -> K) -> BTreeSet<K> {
    b.sound();
    assert!(b.can(a), "{a:?} is not legal");
    let mut found = BTreeSet::new();
    let mut walk = Walk::default();
    loop {
        let mut next = b.clone();
        next.g.step(&mut next.s, a, &mut Trace::new(&mut walk));
        next.sound();
        if next.s.asking {
            for choice in legal_actions(&next.g, &next.s) {
                found.extend(ways(&next, choice, key));
            }
        } else {
            found.insert(key(&next.s));
        }
        if !walk.advance() {
            return found;
        }
    }
}

pub fn traits(list: &[Trait]) -> Traits {
    Traits::from(list.to_vec())
}

pub fn damage_of(s: &State) -> Damage {
    (
        s.seats.each().map(|rebels| rebels.iter().map(|m| m.damage).collect()).collect(),
        s.table.values().map(|row| row.map(|c| c.map_or(0, |c| c.damage))),
    )
}

fn affiliated(b: &Board, card: Card, of: Traits) -> bool {
    let Some(rebel) = b.g.tables[card].rebel else { return false };
    Vec::from(of).is_empty() || Vec::from(of).contains(&rebel.affiliation)
}

/// The Rebels an effect means, wherever they are, damaged or not.
fn meant(b: &Board, who: &Who, source: usize, global: bool) -> Vec<Where> {
    let s = &b.s;
    let mut list = Vec::new();
    for seat in 0..b.g.players {
        for (place, m) in s.seats.rebels(seat).iter().enumerate() {
            let reached = match who.reach {
                Reach::Here => seat == 0 && s.deployed.unwrap().index() == source,
                Reach::Clockwise => seat == 0 && s.deployed.unwrap().index() == (source + 1) % 3,
                Reach::ActiveTeam => seat == 0,
                Reach::EveryTeam => true,
                Reach::TeamOrSector => seat == 0 || global,
                Reach::Others => (seat == 0 || global) && (seat, place) != (0, 1),
                Reach::Itself => seat == 0 && place == 1,
            };
            if reached && affiliated(b, m.card, who.affiliations) {
                list.push(Where::Team(seat, place));
            }
        }
    }
    for (i, place) in s.places().iter().enumerate() {
        let Some(card) = place.filter(|c| c.is_rebel()) else { continue };
        let reached = match who.reach {
            Reach::Here => i / 3 == source,
            Reach::Clockwise => i / 3 == (source + 1) % 3,
            Reach::ActiveTeam | Reach::EveryTeam | Reach::Itself => false,
            Reach::TeamOrSector | Reach::Others => global || s.deployed.unwrap().index() == i / 3,
        };
        if reached && affiliated(b, card.card, who.affiliations) {
            list.push(Where::Table(i / 3, i % 3));
        }
    }
    list
}

fn cell(d: &mut Damage, at: Where) -> &mut u8 {
    match at {
        Where::Team(seat, place) => &mut d.0[seat][place],
        Where::Table(sector, spot) => &mut d.1[sector][spot],
    }
}

fn healed(start: &Damage, chosen: &[Where], n: u8) -> Damage {
    let mut d = start.clone();
    for at in chosen {
        let cell = cell(&mut d, *at);
        *cell = cell.saturating_sub(n);
    }
    d
}

/// Every result that the words of a heal allow.
pub fn heals(b: &Board, start: &Damage, who: &Who, n: u8, global: bool) -> BTreeSet<Damage> {
    let mut hurt = meant(b, who, 0, global);
    hurt.retain(|at| *cell(&mut start.clone(), *at) > 0);
    if hurt.is_empty() {
        return BTreeSet::from([start.clone()]);
    }
    let (mut chosen, mut stopped): (Vec<Vec<Where>>, Vec<Vec<Where>>) = (Vec::new(), Vec::new());
    match who.pick {
        Pick::All => chosen.push(hurt.clone()),
        Pick::One => chosen.extend(hurt.iter().map(|at| vec![*at])),
        Pick::Two if hurt.len() < 2 => chosen.push(hurt.clone()),
        Pick::Two => {
            chosen.extend(
                hurt.iter().flat_map(|a| hurt.iter().filter(move |b| a < b).map(move |b| vec![*a, *b])),
            );
        }
        Pick::OneEachTeam => {
            chosen.push(Vec::new());
            for seat in 0..b.g.players {
                let team = hurt.iter().filter(|at| matches!(at, Where::Team(s, _) if *s == seat));
                let longer: Vec<Vec<Where>> =
                    team.flat_map(|at| chosen.iter().map(|c| [&c[..], &[*at]].concat())).collect();
                // Declining ends the effect: what was chosen for earlier teams stays.
                if !longer.is_empty() {
                    stopped.extend(chosen);
                    chosen = longer;
                }
            }
        }
        Pick::MostDamaged | Pick::Healthiest | Pick::Weakest => unreachable!("no heal ranks"),
    }
    if who.may {
        chosen.append(&mut stopped);
        chosen.push(Vec::new());
        if who.pick == Pick::Two {
            chosen.extend(hurt.iter().map(|at| vec![*at]));
        }
    }
    chosen.iter().map(|list| healed(start, list, n)).collect()
}

/// Damage for an Imperial's words, one team and sector at a time.
pub fn damaged(b: &Board, d: &mut Damage, who: &Who, source: usize) {
    let capacity = |card: Card| b.g.tables[card].capacity;
    let card = |at: Where| match at {
        Where::Team(seat, place) => b.s.seats.rebels(seat)[place].card,
        Where::Table(sector, spot) => b.s.places()[3 * sector + spot].unwrap().card,
    };
    let before = d.clone();
    let room = |at: Where| capacity(card(at)) - *cell(&mut before.clone(), at);
    let taken = |at: Where| *cell(&mut before.clone(), at);
    let all = meant(b, who, source, false);
    for at in &all {
        let mates = all.iter().filter(|m| room(**m) > 0 && same_group(**m, *at));
        let hit = match who.pick {
            Pick::All => true,
            Pick::MostDamaged => taken(*at) > 0 && mates.map(|m| taken(*m)).max() == Some(taken(*at)),
            Pick::Healthiest => mates.map(|m| room(*m)).max() == Some(room(*at)),
            Pick::Weakest => mates.map(|m| room(*m)).min() == Some(room(*at)),
            Pick::One | Pick::Two | Pick::OneEachTeam => unreachable!("the dark side never asks"),
        };
        if hit && room(*at) > 0 {
            *cell(d, *at) = taken(*at) + who.amount.n.min(room(*at));
        }
    }
}

fn same_group(a: Where, b: Where) -> bool {
    matches!((a, b), (Where::Team(x, _), Where::Team(y, _)) if x == y)
}
