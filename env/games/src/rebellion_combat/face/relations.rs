//! Which rows of the observation actions name. A combat is in one system, so there is no map.

use holotable_env::{Finite, Relations};

use crate::rebellion_combat::rules::action::{Action, Target};
use crate::rebellion_combat::rules::words::ROWS;

/// The relations on a data set with so many kinds of tactic cards: actions have room for more, which are never legal.
pub fn relations(tactics: usize) -> Relations {
    Relations::named_by(|action, name| named(action, tactics, name))
}

fn named(action: Action, tactics: usize, name: &mut dyn FnMut(&str, usize)) {
    match action {
        Action::AddLeader { leader } | Action::Lead { leader } => name("leaders", leader.index()),
        Action::Play { card } | Action::Discard { card } if card.index() < tactics => {
            name("hand", card.index());
        }
        Action::Reroll { die } => name("dice", die.index()),
        // Damage goes to their units, which 'units' has after mine.
        Action::Damage { target: Target::Fresh(unit) } => name("units", ROWS + unit.row.index()),
        Action::Damage { target: Target::Wounded(unit) } | Action::Block { unit } => {
            name("wounded", unit.index());
        }
        Action::Retreat { to } => name("neighbours", to.index()),
        Action::Take { unit } => name("units", unit.row.index()),
        Action::Play { .. }
        | Action::Discard { .. }
        | Action::Proceed
        | Action::Done
        | Action::Draw { .. }
        | Action::Spend { .. }
        | Action::DrawFrom { .. }
        | Action::UsePlans => {}
    }
}
