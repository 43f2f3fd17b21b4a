//! Action cards: what a side may hold as far as the other one can know, when it is asked, and what is offered then.
//!
//! Who is asked tells nothing of a hand: a side is asked whenever it may hold a card whose time it is, and a ring, which lies open,
//! whenever it can be used.

#![expect(clippy::wildcard_enum_match_arm, reason = "each file knows the cards of its own time")]

pub mod assignment;
pub mod combat;
pub mod missions;
pub mod moment;
mod observation;
pub mod rings;

pub use self::observation::observe;

use self::moment::Moment;
use super::ability::{Ability, When};
use super::action::Action;
use super::deck;
use super::rules::Rebellion;
use super::state::{Post, Stage, State};
use super::story;
use super::tables::Card;
use super::venue::Aim;
use super::words::{Leaders, Recruit, Recruits, STACKS, SYSTEMS, Side};
use crate::chance::Chance;
use crate::finite::Finite;

/// The action cards that a side may hold as far as the other one can know: one that was kept with a leader shows this leader, and one
/// that is used at once is not held.
pub fn imaginable(g: &Rebellion, s: &State, side: Side) -> Recruits {
    let (t, hand) = (&g.tables, s.acts[side]);
    let fresh = t.acts_who(side, |card| card.when != When::Immediate).without(hand.used());
    let mut all = Recruits::EMPTY;
    for card in hand.held().iter() {
        let may = match hand.kept_for(t, side, card) {
            Some(leader) => t.acts_who(side, |card| card.leaders.has(leader)).and(t.all_recruits(side)),
            None if t.openings(side).has(card) => t.openings(side),
            None => t.all_recruits(side),
        };
        all = all.or(may);
    }
    all.and(fresh)
}

/// The cards whose time it is, of these.
fn timely(g: &Rebellion, s: &State, side: Side, among: Recruits, moment: Moment) -> Recruits {
    among.iter().filter(|&card| fits(g, s, side, g.tables.act(side, card), moment)).collect()
}

/// The cards in the hand of a side whose time it is.
pub fn held(g: &Rebellion, s: &State, side: Side, moment: Moment) -> Recruits {
    timely(g, s, side, s.acts[side].held(), moment)
}

/// Whether a side may hold a card whose time it is, as far as the other one can know, or can use a ring.
pub fn may(g: &Rebellion, s: &State, side: Side, moment: Moment) -> bool {
    if !g.tables.acts {
        return false;
    }
    let ring = side == Side::Rebels && rings::usable(g, s, moment).is_some();
    ring || !timely(g, s, side, imaginable(g, s, side), moment).is_empty()
}

/// Asks a side for a card, if it may hold one whose time it is. Says whether it is asked.
#[inline]
pub fn open(g: &Rebellion, s: &mut State, side: Side, moment: Moment) -> bool {
    let asks = g.tables.acts && may(g, s, side, moment);
    if asks {
        (s.stage, s.asked, s.moment, s.used) = (Stage::Effect, side, moment, None);
    }
    asks
}

/// Whether it is the time of a card, as everybody can see.
fn fits(g: &Rebellion, s: &State, side: Side, card: &Card, moment: Moment) -> bool {
    match (moment, card.ability) {
        (Moment::Place, _) => card.when == When::Assignment && assigns(g, s, side, card),
        (Moment::Combat, Some(ability)) if card.when == When::Combat => {
            combat::fits(g, s, side, card, ability)
        }
        (Moment::Dice, Some(Ability::Set { .. })) => combat::rolls(s, side, card),
        (Moment::Attempt | Moment::Success | Moment::Capture | Moment::Rescue, Some(ability)) => {
            missions::fits(g, s, side, card, ability, moment)
        }
        _ => false,
    }
}

/// Whether a card of the assignment phase can be used: its leader is in the pool, and there is somewhere to go.
fn assigns(g: &Rebellion, s: &State, side: Side, card: &Card) -> bool {
    let venue = &card.deed.venue;
    let open = match venue.aim {
        Aim::Base => true,
        Aim::Nowhere => s.laid(side) < STACKS && !assignment::fetchable(g, s, side, card).is_empty(),
        Aim::System | Aim::Leader | Aim::Captive => !venue.places(g, s).is_empty(),
    };
    open && !assignment::able(s, side, card).is_empty()
}

