//! Fortification (p9) of troops and of ships, and change of command in teams (p21).

use holotable_env::Finite;

use super::Risk;
use super::state::State;
use super::words::{Army, Planet, Planets};

/// The own planets among which something can move: connected to another one, over those of the team.
fn connected(g: &Risk, s: &State) -> Planets {
    let (open, mut rest) = (s.board.of(g.friends[s.turn.index()]), s.board.held[s.mine()]);
    let mut joined = Planets::EMPTY;
    while !rest.is_empty() {
        let first = rest.nth(0);
        let group = g.tables.map.reach(first, open).and(rest);
        rest = rest.without(group).without(Planets::only(first));
        if !group.is_empty() {
            joined = joined.or(group).or(Planets::only(first));
        }
    }
    joined
}

/// From where troops can move.
pub fn sources(g: &Risk, s: &State) -> Planets {
    connected(g, s).iter().filter(|&planet| s.board.troops[planet] > 1).collect()
}

/// From where ships can move.
pub fn harbours(g: &Risk, s: &State) -> Planets {
    let has_ships = |planet: &Planet| *s.board.ships[*planet].values() != [0; 3];
    if !s.board.held[s.mine()].iter().any(|planet| has_ships(&planet)) {
        return Planets::EMPTY;
    }
    connected(g, s).iter().filter(has_ships).collect()
}

/// Where what moves from `from` can go: own planets, perhaps over those of the team.
pub fn destinations(g: &Risk, s: &State, from: Planet) -> Planets {
    let open = s.board.of(g.friends[s.turn.index()]);
    g.tables.map.reach(from, open).and(s.board.held[s.mine()])
}

/// The planets of the team-mate that may change command: one troop, nothing else, and not the last one.
pub fn commands(g: &Risk, s: &State) -> Planets {
    let Some(partner) = g.partner[s.turn.index()] else { return Planets::EMPTY };
    let theirs = s.board.held[Army::of(partner)];
    if theirs.len() < 2 {
        return Planets::EMPTY;
    }
    let bare = |planet: &Planet| {
        let board = &s.board;
        board.troops[*planet] == 1 && board.bases[*planet] == 0 && *board.ships[*planet].values() == [0; 3]
    };
    theirs.iter().filter(bare).collect()
}
