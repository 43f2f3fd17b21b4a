//! What the deciding side may do now.

use holotable_env::Finite;
use holotable_env::bits::places;

use super::RebellionCombat;
use super::action::{Action, Own, Target};
use super::ask::{Ask, Choice, Now, asked};
use super::op::When;
use super::state::{Camp, Stage, State};
use super::words::{Card, Colour, Face, Neighbour, Side, Theatre, Wounded};
use super::zones::{Leaders, Sides};
use super::{attack, end, plans, targets};

/// Calls `f` with each legal action, in order of action numbers.
#[inline]
pub fn each(g: &RebellionCombat, s: &State, mut f: impl FnMut(Action)) {
    if s.playing.is_some() {
        return choices(g, s, &mut f);
    }
    match s.stage {
        Stage::Leaders => {
            f(Action::Done);
            addable(g, s).iter().for_each(|leader| f(Action::AddLeader { leader }));
        }
        Stage::Tactics | Stage::Structures | Stage::Roll => f(Action::Proceed),
        Stage::Actions => actions(g, s, &mut f),
        Stage::Assign => {
            let die = attack::next_die(g, s).expect("a die waits to be assigned");
            targets::each(g, s, attack::colour_of(s, die), false, &mut |target| {
                f(Action::Damage { target });
            });
        }
        Stage::Block => {
            f(Action::Done);
            playable(g, s, When::Block, &mut f);
        }
        Stage::Plans if plans::waits(s) => {
            plans::stations(g, s).for_each(|own| f(Action::Damage { target: Target::Fresh(own) }));
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
        Stage::Lead => who_leads(s, s.side).iter().for_each(|leader| f(Action::Lead { leader })),
        Stage::Take => take(g, s, &mut f),
        Stage::Cards | Stage::Over => {}
    }
}

/// The choices that the card being played asks for.
fn choices(g: &RebellionCombat, s: &State, f: &mut impl FnMut(Action)) {
    let Ask { choice, may_stop, .. } = asked(g, s).expect("a card that is played rests only to ask");
    if may_stop {
        f(Action::Done);
    }
    match choice {
        Choice::Special => specials(s).for_each(|colour| f(Action::Spend { colour })),
        Choice::Die => dice(s, f),
        Choice::Deck => Theatre::all().for_each(|deck| f(Action::DrawFrom { deck })),
        Choice::Target { others, .. } => {
            targets::each(g, s, None, others, &mut |target| f(Action::Damage { target }));
        }
        Choice::Card => hand(g, s).for_each(|card| f(Action::Discard { card })),
        Choice::Block => {
            let different = |&i: &usize| i == 0 || s.hits[i - 1] != s.hits[i];
            let units = (0..s.hits.len()).filter(different);
            units.for_each(|i| f(Action::Block { unit: Wounded::at(i) }));
        }
    }
}

/// The dice that can be rolled again.
fn dice(s: &State, f: &mut impl FnMut(Action)) {
    s.dice.iter().filter(|(_, n)| **n > 0).for_each(|(die, _)| f(Action::Reroll { die }));
}

/// The colours of dice that show a special icon.
fn specials(s: &State) -> impl Iterator<Item = Colour> {
    let specials = s.showing(Face::Special);
    Colour::all().filter(move |&colour| specials[colour] > 0)
}

fn actions(g: &RebellionCombat, s: &State, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    if s.camps[s.side].odds.again > 0 {
        dice(s, f);
    }
    if attack::can_draw(g, s, s.theatre) {
        specials(s).for_each(|colour| f(Action::Draw { colour }));
    }
    playable(g, s, When::Attack, f);
}

/// The kinds of cards of the theatre's deck that the deciding side holds.
fn hand(g: &RebellionCombat, s: &State) -> impl Iterator<Item = Card> + use<> {
    places(s.in_hand(&g.tables, s.decides(), s.theatre)).map(Card::at)
}

/// A card is played only if each of its verbs would do something.
fn playable(g: &RebellionCombat, s: &State, when: When, f: &mut impl FnMut(Action)) {
    for card in places(s.playable(&g.tables, s.decides())).map(Card::at) {
        let may = g.tables.tactic(card).when == when;
        if may && g.tables.ops(card).iter().all(|op| op.now(g, s) != Now::Idle) {
            f(Action::Play { card });
        }
    }
}

/// Whether the side whose turn it is may add a leader: it has none with tactic values in the system, but one in the pool to add.
#[inline]
pub fn may_add_leader(g: &RebellionCombat, s: &State) -> bool {
    s.camps[s.side].leaders.and(g.tacticians[s.side]).is_empty() && !addable(g, s).is_empty()
}

/// The leaders in the pool of the side whose turn it is who may be added.
#[inline]
pub fn addable(g: &RebellionCombat, s: &State) -> Leaders {
    let pool = s.camps[s.side].pool;
    if g.rules.add_any { pool } else { pool.and(g.tacticians[s.side]) }
}

/// The leaders of a side who can lead a retreat: all in the system but who came for this combat alone.
pub fn who_leads(s: &State, side: Side) -> Leaders {
    let Camp { leaders, odds, .. } = s.camps[side];
    leaders.without(odds.guests)
}

/// Whether a side may retreat (rulebook p5): once, with a leader, from enemy units, not with a Death Star in the
/// combat, and with somewhere to go and something that can go there.
pub fn may_retreat(g: &RebellionCombat, s: &State, side: Side) -> bool {
    let (camp, enemy) = (&s.camps[side], s.side_units(side.other()));
    g.rules.retreat
        && !camp.has_retreated()
        && !camp.held
        && !who_leads(s, side).is_empty()
        && enemy
        && s.there(side) & g.tables.places[side].stations == 0
        && (s.there(side) & g.tables.places[side].free != 0 || camp.free && carried(g, s, side) != 0)
        && destinations(s, side) != 0
}

/// The neighbours a side may retreat to, as bits: own units or loyalty if possible, else systems without units; never
/// to enemy units, nor to where the current player came from.
pub fn destinations(s: &State, side: Side) -> u64 {
    let (mut own, mut empty) = (0, 0);
    for (i, b) in s.beside.iter().enumerate() {
        let open = !b.units.has(side.other()) && (!b.origin || side == s.current);
        own |= u64::from(open && (b.units.has(side) || b.loyalty.is_to(side))) << i;
        empty |= u64::from(open && b.units == Sides::default()) << i;
    }
    if own == 0 { empty } else { own }
}

/// Where nobody can hurt the other any more the Rebels must retreat if they can.
pub fn must_retreat(g: &RebellionCombat, s: &State) -> bool {
    s.side == Side::Rebels && end::is_stuck(g, s)
}

/// The units of a side in the system that leave only if they are carried, as bits.
fn carried(g: &RebellionCombat, s: &State, side: Side) -> u64 {
    s.there(side) & g.tables.places[side].carried
}

/// Whether another unit can be taken along.
pub fn any_to_take(g: &RebellionCombat, s: &State) -> bool {
    (s.room > 0 || s.camps[s.side].free) && carried(g, s, s.side) != 0
}

fn take(g: &RebellionCombat, s: &State, f: &mut impl FnMut(Action)) {
    if !s.camps[s.side].retreated.is_empty() {
        f(Action::Done);
    }
    for place in places(carried(g, s, s.side)) {
        f(Action::Take { unit: Own::at(place) });
    }
}
