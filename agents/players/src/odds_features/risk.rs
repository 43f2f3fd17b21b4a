//! The odds of attacks: for each route of the board, how an attack until one side breaks would end.

use holotable_env::{Finite, Flag, Relations, Row, Sink};
use holotable_games::risk::words::{Army, EDGES, Edge, Seat};
use holotable_games::risk::{Action, Risk, State, odds};

use super::OddsFeatures;

/// The exact odds of attacks, as if nobody answered them.
#[derive(Clone, Copy, Debug, Default)]
pub struct AttackOdds;

/// A route on which the viewer could attack.
#[derive(Clone, Copy, Row)]
struct Route {
    open: Flag,
    taken: f32,
    #[row(unit = "share of the attackers")]
    attackers_left: f32,
    #[row(unit = "share of the defenders")]
    defenders_left: f32,
}

impl OddsFeatures<Risk> for AttackOdds {
    fn of(_game: &Risk) -> Self {
        Self
    }

    /// An attack names its route; a planet that is chosen or gets troops names the routes that begin there.
    fn relations(&self, g: &Risk, mut shown: Relations) -> Relations {
        let map = &g.tables.map;
        let odds = Relations::named_by(|action, name| {
            if let Action::Attack { route, .. } = action {
                name("routes", route.index());
            }
            if let Action::Choose { planet } | Action::Place { planet, .. } = action {
                map.next_to[planet].iter().for_each(|to| name("routes", map.route(planet, to).index()));
            }
        });
        shown.names.extend(odds.names);
        shown
    }

    fn write(&self, g: &Risk, s: &State, viewer: usize, out: &mut impl Sink) {
        let doc = "the routes in the order in which actions name them: an attack until one side breaks, if it were yours to make";
        out.rows("routes", doc, EDGES, |rows| {
            let seat = Seat::at(viewer);
            let enemies = s.board.taken().without(s.board.of(g.friends[seat.index()]));
            for (i, &(from, to)) in g.tables.map.routes().iter().enumerate() {
                let open = s.board.held[Army::of(seat)].has(from) && enemies.has(to);
                let Some(odds) = odds::of_attack(s, from, to).filter(|_| open) else { continue };
                let of = |left: f64, all: u16| (left / f64::from(all)) as f32;
                let row = Route {
                    open: Flag::YES,
                    taken: odds.win as f32,
                    attackers_left: of(odds.attackers_left, s.board.troops[from] - 1),
                    defenders_left: of(odds.defenders_left, s.board.troops[to]),
                };
                rows.set(Edge::at(i).index(), row);
            }
        });
    }
}
