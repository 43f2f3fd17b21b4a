//! Action cards in missions: before dice are rolled, after a success or a failure, and when leaders are captured or rescued.

use holotable_env::Chance;

use super::fits::{in_the_deck, rescuers, slipping};
use super::moment::Moment;
use super::rings;
use super::window::{open, spend};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::{Ability, Ring};
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::deeds::perform;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::{Post, Stage, State};
use crate::rebellion::rules::under_way::now;
use crate::rebellion::rules::words::{Leader, Missions, Recruit, Side};
use crate::rebellion::rules::{captive, end, missions, story};

/// The missions that a card finds in the deck.
fn found(g: &Rebellion, s: &State, ability: Ability) -> Missions {
    match ability {
        Ability::Find { missions } => in_the_deck(g, s, s.asked, false).and(missions),
        _ => Missions::EMPTY,
    }
}

/// A side uses a card, or a ring of one.
pub fn play(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) -> Event {
    let (side, moment) = (s.asked, s.moment);
    let ability = g.tables.act(side, card).ability.expect("a card of missions does something");
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
        _ => {
            s.used = Some(card);
            Event::Asked
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

/// What a card asks for, or the ring of one.
pub fn offer(g: &Rebellion, s: &State, card: Recruit, f: &mut impl FnMut(Action)) {
    let card = g.tables.act(s.asked, card);
    match card.ability {
        Some(Ability::Slip) => {
            slipping(s, s.asked, card).iter().for_each(|leader| f(Action::Lead { leader }));
        }
        Some(Ability::Recapture) => rescuers(s).iter().for_each(|leader| f(Action::Seize { leader })),
        Some(Ability::Ring { .. }) => {
            rings::captives(s).iter().for_each(|leader| f(Action::Lead { leader }));
        }
        Some(ability) => {
            f(Action::Done);
            found(g, s, ability).iter().for_each(|mission| f(Action::Assign { mission }));
        }
        None => {}
    }
}

/// What was chosen for it is done.
pub fn answer(g: &Rebellion, s: &mut State, card: Recruit, a: Action, chance: &mut impl Chance) -> Event {
    let (side, moment) = (s.asked, s.moment);
    let ring = matches!(g.tables.act(side, card).ability, Some(Ability::Ring { .. }));
    match a {
        Action::Lead { leader } if ring => {
            captive::rescue(g, s, leader, chance);
            s.used = None;
            if open(g, s, Side::Empire, Moment::Rescue) {
                return Event::Asked;
            }
        }
        Action::Lead { leader } => {
            let here = s.target.expect("a mission is somewhere");
            s.posts[side][leader] = Post::At(here);
            chance.tell(|story| story::opposes(story, g, side, leader));
        }
        Action::Seize { leader } => return recapture(g, s, leader, chance),
        Action::Assign { mission } => {
            s.missions[side].add(mission);
            chance.tell(|story| story::draws(story, g, side, mission));
        }
        a => debug_assert_eq!(a, Action::Done, "nothing is found"),
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
    if open(g, s, s.asked, moment) { Event::Asked } else { go_on(g, s, chance) }
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
        moment => unreachable!("'{}' is no time of a mission", moment.word()),
    }
}