/// The leaders of a card who are free in a system.
fn there(s: &State, side: Side, card: &Card) -> Leaders {
    let at = |post: Post| matches!(post, Post::At(place) if place.index() < SYSTEMS);
    card.able.iter().filter(|&leader| at(s.posts[side][leader])).collect()
}

/// What can be chosen, in the order of action numbers.
pub fn offer(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    match (s.moment, s.used) {
        (Moment::None, _) => {}
        (Moment::Place, _) => {
            let card = s.act.map(|card| g.tables.act(s.asked, card));
            let able = card.map_or(Leaders::default(), |card| assignment::able(s, s.asked, card));
            able.iter().for_each(|leader| f(Action::Lead { leader }));
        }
        (Moment::Dice, _) => combat::offer_dice(g, s, f),
        (Moment::Ring, _) => rings::bearers(g, s).iter().for_each(|leader| f(Action::Lead { leader })),
        (moment, None) => {
            f(Action::Done);
            let mut all = held(g, s, s.asked, moment);
            let ring = rings::usable(g, s, moment).filter(|_| s.asked == Side::Rebels);
            if let Some(card) = ring {
                all.add(card);
            }
            all.iter().for_each(|card| f(Action::Play { card }));
        }
        (Moment::Combat, Some(card)) => combat::offer(g, s, card, f),
        (_, Some(card)) => missions::offer(g, s, card, f),
    }
}

/// Whether what can be chosen depends on what only who is asked may know.
pub fn is_private(g: &Rebellion, s: &State) -> bool {
    let finds =
        s.used.is_some_and(|card| matches!(g.tables.act(s.asked, card).ability, Some(Ability::Find { .. })));
    let window = !matches!(s.moment, Moment::Place | Moment::Dice | Moment::Ring);
    finds || window && s.used.is_none()
}

/// What was chosen is done.
pub fn answer(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) {
    match (s.moment, s.used, a) {
        (Moment::Place, _, Action::Lead { leader }) => assignment::place(g, s, leader, chance),
        (Moment::Ring, _, Action::Lead { leader }) => rings::attach(g, s, leader, chance),
        (Moment::Dice, ..) => combat::set(g, s, a, chance),
        (Moment::Combat, None, Action::Done) => combat::pass(g, s, chance),
        (Moment::Combat, None, Action::Play { card }) => combat::play(g, s, card, chance),
        (Moment::Combat, Some(card), a) => combat::answer(g, s, card, a, chance),
        (_, None, Action::Done) => missions::go_on(g, s, chance),
        (_, None, Action::Play { card }) => missions::play(g, s, card, chance),
        (_, Some(card), a) => missions::answer(g, s, card, a, chance),
        (moment, _, a) => unreachable!("{a:?} is no answer for '{}'", moment.word()),
    }
}

/// A side uses a card of its hand, for all to see.
pub(super) fn spend(g: &Rebellion, s: &mut State, side: Side, card: Recruit, chance: &mut impl Chance) {
    s.acts[side].spend(card);
    chance.tell(|story| story::plays(story, side, g.tables.act(side, card)));
}

/// The two action cards with which each side begins, by lot; what is left of them goes to the box unseen.
pub fn deal(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if !g.tables.acts {
        return;
    }
    for side in Side::all() {
        let mut left = g.tables.openings(side);
        for _ in 0..g.tables.actions.begin.min(left.len() as u8) {
            let card = left.nth(chance.below(left.len()));
            left.take(card);
            s.acts[side].keep(&g.tables, side, card, None);
            chance.tell(|story| story::action_card(story, side, g.tables.act(side, card), true));
        }
    }
}

/// The missions of a deck of a side, each title once.
fn in_the_deck(g: &Rebellion, s: &State, side: Side, project: bool) -> super::words::Missions {
    let pile = if project { deck::projects(g, s) } else { deck::missions(g, s, side) };
    pile.titles().collect()
}
