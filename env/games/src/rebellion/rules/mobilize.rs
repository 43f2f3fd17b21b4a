//! Rapid mobilization, at the end of the command phase: units come to the space of the hidden base, or the base moves.

use holotable_env::Chance;

use super::Rebellion;
use super::event::Event;
use super::state::{Stage, State};
use super::tables::MissionCard;
use super::task::Task;
use super::words::{ALL, Place, Places, Role, Side, space};
use super::{assign, base, combat, movement, probes, story};

/// Leaders are sent to move the base, or a second time.
pub fn order(s: &mut State) {
    if s.mobilized == 0 {
        s.mobilized = s.crew().len() as u8;
    } else {
        s.again = true;
    }
}

/// Both sides have passed: what waits for the end of the phase; then missions are taken back.
pub fn end_phase(g: &Rebellion, s: &mut State) -> Event {
    if s.mobilized == 0 && std::mem::take(&mut s.again) {
        // By the leader who was put on it a second time.
        s.mobilized = 1;
    }
    if s.mobilized > 0 {
        s.turn = Side::Rebels;
        // The General keeps the base.
        s.partners.turn[Side::Rebels] =
            if g.is_shared(Side::Rebels) { Role::General } else { Role::default() };
        (s.stage, s.asked) = (Stage::Mobilize, Side::Rebels);
        return Event::Asked;
    }
    assign::take_back(s);
    Event::Commanded
}

/// How many units come at most, and how many cards are drawn for each leader, as the mission says; nothing where there is none.
pub fn numbers(g: &Rebellion) -> (u8, u8) {
    let mut tasks = g.tables.missions[Side::Rebels].iter().flat_map(MissionCard::tasks);
    let both = |task| if let Task::Mobilize { units, cards } = task { Some((units, cards)) } else { None };
    tasks.find_map(both).unwrap_or_default()
}

/// From where units can come to the space of a hidden base: one system without a Rebel leader.
pub fn sources(g: &Rebellion, s: &State) -> Places {
    let able = |&place: &Place| movement::ready(g, s, Side::Rebels, place);
    if s.hidden() && numbers(g).0 > 0 { ALL.iter().filter(able).collect() } else { Places::EMPTY }
}

/// Nothing comes, and the base stays.
pub fn decline(g: &Rebellion, s: &mut State) -> Event {
    s.mobilized = 0;
    end_phase(g, s)
}

/// Units come from there.
pub fn lift(g: &Rebellion, s: &mut State, from: Place) -> Event {
    (s.mobilized, s.lift) = (0, numbers(g).0);
    (s.target, s.source, s.stage) = (Some(space()), Some(from), Stage::Load);
    Event::Asked
}

/// The Rebels draw probe cards for a new base, which only they see.
pub fn relocate(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let n = usize::from(s.mobilized) * usize::from(numbers(g).1);
    s.mobilized = 0;
    probes::look(g, s, n, chance);
    chance.tell(|story| story::looks_for_a_base(story, s.havens.len()));
    s.stage = Stage::Relocate;
    Event::Asked
}

/// Where a base can be: systems that are not loyal to the Empire, and have no unit of it.
fn free(s: &State) -> Places {
    ALL.without(s.loyal(Side::Empire)).without(s.with_units(Side::Empire)).without(s.destroyed)
}

/// The systems of the cards that were drawn to which the base can move.
pub fn havens(s: &State) -> Places {
    s.havens.and(free(s))
}

/// The base moves there or stays. The other cards go under the deck.
pub fn settle(g: &Rebellion, s: &mut State, to: Option<Place>, chance: &mut impl Chance) -> Event {
    let drawn = std::mem::take(&mut s.havens);
    let Some(to) = to else {
        probes::put_under(g, s, drawn);
        return end_phase(g, s);
    };
    let old = s.base.expect("the base is somewhere");
    let drawable = drawable(g, s, drawn.len());
    // The old card goes to the Empire, for all to see; what is on the space comes into the old system.
    chance.tell(|story| story::leaves_base(story, g, old));
    base::come_down(s, old);
    s.probes.add(old);
    s.open.add(old);
    s.moved += 1;
    (s.base, s.revealed, s.planted) = (Some(to), false, Places::EMPTY);
    (s.depth[old], s.depth[to]) = (0, 0);
    let mut others = drawn;
    others.take(to);
    probes::put_under(g, s, others);
    s.possible = free(s).without(g.tables.always).without(s.boxed).without(s.open).and(drawable);
    if combat::meets(g, s, old) {
        return combat::begin(g, s, old, chance);
    }
    end_phase(g, s)
}

/// The systems whose cards can be among so many from the top of the deck, as far as both sides know: of the cards that the Empire had to
/// give back they know how many lie on top.
fn drawable(g: &Rebellion, s: &State, n: usize) -> Places {
    let deck = probes::deck(g, s);
    let given = s.planted.and(deck);
    let above = given.iter().filter(|&card| s.depth[card] < 0).count();
    // What was put under the deck after them lies deeper.
    let highest = given.iter().map(|card| s.depth[card]).min().unwrap_or(0);
    let others = deck.without(given).iter().filter(|&card| s.depth[card] < highest).count();
    match above {
        _ if given.is_empty() => ALL,
        0 if n <= others => ALL.without(given),
        above if n <= above => given,
        _ => ALL,
    }
}

/// Units have come to the space of the base.
pub fn arrive(g: &Rebellion, s: &mut State) -> Event {
    (s.target, s.source, s.loaded, s.room, s.lift) = (None, None, false, 0, 0);
    end_phase(g, s)
}
