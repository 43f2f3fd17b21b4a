//! Units that come at once by a card. Where the box has too few, own ones elsewhere on the board may be destroyed for them (ruling W39).

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::build::on_board;
use super::state::{Stage, State};
use super::story;
use super::supply::supply;
use super::task::{Spot, Task};
use super::under_way::{here, now};
use super::words::{Class, Place, Places, Row, Units};

/// Where units come now by what a card does, if any do.
#[expect(clippy::wildcard_enum_match_arm, reason = "no unit comes by anything else")]
pub fn destination(g: &Rebellion, s: &State) -> Option<Place> {
    let at = match now(g, s)? {
        Task::Gain { at, .. } => at,
        Task::Rise { .. } => Spot::Here,
        _ => return None,
    };
    Some(if at == Spot::Here { here(s) } else { s.rebel_base() })
}

/// Where whose turn it is can destroy a unit of a kind so that another one comes: elsewhere, and never a Death Star.
pub fn sources(g: &Rebellion, s: &State, row: Row) -> Places {
    match destination(g, s).filter(|_| g.stat(s.turn, row).class != Class::Station) {
        Some(to) => on_board(s, s.turn, row).without(Places::only(to)),
        None => Places::EMPTY,
    }
}

/// Whether a unit of a kind can come: out of the box, or for another one.
pub fn can(g: &Rebellion, s: &State, row: Row) -> bool {
    supply(g, s, s.turn, row) > 0 || !sources(g, s, row).is_empty()
}

/// Units of the kinds from `first` on come, as many as the box has; asks for each of the others. Says whether it asks.
pub fn gain(g: &Rebellion, s: &mut State, units: &Units, first: usize, chance: &mut impl Chance) -> bool {
    for (row, n) in units.some().filter(|(row, _)| row.index() >= first) {
        let ready = n.min(supply(g, s, s.turn, row));
        (0..ready).for_each(|_| come(g, s, row, chance));
        if lacks(g, s, row, n - ready) {
            return true;
        }
    }
    false
}

/// So many of a kind are missing: asks for one that is destroyed, if there is one. Says whether it asks.
pub fn lacks(g: &Rebellion, s: &mut State, row: Row, n: u8) -> bool {
    s.left = n;
    let asks = n > 0 && !sources(g, s, row).is_empty();
    if asks {
        ask_for(s, row);
    }
    asks
}

/// A unit of a kind of whose turn it is comes where the card brings it.
pub fn come(g: &Rebellion, s: &mut State, row: Row, chance: &mut impl Chance) {
    let (side, at) = (s.turn, destination(g, s).expect("it comes somewhere"));
    s.units[side][at][row] += 1;
    chance.tell(|story| story::gains(story, g, side, row, at));
}

/// Asks for a unit that is destroyed so that another one of its kind comes.
pub fn ask_for(s: &mut State, row: Row) {
    s.wanted[s.turn] = Some(row);
    (s.stage, s.asked) = (Stage::Scrap, s.turn);
}
