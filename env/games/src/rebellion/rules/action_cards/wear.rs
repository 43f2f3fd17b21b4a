//! Who gets the ring of an action card.

use holotable_env::Chance;

use super::moment::Moment;
use super::rings::bearers;
use super::window::spend;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::{Ability, When};
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::{Stage, State};
use crate::rebellion::rules::words::{Leader, Side};
use crate::rebellion::rules::{captive, story};

/// Asks who gets the ring of a card that the Rebels hold and use at once; without anybody to get it it is lost. Says whether they are asked.
pub fn begin(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> bool {
    let at_once = g.tables.acts_who(Side::Rebels, |card| card.when == When::Immediate);
    for card in s.action_cards[Side::Rebels].held().and(at_once).iter() {
        spend(g, s, Side::Rebels, card, chance);
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
pub fn attach(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    let card = s.used.take().expect("a ring is given");
    s.moment = Moment::None;
    if let Some(Ability::Ring { ring, .. }) = g.tables.action_card(Side::Rebels, card).ability {
        captive::strip(s, leader);
        s.rings[ring] = Some(leader);
        chance.tell(|story| story::wears(story, g, leader, ring));
    }
    match begin(g, s, chance) {
        true => Event::Asked,
        // At the set-up nobody has passed yet.
        false if s.passed[Side::Rebels] => Event::Recruited,
        false => Event::SetUp,
    }
}
