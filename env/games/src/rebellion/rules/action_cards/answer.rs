//! What is done when who is asked about an action card has chosen.

use holotable_env::Chance;

use super::moment::Moment;
use super::{assignment, combat, missions, wear};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::State;

/// What was chosen is done.
pub fn answer(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    match (s.moment, s.used, a) {
        (Moment::Place, _, Action::Lead { leader }) => assignment::place(g, s, leader, chance),
        (Moment::Ring, _, Action::Lead { leader }) => wear::attach(g, s, leader, chance),
        (Moment::Dice, ..) => combat::set(g, s, a, chance),
        (Moment::Combat, None, Action::Done) => combat::pass(g, s, chance),
        (Moment::Combat, None, Action::Play { card }) => combat::play(g, s, card, chance),
        (Moment::Combat, Some(card), a) => combat::answer(g, s, card, a, chance),
        (_, None, Action::Done) => missions::decline(g, s, chance),
        (_, None, Action::Play { card }) => missions::play(g, s, card, chance),
        (_, Some(card), a) => missions::answer(g, s, card, a, chance),
        (moment, _, a) => unreachable!("{a:?} is no answer for '{}'", moment.word()),
    }
}
