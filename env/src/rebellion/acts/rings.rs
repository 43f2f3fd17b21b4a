//! The rings of action cards: who gets one, and when it is used.

use super::super::ability::{Ability, Ring, When};
use super::super::captive;
use super::super::command;
use super::super::missions;
use super::super::recruit;
use super::super::rules::Rebellion;
use super::super::state::{Post, Stage, State};
use super::super::story;
use super::super::words::{Leader, Leaders, Recruit, Side, Skill};
use super::Moment;
use crate::chance::Chance;
use crate::finite::Finite;

/// The card of a ring.
pub fn card(g: &Rebellion, ring: Ring) -> Option<Recruit> {
    let of = |ability| matches!(ability, Some(Ability::Ring { ring: one, .. }) if one == ring);
    g.tables.acts_who(Side::Rebels, |card| of(card.ability)).iter().next()
}

/// Who can get the ring that is given: leaders who are in the game and free, those on its card or any.
pub fn bearers(g: &Rebellion, s: &State) -> Leaders {
    let Some(card) = s.used.map(|card| g.tables.act(Side::Rebels, card)) else { return Leaders::default() };
    let free = |post: Post| matches!(post, Post::Pool | Post::At(_) | Post::On(_));
    let all = s.posts[Side::Rebels].iter().filter(|(_, post)| free(**post)).map(|(leader, _)| leader);
    let anyone = matches!(card.ability, Some(Ability::Ring { anyone: true, .. }));
    all.filter(|&leader| anyone || card.able.has(leader)).collect()
}

/// Asks who gets the ring of a card that the Rebels hold and use at once; without anybody to get it it is lost. Says whether they are asked.
pub fn begin(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> bool {
    let at_once = g.tables.acts_who(Side::Rebels, |card| card.when == When::Immediate);
    for card in s.acts[Side::Rebels].held().and(at_once).iter() {
        super::spend(g, s, Side::Rebels, card, chance);
        s.used = Some(card);
        if !bearers(g, s).is_empty() {
            (s.stage, s.asked, s.moment) = (Stage::Effect, Side::Rebels, Moment::Ring);
            return true;
        }
        s.used = None;
    }
    false
}

/// A leader gets the ring, and no other one any more.
pub fn attach(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    let card = s.used.take().expect("a ring is given");
    s.moment = Moment::None;
    if let Some(Ability::Ring { ring, .. }) = g.tables.act(Side::Rebels, card).ability {
        captive::strip(s, leader);
        s.rings[ring] = Some(leader);
        chance.tell(|story| story::wears(story, g, leader, ring));
    }
    if begin(g, s, chance) {
        return;
    }
    // At the set-up nobody has passed yet.
    if s.passed[Side::Rebels] { recruit::next(g, s, chance) } else { command::begin(g, s, chance) }
}

/// Whether who has a ring is free where the mission is.
fn is_there(s: &State, ring: Ring) -> bool {
    s.target.is_some_and(|here| s.rings[ring].is_some_and(|one| s.posts[Side::Rebels][one] == Post::At(here)))
}

/// The captives where the mission is.
pub fn captives(s: &State) -> Leaders {
    s.captives().filter(|&(_, at)| s.target == Some(at)).map(|(leader, _)| leader).collect()
}

/// The card of the ring that can be used at this time, which everybody sees.
pub fn usable(g: &Rebellion, s: &State, moment: Moment) -> Option<Recruit> {
    match moment {
        Moment::Failure => {
            let fails = s.turn == Side::Rebels && missions::card(g, s).skill == Skill::Diplomacy;
            card(g, Ring::ProtocolDroid).filter(|_| fails && is_there(s, Ring::ProtocolDroid))
        }
        Moment::Success => {
            let rescues = s.turn == Side::Rebels && !captives(s).is_empty();
            card(g, Ring::Falcon).filter(|_| rescues && is_there(s, Ring::Falcon))
        }
        _ => None,
    }
}

/// Whether a die of the Empire can be blanked.
pub fn blanks(s: &State) -> bool {
    s.sharp > 0 && is_there(s, Ring::Astromech)
}

/// A ring is discarded for what it does.
pub fn spend(g: &Rebellion, s: &mut State, ring: Ring, chance: &mut impl Chance) {
    s.rings[ring] = None;
    chance.tell(|story| story::uses(story, ring));
    match ring {
        Ring::ProtocolDroid => {
            s.moment = Moment::None;
            missions::end(g, s, true, chance);
        }
        Ring::Falcon => s.used = card(g, ring),
        Ring::Astromech => {
            s.against -= s.sharp;
            s.sharp = 0;
            missions::after_dice(g, s, chance);
        }
    }
}

/// A leader becomes who replaces him, with his rings.
pub fn pass_on(s: &mut State, young: Leader, grown: Leader) {
    let bears = |bearer: &&mut Option<Leader>| **bearer == Some(young);
    s.rings.values_mut().iter_mut().filter(bears).for_each(|bearer| *bearer = Some(grown));
}

const _: () = assert!(Ring::N == 3, "three action cards bring rings");
