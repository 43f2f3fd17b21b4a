//! What is offered to who is asked about an action card.

use super::moment::Moment;
use super::window::held;
use super::{combat, fits, missions, rings};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::Ability;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::decider;
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::words::{Leaders, Side};

/// What can be chosen, in the order of action numbers.
pub fn offer(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    match (s.moment, s.used) {
        (Moment::None, _) => {}
        (Moment::Place, _) => {
            let card = s.act.map(|card| g.tables.action_card(s.asked, card));
            let able = card.map_or(Leaders::default(), |card| fits::able(s, s.asked, card));
            able.iter().for_each(|leader| f(Action::Lead { leader }));
        }
        (Moment::Dice, _) => combat::offer_dice(g, s, f),
        (Moment::Ring, _) => rings::bearers(g, s).iter().for_each(|leader| f(Action::Lead { leader })),
        (moment, None) => {
            f(Action::Done);
            let role = decider::role(g, s);
            let mut all = g.usable_by(s.asked, role, held(g, s, s.asked, moment));
            let ring = rings::usable(g, s, role, moment).filter(|_| s.asked == Side::Rebels);
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
    let finds = s.used.is_some_and(|card| {
        matches!(g.tables.action_card(s.asked, card).ability, Some(Ability::Find { .. }))
    });
    let window = !matches!(s.moment, Moment::Place | Moment::Dice | Moment::Ring);
    finds || window && s.used.is_none()
}
