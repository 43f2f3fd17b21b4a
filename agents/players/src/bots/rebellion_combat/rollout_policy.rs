//! The fixed policy of `expert`: everything but retreats, and all decisions in its rollouts.

use holotable_env::Finite;
use holotable_games::rebellion_combat::ask::current;
use holotable_games::rebellion_combat::op::Op;
use holotable_games::rebellion_combat::state::{Stage, State};
use holotable_games::rebellion_combat::words::{Class, Theatre};
use holotable_games::rebellion_combat::{Action, RebellionCombat, plans};

use super::{cards, targeting};

/// The policy's choice among the legal actions.
pub fn choose(g: &RebellionCombat, s: &State, legal: &[Action]) -> Action {
    let first = legal[0];
    if legal.len() == 1 {
        return first;
    }
    if let Some(op) = current(g, s) {
        return for_card(g, s, legal, op).unwrap_or(first);
    }
    let chosen = match s.stage {
        Stage::Leaders => best_leader(g, s, legal),
        Stage::Actions => rerolled(g, s).or_else(|| cards::attack(g, s, legal)),
        Stage::Assign => targeting::best(g, s, legal, 1),
        Stage::Block => cards::block(g, s, legal),
        Stage::Plans if plans::waits(s) => targeting::dearest(g, legal),
        Stage::Plans => legal.last().copied(),
        Stage::Take => take(g, s, legal),
        _ => None,
    };
    chosen.unwrap_or(first)
}

/// A die that a ring rolls again.
fn rerolled(g: &RebellionCombat, s: &State) -> Option<Action> {
    if s.camps[s.side].odds.again == 0 {
        return None;
    }
    cards::wasted(g, s).map(|die| Action::Reroll { die })
}

/// A choice for the card being played.
fn for_card(g: &RebellionCombat, s: &State, legal: &[Action], op: Op) -> Option<Action> {
    match op {
        Op::Damage { .. } => targeting::best(g, s, legal, cards::damage_at_once(g, s)),
        Op::Reroll { .. } => {
            let again = cards::wasted(g, s).map(|die| Action::Reroll { die });
            again.filter(|a| legal.contains(a))
        }
        Op::Block { n } => {
            let blocked = s.playing.map_or(0, |playing| playing.memo);
            let saved = targeting::save(g, s, n - blocked);
            let block =
                |i: usize| legal.iter().find(|a| matches!(a, Action::Block { unit } if unit.index() == i));
            // Equal units are one choice: the first of them.
            let same = |i: usize| (0..=i).find(|&j| s.hits[j] == s.hits[i]).unwrap_or(i);
            saved.and_then(|(i, _)| block(same(i))).or(legal.last()).copied()
        }
        Op::Discard => cards::discard(g, legal),
        Op::Draw { .. } => {
            let deck = if s.contested(&g.tables, s.theatre) { s.theatre } else { other(s.theatre) };
            Some(Action::DrawFrom { deck })
        }
        _ => None,
    }
}

fn other(theatre: Theatre) -> Theatre {
    match theatre {
        Theatre::Space => Theatre::Ground,
        Theatre::Ground => Theatre::Space,
    }
}

/// The leader who brings most cards to the theatres that are fought over.
fn best_leader(g: &RebellionCombat, s: &State, legal: &[Action]) -> Option<Action> {
    let cards = |a: &&Action| match a {
        Action::AddLeader { leader } => {
            let met = Theatre::all().filter(|&t| s.contested(&g.tables, t));
            g.tables
                .leader(s.side, *leader)
                .map_or(0, |person| i32::from(met.map(|t| person.tactics[t]).sum::<u8>()))
        }
        _ => -1,
    };
    legal.iter().max_by_key(cards).copied()
}

/// The most valuable unit of a theatre in which staying is worse; else no more.
fn take(g: &RebellionCombat, s: &State, legal: &[Action]) -> Option<Action> {
    let worse = |theatre: Theatre| {
        targeting::value(g, s, s.side.other(), theatre) > targeting::value(g, s, s.side, theatre)
    };
    let goes = legal.iter().filter(|a| match a {
        Action::Take { unit } => worse(g.tables.unit(s.side, unit.row).theatre),
        _ => false,
    });
    let value = |a: &&Action| match a {
        Action::Take { unit } => g.tables.unit(s.side, unit.row).value,
        _ => 0,
    };
    let fighters = |a: &&Action| match a {
        Action::Take { unit } => g.tables.unit(s.side, unit.row).class == Class::Fighter,
        _ => false,
    };
    goes.max_by_key(|a| (value(a), fighters(a))).copied()
}
