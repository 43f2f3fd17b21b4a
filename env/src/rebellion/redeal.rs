//! Dealing anew what a side cannot see: for the Empire the base and the objectives, for the Rebels the probe cards, for both which of the
//! other side's missions lie face down, and in a battle its tactic cards.

use super::probes;
use super::rules::Rebellion;
use super::state::State;
use super::words::{Objectives, Places, Side, either};
use crate::chance::Chance;
use crate::finite::Finite;
use crate::game::Game;
use crate::set::Set;

/// Deals anew what `side` cannot see, consistently with all that it has seen.
pub fn redeal(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) {
    match side {
        Side::Empire => {
            if s.hidden() {
                hide(g, s, chance);
            }
            objectives(g, s, chance);
        }
        Side::Rebels => {
            // Of those that the Rebels have put under the deck they know how many were drawn.
            let all = either(probes::deck(g, s), s.probes).without(s.open).without(s.havens);
            let drawn = std::mem::replace(&mut s.probes, s.open).without(s.open);
            for depth in 0..=s.depth.values().iter().copied().max().unwrap_or(0) {
                let there =
                    |cards: Places| -> Places { cards.iter().filter(|&c| s.depth[c] == depth).collect() };
                s.probes = either(s.probes, deal(there(all), there(drawn).len(), chance));
            }
        }
    }
    let other = side.other();
    let mut unseen = g.tables.all_missions(other).without(s.shown[other]);
    for laid in s.stacks[other].iter_mut().flatten() {
        *laid = pick(unseen, chance);
        unseen.take(*laid);
    }
    if let Some(battle) = &mut s.battle {
        g.battle().redeal(battle, side.index(), chance);
    }
}

/// The base anywhere that neither the Empire's probe cards nor what everybody saw rules out; the cards under the probe deck are any others,
/// and what the Rebels draw for a new base comes from the top.
fn hide(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let mut depths: Vec<u8> = probes::deck(g, s).iter().map(|card| s.depth[card]).collect();
    let base = pick(s.possible.without(s.probes), chance);
    s.base = Some(base);
    s.depth[base] = 0;
    if depths.iter().any(|&depth| depth > 0) {
        for card in probes::deck(g, s).iter() {
            s.depth[card] = depths.swap_remove(chance.below(depths.len()));
        }
    }
    if !s.havens.is_empty() {
        probes::look(g, s, s.havens.len(), chance);
    }
}

/// Objectives of the same stages where the Empire does not see which: in the hand, on top of the deck and at its bottom.
fn objectives(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let (mut hand, mut looked) = (s.known, Objectives::EMPTY);
    for &stage in &g.tables.stages {
        let mut left = stage.without(s.played).without(s.known);
        let mut next = |n: usize| {
            let dealt = deal(left, n, chance);
            left = left.without(dealt);
            dealt
        };
        hand = either(hand, next(s.hand.and(stage).without(s.known).len()));
        looked = either(looked, next(s.looked.and(stage).len()));
        for fixed in s.top.iter_mut().chain(s.bottom.iter_mut()).filter(|one| stage.has(**one)) {
            *fixed = next(1).nth(0);
        }
    }
    (s.hand, s.looked) = (hand, looked);
}

fn pick<K: Finite>(among: Set<K>, chance: &mut impl Chance) -> K {
    among.nth(chance.below(among.len()))
}

fn deal<K: Finite>(mut among: Set<K>, n: usize, chance: &mut impl Chance) -> Set<K> {
    let mut dealt = Set::EMPTY;
    for _ in 0..n {
        let card = pick(among, chance);
        among.take(card);
        dealt.add(card);
    }
    dealt
}

/// Where the base can be for a side: the Rebels know it, the Empire has its probe cards.
pub fn possible(s: &State, side: Side) -> Places {
    match (side, s.base) {
        (Side::Rebels, Some(base)) => Places::only(base),
        _ => s.possible.without(s.probes),
    }
}
