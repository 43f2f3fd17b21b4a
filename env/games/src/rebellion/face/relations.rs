//! Which rows of the observation actions name, and the map.

use holotable_env::{Finite, Names, Observe, Relations};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::words::LEADERS;
use crate::rebellion_combat::Action as Blow;

/// The relations on a board, and those of the battle behind its scope.
#[expect(clippy::wildcard_enum_match_arm, reason = "all else has rows in every game")]
pub fn relations(g: &Rebellion) -> Relations {
    let between = g.tables.routes().map(|(a, b)| (a.index(), b.index()));
    let (titles, stacks) = g.tables.room();
    // What there are no rows for is never played.
    let played = |action: Action| match action {
        Action::Assign { mission } => mission.index() < titles,
        Action::Carry { stack } => stack.index() < stacks,
        Action::Play { .. } => g.tables.action_cards,
        _ => true,
    };
    let shown = |action: Action, name: &mut dyn FnMut(&str, usize)| {
        if played(action) {
            named(action, name);
        }
    };
    let mut all = Relations::named_by(shown).with_edges("places", between);
    let first = Action::Battle { battle: Blow::at(0) }.index();
    for Names { block, rows } in g.battle().relations().names {
        let rows = rows.into_iter().map(|(action, row)| (first + action, row)).collect();
        all.names.push(Names { block: format!("battle/{block}"), rows });
    }
    all
}

fn named(action: Action, name: &mut dyn FnMut(&str, usize)) {
    match action {
        Action::Lead { leader } => name("leaders", leader.index()),
        Action::Choose { place } => name("places", place.index()),
        Action::Take { unit } => name("kinds", unit.index()),
        Action::Fulfil { objective } | Action::Keep { objective } => name("objectives", objective.index()),
        Action::Assign { mission } => name("missions", mission.index()),
        Action::Carry { stack } => name("stacks", stack.index()),
        // The leaders of the other side come after one's own.
        Action::Seize { leader } => name("leaders", LEADERS + leader.index()),
        Action::Play { card } => name("action_cards", card.index()),
        Action::Done
        | Action::Reveal
        | Action::Relocate
        | Action::Pick { .. }
        | Action::Reroll { .. }
        | Action::Battle { .. } => {}
    }
}
