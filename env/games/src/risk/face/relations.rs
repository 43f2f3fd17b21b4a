//! Which rows of the observation actions name, and the map.

use holotable_env::{Finite, Relations};

use crate::risk::rules::Risk;
use crate::risk::rules::action::Action;

/// The relations on a board: a route names the planet it leads to and the garrison it begins at.
pub fn relations(g: &Risk) -> Relations {
    let routes = g.tables.map.routes();
    let between =
        || routes.iter().filter(|(a, b)| a.index() < b.index()).map(|(a, b)| (a.index(), b.index()));
    Relations::named_by(|action, name| named(g, action, name))
        .with_edges("planets", between())
        .with_edges("garrisons", between())
}

fn named(g: &Risk, action: Action, name: &mut dyn FnMut(&str, usize)) {
    match action {
        Action::Choose { planet } | Action::Place { planet, .. } => name("planets", planet.index()),
        Action::Attack { route, .. } => {
            if let Some((from, to)) = g.tables.map.ends(route) {
                name("planets", to.index());
                name("garrisons", from.index());
            }
        }
        Action::Play { card } | Action::Build { card } | Action::Trade { card } => {
            name("cards", card.index());
        }
        // Actions name seats as they sit, rows as the viewer sees them.
        Action::Aim { .. }
        | Action::Done
        | Action::Agree
        | Action::Limit { .. }
        | Action::Leave { .. }
        | Action::Move { .. }
        | Action::Bring { .. } => {}
    }
}
