//! What the side that is asked may do now.

use holotable_env::{Finite, Game};

use super::Rebellion;
use super::ability::Ring;
use super::action::Action;
use super::action_cards::moment::Moment;
use super::action_cards::window::held;
use super::deck_counts::DeckCounts;
use super::state::{Post, Stage, State};
use super::venue::Aim;
use super::words::{Leaders, Places, Row, Side, Way};
use super::{
    action_cards, assign, attempt, build, command, decider, deck, deploy, mission_effects, missions,
    mobilize, movement, objectives, probes, recruit, scrap, setup, under_way,
};
use crate::rebellion_combat::Action as Blow;

/// Calls `f` with each legal action, in order of action numbers.
#[inline]
pub fn each(g: &Rebellion, s: &State, mut f: impl FnMut(Action)) {
    let f = &mut f;
    match s.stage {
        Stage::Muster => choose(setup::places(g, s), f),
        Stage::Hide => choose(s.possible, f),
        Stage::Assign => assign(g, s, f),
        Stage::Staff => staff(g, s, f),
        Stage::Turn => turn(g, s, f),
        Stage::Target => choose(command::targets(s), f),
        Stage::From => may_choose(movement::sources(g, s), f),
        Stage::Load => load(g, s, f),
        Stage::Aim => aim(g, s, f),
        Stage::Oppose => {
            f(Action::Done);
            lead(s.leaders(s.asked, Post::Pool).and(decider::mine(g, s)), f);
        }
        Stage::Reroll => reroll(g, s, f),
        Stage::Pick => Way::all().for_each(|way| f(Action::Pick { way })),
        Stage::Effect if s.moment != Moment::None => action_cards::choice::offer(g, s, f),
        Stage::Effect => mission_effects::choice::offer(g, s, f),
        Stage::Inspect => s.looked.iter().for_each(|objective| f(Action::Keep { objective })),
        Stage::Mobilize => {
            may_choose(mobilize::sources(g, s), f);
            if !probes::deck(g, s).is_empty() {
                f(Action::Relocate);
            }
        }
        Stage::Relocate => may_choose(mobilize::havens(s), f),
        Stage::Battle => {
            battle(g, s, f);
            action_cards::combat::offer_cards(g, s, f);
        }
        Stage::Objective => {
            f(Action::Done);
            s.window.and(s.hand).iter().for_each(|objective| f(Action::Fulfil { objective }));
        }
        Stage::Eliminate => objectives::condemned(g, s).iter().for_each(|leader| f(Action::Seize { leader })),
        Stage::Discard => deal(deck::discards(g, s, s.asked), f),
        Stage::Recruit => recruit::offer(g, s, f),
        Stage::Build => {
            if let Some(icon) = build::icon(g, s, s.job) {
                take(build::kinds(g, s, icon).iter(), f);
            }
        }
        Stage::Scrap => scrap::offer(g, s, f),
        Stage::Deploy => may_choose(deploy::places(g, s), f),
        Stage::Over => {}
    }
}

#[inline]
fn choose(places: Places, f: &mut impl FnMut(Action)) {
    places.iter().for_each(|place| f(Action::Choose { place }));
}

/// The same, or none of them.
#[inline]
fn may_choose(places: Places, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    choose(places, f);
}

#[inline]
fn lead(leaders: Leaders, f: &mut impl FnMut(Action)) {
    leaders.iter().for_each(|leader| f(Action::Lead { leader }));
}

#[inline]
fn take(kinds: impl Iterator<Item = Row>, f: &mut impl FnMut(Action)) {
    kinds.for_each(|kind| f(Action::Take { unit: kind }));
}

#[inline]
fn deal(missions: DeckCounts, f: &mut impl FnMut(Action)) {
    missions.titles().for_each(|mission| f(Action::Assign { mission }));
}

/// What a turn can be; after a surprise a mission of its leaders.
#[inline]
fn turn(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    if s.surprised {
        return missions::surprising(g, s).for_each(|stack| f(Action::Carry { stack }));
    }
    f(Action::Done);
    if s.turn == Side::Rebels && s.hidden() && decider::keeps_base(g, s) {
        f(Action::Reveal);
    }
    lead(command::able(g, s, s.turn), f);
    missions::ready(g, s, s.turn).for_each(|stack| f(Action::Carry { stack }));
    if g.tables.action_cards {
        missions::surprises(g, s, s.turn).iter().for_each(|card| f(Action::Play { card }));
    }
}

/// What can move from a place.
#[inline]
fn load(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    if s.loaded {
        f(Action::Done);
    }
    take(movement::kinds(g, s), f);
    movement::escorted(g, s).for_each(|leader| f(Action::Seize { leader }));
}

/// What the battle offers; but only who holds plans can try them, and each partner chooses among the own leaders.
#[inline]
fn battle(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    let Some(fought) = &s.battle else { return };
    let mine = decider::mine(g, s);
    #[expect(clippy::wildcard_enum_match_arm, reason = "all else is about no leader")]
    let fits = |battle: Blow| match battle {
        Blow::UsePlans => objectives::plans(g, s).is_some(),
        Blow::AddLeader { leader } | Blow::Lead { leader } => mine.has(leader),
        _ => true,
    };
    g.battle_of(s.lured).legal(fought, |battle| {
        if fits(battle) {
            f(Action::Battle { battle });
        }
    });
}

/// The missions that can be laid, and the action cards of the phase.
fn assign(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    if assign::can_lay(g, s) {
        let refused = s.partners.refused[s.asked];
        let titles = s.missions[s.asked].titles().filter(|&mission| !refused.has(mission));
        titles.for_each(|mission| f(Action::Assign { mission }));
    }
    assign::joinable(g, s).for_each(|stack| f(Action::Carry { stack }));
    if g.tables.action_cards {
        let cards = g.usable_by(s.asked, s.partners.turn[s.asked], held(g, s, s.asked, Moment::Place));
        cards.iter().for_each(|card| f(Action::Play { card }));
    }
}

/// Who can be put on a mission, which takes one leader at least; or whom the General can refuse.
fn staff(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    let team = s.on(s.asked, assign::stack(s));
    if !team.is_empty() && s.partners.joins.is_none() {
        f(Action::Done);
    }
    lead(if s.partners.offered { team } else { assign::pool(g, s) }, f);
}

/// Where a mission can be carried out, or against whom.
fn aim(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    let venue = &under_way::card(g, s).venue;
    match (venue.aim, s.turn) {
        (Aim::System | Aim::Base | Aim::Nowhere, _) => choose(venue.places(g, s), f),
        (_, Side::Rebels) => lead(venue.victims(g, s), f),
        (_, Side::Empire) => venue.victims(g, s).iter().for_each(|leader| f(Action::Seize { leader })),
    }
}

/// The dice that can be rolled again, and the ring that blanks one.
fn reroll(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    let shown = s.rolled.iter().filter(|(_, n)| **n > 0 && attempt::rerolls(s));
    shown.for_each(|(face, _)| f(Action::Reroll { face }));
    let droid = action_cards::rings::card(g, Ring::Astromech).filter(|_| action_cards::rings::blanks(s));
    if let Some(card) = droid {
        f(Action::Play { card });
    }
}
