//! Step 2 of an activation: units move in from adjacent systems, carried where they need it.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::event::Event;
use super::state::{Post, Stage, State};
use super::words::{ALL, Leader, Moves, Place, Places, Row, Side, space};
use super::{base, passage, story};

/// Whether units of a side can set out from a place: some that move by themselves, and no leader of theirs.
pub fn ready(g: &Rebellion, s: &State, side: Side, place: Place) -> bool {
    let units = &s.units[side][place];
    let free = |row: Row| units[row] > 0 && g.stat(side, row).moves == Moves::Free;
    Row::all().any(free) && !s.held(side, place)
}

/// Those of these places from which units can set out and have not yet.
fn setting_out(g: &Rebellion, s: &State, among: Places) -> Places {
    among.without(s.origins).iter().filter(|&place| ready(g, s, s.turn, place)).collect()
}

/// The places next to where the base can be, as far as `bases` says, and these themselves.
fn around(g: &Rebellion, bases: Places) -> Places {
    bases.iter().fold(Places::EMPTY, |all, base| all.or(g.tables.around[base]))
}

/// From where units could move into what is activated, if the base were in one of these systems.
fn sources_for(g: &Rebellion, s: &State, bases: Places) -> Places {
    let target = s.target.expect("something is activated");
    if target == space() {
        return setting_out(g, s, around(g, bases));
    }
    let mut near = g.tables.next_to[target];
    let hidden = s.turn == Side::Rebels && s.hidden();
    if hidden && !g.tables.around[target].and(bases).is_empty() {
        near.add(space());
    }
    setting_out(g, s, near)
}

/// From where units can move into what is activated.
pub fn sources(g: &Rebellion, s: &State) -> Places {
    sources_for(g, s, s.base.map_or(Places::EMPTY, Places::only))
}

/// The same as far as everybody can see: whoever is asked tells nothing about the base.
pub fn imaginable(g: &Rebellion, s: &State) -> Places {
    sources_for(g, s, if s.revealed { Places::EMPTY } else { s.possible })
}

/// Asks from where units move, or goes on.
pub fn enter_from(g: &Rebellion, s: &mut State) -> Event {
    (s.source, s.loaded, s.room) = (None, false, 0);
    if imaginable(g, s).is_empty() {
        return Event::Moved;
    }
    (s.stage, s.asked) = (Stage::From, s.turn);
    Event::Asked
}

/// Units set out from there, which tells where a hidden base may be.
pub fn set_out(g: &Rebellion, s: &mut State, source: Place) -> Event {
    let target = s.target.expect("something is activated");
    let tells = match (source == space(), target == space()) {
        (true, _) => g.tables.around[target],
        (_, true) => g.tables.around[source],
        (false, false) => ALL,
    };
    s.possible = s.possible.and(tells);
    (s.source, s.stage) = (Some(source), Stage::Load);
    s.origins.add(source);
    Event::Asked
}

/// The kinds of units that can move from the source now.
pub fn kinds(g: &Rebellion, s: &State) -> impl Iterator<Item = Row> {
    passage::kinds(g, s, s.source.expect("units move from somewhere"))
}

/// The captives that can be taken along: they need no room, and go with units that leave the same place (ruling W31). A card that
/// names the units that move takes nobody else.
pub fn escorted(g: &Rebellion, s: &State) -> impl Iterator<Item = Leader> + use<> {
    let named = passage::of(g, s).is_some_and(|passage| passage.only.is_some() || !passage.units.is_empty());
    let from = s.source.filter(|_| s.turn == Side::Empire && s.loaded && !named);
    s.captives().filter(move |(_, at)| from == Some(*at)).map(|(captive, _)| captive)
}

/// Takes a captive along.
pub fn escort(g: &Rebellion, s: &mut State, captive: Leader, chance: &mut impl Chance) -> Event {
    let target = s.target.expect("to somewhere");
    s.posts[Side::Rebels][captive] = Post::Captive(target);
    chance.tell(|story| story::escorts(story, g, captive, target));
    go_on(g, s)
}

/// Asks for more from the same place as long as there is something.
fn go_on(g: &Rebellion, s: &mut State) -> Event {
    if kinds(g, s).next().is_none() && escorted(g, s).next().is_none() { leave(g, s) } else { Event::Asked }
}

/// Nothing more moves from there.
pub fn leave(g: &Rebellion, s: &mut State) -> Event {
    if passage::of(g, s).is_some() {
        passage::arrive(g, s)
    } else if s.lift > 0 {
        Event::Lifted
    } else {
        enter_from(g, s)
    }
}

/// Moves a unit.
pub fn load(g: &Rebellion, s: &mut State, kind: Row, chance: &mut impl Chance) -> Event {
    let (source, target) = (s.source.expect("from somewhere"), s.target.expect("to somewhere"));
    let stat = g.stat(s.turn, kind);
    s.units[s.turn][source][kind] -= 1;
    s.units[s.turn][target][kind] += 1;
    match stat.moves {
        Moves::Free => s.room += stat.carries,
        Moves::Carried => s.room = s.room.saturating_sub(1),
        Moves::Immobile => unreachable!("it never moves"),
    }
    s.loaded = true;
    passage::spend(g, s, kind);
    chance.tell(|story| story::moves(story, g, s.turn, kind, source, target));
    base::release(g, s);
    if s.lift == 1 {
        return leave(g, s);
    }
    s.lift = s.lift.saturating_sub(1);
    go_on(g, s)
}
