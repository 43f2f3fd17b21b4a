//! What actions touch on the board: planets, the cards of a hand, seats.

use holotable_env::Finite;

use crate::risk::rules::Risk;
use crate::risk::rules::action::Action;
use crate::risk::rules::state::State;
use crate::risk::rules::words::{Kind, Planet, Seat};

/// What a planet is called.
pub fn planet(planet: Planet) -> String {
    format!("planet.{}", planet.index())
}

/// What a card in a hand is called.
pub fn card(seat: Seat, kind: Kind) -> String {
    format!("card.{}.{}", seat.index(), kind.index())
}

/// What a seat is called.
pub fn seat(seat: Seat) -> String {
    format!("seat.{}", seat.index())
}

/// What an action touches, in order.
pub fn touched(g: &Risk, s: &State, a: Action) -> Vec<String> {
    let now = s.now();
    let way = || {
        let ends =
            [now.order.map(|order| order.from).or(now.from), now.order.map(|order| order.to).or(now.to)];
        ends.into_iter().flatten().map(planet).collect()
    };
    match a {
        Action::Choose { planet: at } | Action::Place { planet: at, .. } => vec![planet(at)],
        Action::Attack { route, .. } => {
            g.tables.map.ends(route).map_or_else(Vec::new, |(from, to)| vec![planet(from), planet(to)])
        }
        Action::Move { .. } | Action::Bring { .. } => way(),
        Action::Agree => now.from.map(planet).into_iter().collect(),
        Action::Play { card: kind } | Action::Build { card: kind } | Action::Trade { card: kind } => {
            vec![card(s.asked, kind)]
        }
        Action::Aim { seat: at } => vec![seat(at)],
        Action::Done | Action::Limit { .. } | Action::Leave { .. } => Vec::new(),
    }
}
