//! Action cards in missions: before dice are rolled, after a success or a failure, and when leaders are captured or rescued.

use super::super::ability::Ability;
use super::super::action::Action;
use super::super::captive;
use super::super::deeds;
use super::super::end;
use super::super::missions;
use super::super::rules::Rebellion;
use super::super::state::{Post, Stage, State};
use super::super::story;
use super::super::tables::Card;
use super::super::words::{Leader, Leaders, Missions, Recruit, Side};
use super::{Moment, in_the_deck, open, rings, spend, there};
use crate::chance::Chance;

/// Whether it is the time of a card in a mission, as everybody can see.
pub fn fits(g: &Rebellion, s: &State, side: Side, card: &Card, ability: Ability, moment: Moment) -> bool {
    let Some(here) = s.target else { return false };
    if side == Side::Rebels && s.guarded == Some(here) {
        return false;
    }
    let present = || !card.able.and(s.leaders(side, Post::At(here))).is_empty();
    let opposed = || !missions::opponents(s, s.turn.other(), here).is_empty();
    match (moment, ability) {
        (Moment::Attempt, Ability::Slip) => s.turn != side && !slipping(s, side, card).is_empty(),
        (Moment::Attempt, Ability::Foil { skill }) => {
            s.turn != side && missions::card(g, s).skill == skill && present()
        }
        (Moment::Attempt, Ability::Set { .. }) => {
            s.set == 0 && present() && opposed() && missions::dice(g, s, side, here) > 0
        }
        (Moment::Success, Ability::Find { .. }) => s.turn == side && present(),
        (Moment::Capture, Ability::Sacrifice { .. }) => s.victim.is_some_and(|victim| card.able.has(victim)),
        (Moment::Rescue, Ability::Recapture) => present() && !rescuers(s).is_empty(),
        _ => false,
    }
}

/// Who can come against the mission by a card, from another system.
fn slipping(s: &State, side: Side, card: &Card) -> Leaders {
    let here = s.target.map(Post::At);
    there(s, side, card).iter().filter(|&leader| Some(s.posts[side][leader]) != here).collect()
}

/// Those who carry the mission out and are still there.
pub fn rescuers(s: &State) -> Leaders {
    s.target.map_or(Leaders::default(), |here| s.crew().and(s.leaders(s.turn, Post::At(here))))
}

/// The missions that a card finds in the deck.
fn found(g: &Rebellion, s: &State, ability: Ability) -> Missions {
    match ability {
        Ability::Find { missions } => in_the_deck(g, s, s.asked, false).and(missions),
        _ => Missions::EMPTY,
    }
}

/// A side uses a card, or a ring of one.
pub fn play(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) {
    let (side, moment) = (s.asked, s.moment);
    let ability = g.tables.act(side, card).ability.expect("a card of missions does something");
    if let Ability::Ring { ring, .. } = ability {
        return rings::spend(g, s, ring, chance);
    }
    spend(g, s, side, card, chance);
    match ability {
        Ability::Foil { .. } => {
            s.moment = Moment::None;
            missions::end(g, s, false, chance);
        }
        Ability::Set { dice } => {
            s.set = dice;
            reopen(g, s, moment, chance);
        }
        Ability::Sacrifice { reputation } => {
            let victim = s.victim.expect("somebody was captured");
            s.posts[side][victim] = Post::Gone;
            s.moment = Moment::None;
            chance.tell(|story| story::sacrifices(story, g, victim));
            end::gain(s, reputation, chance);
            if s.stage != Stage::Over {
                s.moment = moment;
                go_on(g, s, chance);
            }
        }
        _ => s.used = Some(card),
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
pub fn answer(g: &Rebellion, s: &mut State, card: Recruit, a: Action, chance: &mut impl Chance) {
    let (side, moment) = (s.asked, s.moment);
    let ring = matches!(g.tables.act(side, card).ability, Some(Ability::Ring { .. }));
    match a {
        Action::Lead { leader } if ring => {
            captive::rescue(g, s, leader, chance);
            s.used = None;
            if open(g, s, Side::Empire, Moment::Rescue) {
                return;
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
    reopen(g, s, moment, chance);
}

/// One of those who have rescued a captive is captured.
fn recapture(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    captive::capture(g, s, leader, chance);
    s.team[Side::Rebels].take(leader);
    s.victim = Some(leader);
    if !open(g, s, Side::Rebels, Moment::Capture) {
        go_on(g, s, chance);
    }
}

/// The same side may use another card, or it goes on.
fn reopen(g: &Rebellion, s: &mut State, moment: Moment, chance: &mut impl Chance) {
    s.used = None;
    s.moment = moment;
    if !open(g, s, s.asked, moment) {
        go_on(g, s, chance);
    }
}

/// No more cards are used at this time: the mission goes on.
pub fn go_on(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    s.used = None;
    match std::mem::take(&mut s.moment) {
        Moment::Attempt => missions::decide(g, s, chance),
        Moment::Failure => missions::finish(g, s, chance),
        Moment::Capture | Moment::Rescue if deeds::now(g, s).is_some() => deeds::next(g, s, chance),
        // After a success the ring of the Falcon may have rescued somebody.
        Moment::Success | Moment::Capture | Moment::Rescue => missions::conclude(g, s, chance),
        moment => unreachable!("'{}' is no time of a mission", moment.word()),
    }
}
