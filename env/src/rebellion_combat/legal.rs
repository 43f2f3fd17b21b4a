//! What the deciding side may do now.

use super::RebellionCombat;
use super::action::{Action, Die, Own};
use super::apply;
use super::attack;
use super::end;
use super::op::{Op, To, When};
use super::state::{Stage, State};
use super::targets;
use super::words::{Card, Class, Colour, Face, Leader, Neighbour, ROWS, Side, Theatre, Wounded};
use crate::bits::{nonzero, places};
use crate::finite::Finite;

/// Calls `f` with each legal action, in order of action numbers.
#[inline]
pub fn each(g: &RebellionCombat, s: &State, mut f: impl FnMut(Action)) {
    if s.playing.left > 0 {
        return choices(g, s, &mut f);
    }
    match s.stage {
        Stage::Leaders => {
            f(Action::Done);
            for leader in places(u64::from(s.camp(s.side).pool & g.tacticians[s.side.index()])) {
                f(Action::AddLeader { leader: Leader::at(leader) });
            }
        }
        Stage::Tactics | Stage::Structures | Stage::Roll => f(Action::Proceed),
        Stage::Actions => actions(g, s, &mut f),
        Stage::Assign => {
            let (colour, face) = attack::next_die(g, s).expect("a die waits to be assigned");
            targets::each(g, s, attack::colour_of(colour, face), false, &mut |target| {
                f(Action::Damage { target });
            });
        }
        Stage::Block => {
            f(Action::Done);
            playable(g, s, When::Block, &mut f);
        }
        Stage::Plans => {
            f(Action::Done);
            f(Action::UsePlans);
        }
        Stage::Retreat => {
            if !must_retreat(g, s) {
                f(Action::Done);
            }
            for to in places(destinations(s, s.side)) {
                f(Action::Retreat { to: Neighbour::at(to) });
            }
        }
        Stage::Lead => {
            for leader in places(u64::from(s.camp(s.side).leaders)) {
                f(Action::Lead { leader: Leader::at(leader) });
            }
        }
        Stage::Take => take(g, s, &mut f),
        Stage::Over => {}
    }
}

/// The choices that the card being played asks for.
fn choices(g: &RebellionCombat, s: &State, f: &mut impl FnMut(Action)) {
    if apply::may_stop(g, s) {
        f(Action::Done);
    }
    match apply::current(g, s) {
        Op::Spend => specials(s).for_each(|colour| f(Action::Spend { colour })),
        Op::Reroll { .. } => {
            let dice = s.dice.as_flattened().iter().enumerate().filter(|(_, n)| **n > 0);
            dice.for_each(|(i, _)| f(Action::Reroll { die: Die::at(i) }));
        }
        Op::Draw { .. } => Theatre::all().for_each(|deck| f(Action::DrawFrom { deck })),
        Op::Damage { to, .. } => {
            targets::each(g, s, None, to == To::Each, &mut |target| f(Action::Damage { target }));
        }
        Op::Discard => {
            let cards = places(in_hand(g, s));
            cards.for_each(|card| f(Action::Discard { card: Card::at(card) }));
        }
        Op::Block { .. } => {
            let different = |&i: &usize| i == 0 || s.hits[i - 1] != s.hits[i];
            let units = (0..s.hits.len()).filter(different);
            units.for_each(|i| f(Action::Block { unit: Wounded::at(i) }));
        }
        Op::ForbidBlock | Op::ForbidRetreat | Op::FreeRetreat => unreachable!("this verb asks for nothing"),
    }
}

/// The colours of dice that show a special icon.
fn specials(s: &State) -> impl Iterator<Item = Colour> {
    Colour::all().filter(|c| s.dice[c.index()][Face::Special.index()] > 0)
}

fn actions(g: &RebellionCombat, s: &State, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    if attack::can_draw(g, s, s.theatre) {
        specials(s).for_each(|colour| f(Action::Draw { colour }));
    }
    playable(g, s, When::Attack, f);
}

/// The kinds of cards of the theatre's deck that the deciding side holds, as bits.
fn in_hand(g: &RebellionCombat, s: &State) -> u64 {
    nonzero(&s.camp(s.decides()).hand) & g.tables.deck(s.theatre)
}

fn playable(g: &RebellionCombat, s: &State, when: When, f: &mut impl FnMut(Action)) {
    for card in places(in_hand(g, s)) {
        let may = g.tables.tactics[card].when == when;
        if may && g.tables.ops(card).iter().all(|op| apply::would_act(g, s, op)) {
            f(Action::Play { card: Card::at(card) });
        }
    }
}

/// Whether the side whose turn it is may add a leader: it has none with tactic values in the system, but one in the pool.
#[inline]
pub fn may_add_leader(g: &RebellionCombat, s: &State) -> bool {
    let (camp, able) = (s.camp(s.side), g.tacticians[s.side.index()]);
    camp.leaders & able == 0 && camp.pool & able != 0
}

/// Whether a side may retreat (rulebook p5): once, with a leader, from enemy units, not with a Death Star in the
/// combat, and with somewhere to go and something that can go there.
pub fn may_retreat(g: &RebellionCombat, s: &State, side: Side) -> bool {
    let (camp, enemy) = (s.camp(side), s.side_units(side.other()));
    g.rules.retreat
        && !camp.has_retreated
        && !camp.held
        && camp.leaders != 0
        && enemy
        && (0..ROWS).all(|row| g.tables.stat(side, row).class != Class::Station || s.count(side, row) == 0)
        && (s.there(side) & g.tables.places(side).free != 0 || camp.free && carried(g, s, side) != 0)
        && destinations(s, side) != 0
}

/// The neighbours a side may retreat to, as bits: own units or loyalty if possible, else systems without units; never
/// to enemy units, nor to where the current player came from.
pub fn destinations(s: &State, side: Side) -> u64 {
    let (mut own, mut empty) = (0, 0);
    for (i, b) in s.beside.iter().enumerate() {
        let open = !b.has(side.other()) && (!b.origin || side == s.current);
        own |= u64::from(open && (b.has(side) || b.loyalty.is_to(side))) << i;
        empty |= u64::from(open && b.units == 0) << i;
    }
    if own == 0 { empty } else { own }
}

/// Where nobody can hurt the other any more the Rebels must retreat if they can.
pub fn must_retreat(g: &RebellionCombat, s: &State) -> bool {
    s.side == Side::Rebels && end::is_stuck(g, s)
}

/// The units of a side in the system that leave only if they are carried, as bits.
fn carried(g: &RebellionCombat, s: &State, side: Side) -> u64 {
    s.there(side) & g.tables.places(side).carried
}

/// Whether another unit can be taken along.
pub fn any_to_take(g: &RebellionCombat, s: &State) -> bool {
    (s.room > 0 || s.camp(s.side).free) && carried(g, s, s.side) != 0
}

fn take(g: &RebellionCombat, s: &State, f: &mut impl FnMut(Action)) {
    if s.camp(s.side).retreated != [0; ROWS] {
        f(Action::Done);
    }
    for place in places(carried(g, s, s.side)) {
        f(Action::Take { unit: Own::at(place) });
    }
}
