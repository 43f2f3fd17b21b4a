//! Which rows of the observation actions name, and the two maps: the ring of sectors and the cards in each.

use holotable_env::{Finite, Relations};

use super::TEAM_ROWS;
use crate::dark_side_rising::rules::action::Action;
use crate::dark_side_rising::rules::words::{Ally, SPOTS, Sector};

/// The relations, the same under all options.
pub fn relations() -> Relations {
    let ring = (0..Sector::N).map(|sector| (sector, (sector + 1) % Sector::N));
    // Cards of a sector compete for the same dice; 'table' has them sector by sector.
    let together = (0..Sector::N * SPOTS)
        .flat_map(|card| (card + 1..(card / SPOTS + 1) * SPOTS).map(move |other| (card, other)));
    Relations::named_by(named).with_edges("sectors", ring).with_edges("table", together)
}

/// Dice go to the sector where the team is, and 'table' begins with its cards. Rebels after the twelfth have no row, and
/// where the cards of other sectors stand in 'table' depends on where the team is.
fn named(action: Action, name: &mut dyn FnMut(&str, usize)) {
    match action {
        // Before deployment 'table' begins with the first sector.
        Action::Deploy { sector } => {
            name("sectors", sector.index());
            (0..SPOTS).for_each(|spot| name("table", sector.index() * SPOTS + spot));
        }
        Action::ChooseCard { sector, .. } => name("sectors", sector.index()),
        Action::Assign { die, spot } => {
            name("dice", die.index());
            name("spots", spot.index());
            name("table", spot.index());
        }
        Action::Pay { die, payee } => {
            name("dice", die.index());
            name("payees", payee.index());
        }
        Action::Forfeit { die } | Action::ChooseDie { die } => name("dice", die.index()),
        Action::Use { place } if place.index() < TEAM_ROWS => name("team", place.index()),
        Action::TokenDie { colour } | Action::ChooseColour { colour } => name("pool", colour.index()),
        Action::TokenSymbol { symbol, spot } => {
            name("symbols", symbol.index());
            name("spots", spot.index());
            name("table", spot.index());
        }
        Action::TokenPay { payee } => name("payees", payee.index()),
        Action::ChooseMember { ally, place } => {
            name("seats", ally.index());
            if ally == Ally::at(0) && place.index() < TEAM_ROWS {
                name("team", place.index());
            }
        }
        Action::ChooseComponent { component } => name("components", component.index()),
        Action::Use { .. }
        | Action::Roll
        | Action::TokenHeal
        | Action::TokenCounter
        | Action::ChooseFace { .. }
        | Action::Decline
        | Action::EndTurn => {}
    }
}
