//! The Death Star (p14): where it moves, what it destroys, and how it is built again.

use holotable_env::{Chance, Finite, Set};

use super::Risk;
use super::state::State;
use super::values::AfterFiring;
use super::words::{Army, Faction, Planet, Planets};
use super::{end, story, turn};

/// The planets of a faction.
#[inline]
pub fn of_faction(g: &Risk, s: &State, faction: Faction) -> Planets {
    let armies = Army::all().filter(|&army| g.factions[army] == faction);
    s.board.of(armies.collect::<Set<Army>>())
}

/// What it can reach in so many steps.
fn reach(g: &Risk, s: &State, steps: u8) -> Planets {
    let open = turn::there(s);
    s.star.map_or(Planets::EMPTY, |star| g.tables.map.within(star, steps, open))
}

/// Where it may move.
pub fn harbours(g: &Risk, s: &State, steps: u8) -> Planets {
    reach(g, s, steps).and(imperial(g, s))
}

/// What it could destroy.
pub fn targets(g: &Risk, s: &State, steps: u8) -> Planets {
    if s.board.destroyed.len() >= usize::from(g.tables.values.star.fires) {
        return Planets::EMPTY;
    }
    reach(g, s, steps).without(imperial(g, s)).and(s.board.taken())
}

/// Destroys a planet with all that is on it.
pub fn fire(g: &Risk, s: &mut State, target: Planet, chance: &mut impl Chance) {
    let from = s.star.expect("the Death Star fires");
    let before = g.tables.map.before(from, target, turn::there(s));
    let owner = s.board.owner(target).expect("somebody's planet");
    s.board.held[owner].take(target);
    s.board.destroyed.add(target);
    s.board.troops[target] = 0;
    s.board.ships[target] = super::words::Fleet::default();
    let withdraws = g.tables.values.star.after_firing == AfterFiring::Before;
    s.star = Some(if withdraws && imperial(g, s).has(before) { before } else { from });
    let at = s.star.unwrap_or(from);
    chance.tell(|story| {
        story::destroys(story, g, target);
        story::star(story, g, at);
    });
    shift(g, s, -1, chance);
    if !end::lose(g, s, owner, None, chance) && !end::resources_run(g, s, chance) {
        turn::finish(g, s, chance);
    }
}

/// Moves the Force Meter, towards the light above 0; it stops at its ends.
pub fn shift(g: &Risk, s: &mut State, spaces: i8, chance: &mut impl Chance) {
    let (end, before) = (g.tables.values.meter.spaces as i8, s.meter);
    s.meter = (s.meter + spaces).clamp(-end, end);
    chance.tell(|story| story::force(story, s.meter, s.meter != before));
}

/// Destroys it (p15).
pub fn destroy(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    s.star = None;
    chance.tell(story::destroyed);
    shift(g, s, 1, chance);
}

/// Whether it may be built again.
pub fn may_be_rebuilt(g: &Risk, s: &State) -> bool {
    s.star.is_none() && s.rebuilt < g.tables.values.star.rebuilds
}

/// Builds it again (p15).
pub fn rebuild(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    s.star = Some(planet);
    s.rebuilt += 1;
    chance.tell(|story| story::star(story, g, planet));
    shift(g, s, -1, chance);
}

/// The move of the Death Star is over.
pub fn stay(g: &Risk, s: &mut State, to: Option<Planet>, chance: &mut impl Chance) {
    s.star = to.or(s.star);
    if let Some(planet) = to {
        chance.tell(|story| story::star(story, g, planet));
    }
    turn::finish(g, s, chance);
}

/// The planets of the Empire.
pub fn imperial(g: &Risk, s: &State) -> Planets {
    of_faction(g, s, Faction::Empire)
}
