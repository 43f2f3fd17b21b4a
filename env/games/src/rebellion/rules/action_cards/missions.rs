//! Action cards in missions: before dice are rolled, after a success or a failure, and when leaders are captured or rescued.

use holotable_env::Chance;

use super::fits::{in_the_deck, rescuers, slipping};
use super::moment::Moment;
use super::window::{open, spend};
use super::{rings, window};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::{Ability, Ring, of_combats};
use crate::rebellion::rules::action::{Action, chosen};
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::mission_effects::perform;
use crate::rebellion::rules::state::{Post, Stage, State};
use crate::rebellion::rules::under_way::now;
use crate::rebellion::rules::words::{Leader, Recruit, Side};
use crate::rebellion::rules::{captive, decider, end, missions, story};

/// A side uses a card, or a ring of one.
pub fn play(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) -> Event {
    let (side, moment) = (s.asked, s.moment);
    let ability = g.tables.action_card(side, card).ability.expect("a card of missions does something");
    if let Ability::Ring { ring, .. } = ability {
        return spend_ring(g, s, ring, chance);
    }
    spend(g, s, side, card, chance);
    match ability {
        Ability::Foil { .. } => {
            s.moment = Moment::None;
            missions::end(g, s, false, chance)
        }
        Ability::Set { dice } => {
            s.set = dice;
            reopen(g, s, moment, chance)
        }
        Ability::Sacrifice { reputation } => {
            let victim = s.victim.expect("somebody was captured");
            s.posts[side][victim] = Post::Gone;
            s.moment = Moment::None;
            chance.tell(|story| story::sacrifices(story, g, victim));
            end::gain(s, reputation, chance);
            if s.stage == Stage::Over {
                return Event::Asked;
            }
            s.moment = moment;
            go_on(g, s, chance)
        }
        Ability::Slip | Ability::Recapture | Ability::Find { .. } => {
            s.used = Some(card);
            Event::Asked
        }
        of_combats!(Ability::Surprise, Ability::Ring { .. }) => {
            unreachable!("{ability:?} is for another time")
        }
    }
}

/// A ring is discarded for what it does.
fn spend_ring(g: &Rebellion, s: &mut State, ring: Ring, chance: &mut impl Chance) -> Event {
    s.rings[ring] = None;
    chance.tell(|story| story::uses(story, ring));
    match ring {
        Ring::ProtocolDroid => {
            s.moment = Moment::None;
            missions::end(g, s, true, chance)
        }
        Ring::Falcon => {
            s.used = rings::card(g, ring);
            Event::Asked
        }
        Ring::Astromech => {
            s.against -= s.sharp;
            s.sharp = 0;
            missions::after_dice(g, s, chance)
        }
    }
}

/// The abilities that ask for nothing in a mission, as a pattern.
macro_rules! asks_nothing {
    () => {
        of_combats!(Ability::Surprise, Ability::Sacrifice { .. }, Ability::Set { .. }, Ability::Foil { .. })
    };
}

/// What a card asks for, or the ring of one.
pub fn offer(g: &Rebellion, s: &State, card: Recruit, f: &mut impl FnMut(Action)) {
    let card = g.tables.action_card(s.asked, card);
    let Some(ability) = card.ability else { return };
    match ability {
        Ability::Slip => slipping(s, s.asked, card).iter().for_each(|leader| f(Action::Lead { leader })),
        Ability::Recapture => rescuers(s).iter().for_each(|leader| f(Action::Seize { leader })),
        Ability::Ring { .. } => rings::captives(s).iter().for_each(|leader| f(Action::Lead { leader })),
        Ability::Find { missions } => {
            f(Action::Done);
            let found = in_the_deck(g, s, s.asked, false).and(missions);
            found.iter().for_each(|mission| f(Action::Assign { mission }));
        }
        asks_nothing!() => f(Action::Done),
    }
}

/// What was chosen for it is done.
pub fn answer(g: &Rebellion, s: &mut State, card: Recruit, a: Action, chance: &mut impl Chance) -> Event {
    let (side, moment) = (s.asked, s.moment);
    match g.tables.action_card(side, card).ability.expect("a card of missions does something") {
        Ability::Ring { .. } => {
            captive::rescue(g, s, chosen!(a, Lead, leader), chance);
            s.used = None;
            if open(g, s, Side::Empire, Moment::Rescue) {
                return Event::Asked;
            }
        }
        Ability::Slip => {
            let leader = chosen!(a, Lead, leader);
            s.posts[side][leader] = Post::At(s.target.expect("a mission is somewhere"));
            chance.tell(|story| story::opposes(story, g, side, leader));
        }
        Ability::Recapture => return recapture(g, s, chosen!(a, Seize, leader), chance),
        Ability::Find { .. } if a == Action::Done => {}
        Ability::Find { .. } => {
            let mission = chosen!(a, Assign, mission);
            s.missions[side].add(mission);
            chance.tell(|story| story::draws(story, g, side, mission));
        }
        asks_nothing!() => {}
    }
    reopen(g, s, moment, chance)
}

/// One of those who have rescued a captive is captured.
fn recapture(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    captive::capture(g, s, leader, chance);
    s.team[Side::Rebels].take(leader);
    s.victim = Some(leader);
    if open(g, s, Side::Rebels, Moment::Capture) { Event::Asked } else { go_on(g, s, chance) }
}

/// The same side may use another card, or it goes on.
fn reopen(g: &Rebellion, s: &mut State, moment: Moment, chance: &mut impl Chance) -> Event {
    s.used = None;
    s.moment = moment;
    if window::reopen(g, s, s.asked, moment) { Event::Asked } else { go_on(g, s, chance) }
}

/// A player uses no more cards; then the partner may.
pub fn decline(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let (side, moment) = (s.asked, s.moment);
    if decider::ask_second(g, s, side, |s, role| window::may(g, s, side, role, moment)) {
        return Event::Asked;
    }
    go_on(g, s, chance)
}

/// No more cards are used at this time: the mission goes on.
pub fn go_on(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    s.used = None;
    match std::mem::take(&mut s.moment) {
        Moment::Attempt => missions::decide(g, s, chance),
        Moment::Failure => missions::finish(g, s, chance),
        Moment::Capture | Moment::Rescue if now(g, s).is_some() => perform::next(g, s, chance),
        // After a success the ring of the Falcon may have rescued somebody.
        Moment::Success | Moment::Capture | Moment::Rescue => missions::conclude(g, s, chance),
        Moment::None | Moment::Place | Moment::Combat | Moment::Dice | Moment::Ring => {
            unreachable!("nobody is asked in a mission")
        }
    }
}
