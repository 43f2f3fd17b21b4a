//! Dealing anew what a side cannot see: for the Empire the base and the objectives, for the Rebels the probe cards, and in a battle the
//! other side's tactic cards.

use super::refresh::probe_deck;
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
                // Anywhere that neither its own probe cards nor what everybody saw rules out.
                s.base = Some(pick(s.possible.without(s.probes), chance));
            }
            s.hand = objectives(g, s, chance);
        }
        Side::Rebels => {
            let n = s.probes.len();
            let all = either(probe_deck(g, s), s.probes);
            s.probes = deal(all, n, chance);
        }
    }
    if let Some(battle) = &mut s.battle {
        g.battle().redeal(battle, side.index(), chance);
    }
}

/// As many objectives of each stage as the hand has: those that were seen, and others by lot.
fn objectives(g: &Rebellion, s: &State, chance: &mut impl Chance) -> Objectives {
    let mut hand = s.known;
    for &stage in &g.tables.stages {
        let unseen = s.hand.and(stage).without(s.known).len();
        hand = either(hand, deal(stage.without(s.played).without(s.known), unseen, chance));
    }
    hand
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
