//! Whose time it is: what a side may hold as far as the other one can know, and when it is asked.

use holotable_env::Chance;

use super::moment::Moment;
use super::{battle, fits, rings};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::{Ability, When};
use crate::rebellion::rules::decider;
use crate::rebellion::rules::state::{Stage, State};
use crate::rebellion::rules::story;
use crate::rebellion::rules::tables::Card;
use crate::rebellion::rules::words::{Recruit, Recruits, Role, Side};

/// The action cards that a side may hold as far as the other one can know: one that was kept with a leader shows this leader, and one
/// that is used at once is not held.
pub fn imaginable(g: &Rebellion, s: &State, side: Side) -> Recruits {
    let (t, hand) = (&g.tables, s.action_cards[side]);
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
    among.iter().filter(|&card| is_timely(g, s, side, g.tables.action_card(side, card), moment)).collect()
}

/// The cards in the hand of a side whose time it is.
pub fn held(g: &Rebellion, s: &State, side: Side, moment: Moment) -> Recruits {
    timely(g, s, side, s.action_cards[side].held(), moment)
}

/// Whether a player of a side may hold a card whose time it is, as far as the other side can know, or can use a ring.
pub fn may(g: &Rebellion, s: &State, side: Side, role: Role, moment: Moment) -> bool {
    if !g.tables.action_cards {
        return false;
    }
    let ring = side == Side::Rebels && rings::usable(g, s, role, moment).is_some();
    ring || !g.usable_by(side, role, timely(g, s, side, imaginable(g, s, side), moment)).is_empty()
}

/// Asks a side for a card, if it may hold one whose time it is; of partners the first who may. Says whether it is asked.
#[inline]
pub fn open(g: &Rebellion, s: &mut State, side: Side, moment: Moment) -> bool {
    s.partners.second = false;
    reopen(g, s, side, moment)
}

/// The same, from the partner on who is asked now.
#[inline]
pub fn reopen(g: &Rebellion, s: &mut State, side: Side, moment: Moment) -> bool {
    let asks = g.tables.action_cards && decider::ask_on(g, s, side, |s, role| may(g, s, side, role, moment));
    if asks {
        (s.stage, s.asked, s.moment, s.used) = (Stage::Effect, side, moment, None);
    }
    asks
}

/// Whether it is the time of a card, as everybody can see.
fn is_timely(g: &Rebellion, s: &State, side: Side, card: &Card, moment: Moment) -> bool {
    match moment {
        Moment::Place => card.when == When::Assignment && fits::assigns(g, s, side, card),
        Moment::Combat => {
            card.when == When::Combat && card.ability.is_some_and(|one| battle::fits(g, s, side, card, one))
        }
        Moment::Dice => matches!(card.ability, Some(Ability::Set { .. })) && battle::rolls(s, side, card),
        Moment::Attempt | Moment::Success | Moment::Capture | Moment::Rescue => {
            card.ability.is_some_and(|one| fits::helps(g, s, side, card, one, moment))
        }
        Moment::None | Moment::Failure | Moment::Ring => false,
    }
}

/// A side uses a card of its hand, for all to see.
pub fn spend(g: &Rebellion, s: &mut State, side: Side, card: Recruit, chance: &mut impl Chance) {
    s.action_cards[side].spend(card);
    chance.tell(|story| story::plays(story, side, g.tables.action_card(side, card)));
}
