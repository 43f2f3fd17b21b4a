//! Own units that are destroyed by choice: for others of their kind, which are built or come by a card, and where no ship has room for them.

use holotable_env::Chance;

use super::Rebellion;
use super::action::{Action, chosen};
use super::event::Event;
use super::mission_effects::units;
use super::state::{Stage, State};
use super::under_way::now;
use super::words::{Places, Row};
use super::{build, destroyed_systems, gain};

/// Whether it is chosen who is lost for lack of room: no other unit is wanted then.
pub fn is_for_room(s: &State) -> bool {
    s.stage == Stage::Scrap && s.wanted[s.asked].is_none()
}

/// Where a unit can be destroyed for another one of its kind.
pub fn sources(g: &Rebellion, s: &State, row: Row) -> Places {
    if now(g, s).is_some() { gain::sources(g, s, row) } else { build::on_board(s, s.asked, row) }
}

/// What can be destroyed.
pub fn offer(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    match s.wanted[s.asked] {
        Some(row) => {
            f(Action::Done);
            sources(g, s, row).iter().for_each(|place| f(Action::Choose { place }));
        }
        None => destroyed_systems::losable(g, s).iter().for_each(|unit| f(Action::Take { unit })),
    }
}

/// What was chosen is done.
pub fn answer(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    if is_for_room(s) {
        return destroyed_systems::lose(g, s, chosen!(a, Take, unit), chance);
    }
    let at = if a == Action::Done { None } else { Some(chosen!(a, Choose, place)) };
    if now(g, s).is_some() { units::scrap(g, s, at, chance) } else { build::scrap(g, s, at, chance) }
}
