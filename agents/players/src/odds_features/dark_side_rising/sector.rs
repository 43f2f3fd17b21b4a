//! [`cards`]: what lies in a sector.

use holotable_games::dark_side_rising::in_play::InPlay;

/// The cards of a sector with their places.
pub fn cards(sector: &[Option<InPlay>]) -> impl Iterator<Item = (usize, InPlay)> {
    sector.iter().enumerate().filter_map(|(spot, card)| Some((spot, (*card)?)))
}
