//! Combat: the battle begins with what stands in a system, and what it leaves behind comes back to the board.

use holotable_env::{Chance, Finite, Game};

use super::Rebellion;
use super::action_cards::combat as cards;
use super::event::Event;
use super::state::{Post, Stage, State};
use super::words::{Class, Leader, Objectives, Place, Places, Role, Row, SYSTEMS, Side, Theatre, Units};
use super::{base, captive, decider, destroyed_systems, end, objectives, story};
use crate::rebellion_combat::end::{Aftermath, is_stuck};
use crate::rebellion_combat::legal::{addable, who_leads};
use crate::rebellion_combat::plans;
use crate::rebellion_combat::scenario::{Brought, Setup};
use crate::rebellion_combat::state::{Beside, Ending, Stage as Step};
use crate::rebellion_combat::{Action, State as Battle};

/// Whether both sides have units of one theatre in a system.
pub fn meets(g: &Rebellion, s: &State, place: Place) -> bool {
    let there = |side: Side, theatre: Theatre| {
        g.components().rows(side, theatre).any(|row| s.units[side][place][row] > 0)
    };
    let both = |theatre: Theatre| Side::all().all(|side| there(side, theatre));
    let fought = |&theatre: &Theatre| theatre == Theatre::Space || !s.destroyed.has(place);
    place.index() < SYSTEMS && Theatre::all().filter(fought).any(both)
}

/// A combat begins; the current player is whose turn it is.
pub fn begin(g: &Rebellion, s: &mut State, field: Place, chance: &mut impl Chance) -> Event {
    let mut setup = Setup {
        loyalty: s.loyalty[field],
        current: s.turn,
        plans: objectives::plans_possible(g, s),
        waits: g.tables.action_cards,
        ..Setup::default()
    };
    for place in g.tables.next_to[field].iter() {
        let units = Side::all().filter(|&side| !s.units[side][place].is_empty()).collect();
        setup.beside.push(Beside { loyalty: s.loyalty[place], units, origin: s.origins.has(place) });
    }
    for side in Side::all() {
        setup.sides[side] = Brought {
            units: fighters(g, s, side, field),
            leaders: s.leaders(side, Post::At(field)),
            pool: s.leaders(side, Post::Pool),
            ..Brought::default()
        };
    }
    (s.liberates, s.scored, s.due) = (s.subjugated.has(field), false, Objectives::EMPTY);
    s.partners.second = false;
    chance.tell(|story| story::meets(story, g, field, &setup.sides));
    let told = story::told(chance);
    (s.field, s.battle) = (Some(field), Some(g.battle_of(s.lured).begin(&setup, chance)));
    chance.tell(|story| story::battle(story, g, field, told));
    run(g, s, chance)
}

/// What a side fights with, taken off the board: in a destroyed system its ships alone (ruling W46).
fn fighters(g: &Rebellion, s: &mut State, side: Side, field: Place) -> Units {
    let mut units = std::mem::take(&mut s.units[side][field]);
    if s.destroyed.has(field) {
        for row in g.components().rows(side, Theatre::Ground) {
            s.units[side][field][row] = std::mem::take(&mut units[row]);
        }
    }
    units
}

/// Plays a decision of the battle.
pub fn step(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    if a == Action::Done && decider::ask_second(g, s, s.asked, |s, role| may_lead(g, s, role)) {
        return Event::Asked;
    }
    let battle = s.battle.as_mut().expect("a battle is fought");
    if a == Action::Done && battle.stage == Step::Plans && stuck_without_plans(g, s.lured, battle) {
        // Who leaves the plans out has to flee from a Death Star that nobody can hurt (ruling W9).
        battle.plans = false;
    }
    fight(g, s, a, chance);
    let battle = s.battle.as_ref().expect("a battle is fought");
    if a == Action::UsePlans {
        let hit = !battle.plans;
        return objectives::show_plans(g, s, hit, chance);
    }
    run(g, s, chance)
}

/// Plays an action of the battle, and tells it in the words of the campaign.
fn fight(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) {
    let (told, field) = (story::told(chance), s.field.expect("a battle is somewhere"));
    let teaches = teaches(s);
    let battle = s.battle.as_mut().expect("a battle is fought");
    battle.camps[Side::Rebels].odds.again = teaches.into();
    Game::step(g.battle_of(s.lured), battle, a, chance);
    s.taught |= teaches && battle.camps[Side::Rebels].odds.again == 0;
    s.partners.second &= matches!(battle.stage, Step::Lead | Step::Take);
    chance.tell(|story| story::battle(story, g, field, told));
}

/// Whether who has the ring of Yoda is in the combat, and has not used the ring in this round (ruling W47).
pub fn teaches(s: &State) -> bool {
    let fights =
        |bearer| s.battle.as_ref().is_some_and(|battle| battle.camps[Side::Rebels].leaders.has(bearer));
    !s.taught && s.yoda.is_some_and(fights)
}

fn stuck_without_plans(g: &Rebellion, lured: Option<Leader>, battle: &Battle) -> bool {
    is_stuck(g.battle_of(lured), &Battle { plans: false, ..*battle })
}

/// Goes on to the next decision of the battle, an objective that is due, or to what follows it.
pub fn run(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    if cards::begin(g, s, chance) {
        return Event::Asked;
    }
    let battle = s.battle.as_mut().expect("a battle is fought");
    if battle.stage == Step::Plans && !battle.plans && !plans::waits(battle) {
        // Another objective was played when the plans were next.
        fight(g, s, Action::Done, chance);
    }
    let battle = s.battle.as_ref().expect("a battle is fought");
    let (over, decides) = (battle.stage == Step::Over, battle.decides());
    let lost = over && base_is_lost(s);
    if !lost && objectives::open_in_combat(g, s) {
        return Event::Asked;
    }
    if over {
        settle(g, s, chance);
        return if destroyed_systems::asks(g, s) { Event::Asked } else { after(g, s, chance) };
    }
    (s.stage, s.asked) = (Stage::Battle, decides);
    ask_for_leaders(g, s);
    Event::Asked
}

/// Of partners the first is asked who commands a leader to add or to retreat with; who leads the retreat goes on with it.
fn ask_for_leaders(g: &Rebellion, s: &mut State) {
    let Some(battle) = &s.battle else { return };
    if !matches!(battle.stage, Step::Lead | Step::Take) {
        decider::ask_first(g, s, s.asked, |s, role| may_lead(g, s, role));
    }
}

/// Whether a player of the side that is asked commands a leader to add to the battle, or to retreat with.
#[expect(clippy::wildcard_enum_match_arm, reason = "at all other stages leaders decide nothing")]
fn may_lead(g: &Rebellion, s: &State, role: Role) -> bool {
    let Some(battle) = &s.battle else { return false };
    let able = match battle.stage {
        Step::Leaders => addable(g.battle_of(s.lured), battle),
        Step::Retreat => who_leads(battle, s.asked),
        _ => return false,
    };
    !able.and(g.own(s, s.asked, role)).is_empty()
}

/// Whether the battle has cost the Rebels their last unit at the revealed base: then no objective saves them any more.
fn base_is_lost(s: &State) -> bool {
    let left = |side: Side| s.battle.as_ref().is_some_and(|battle| battle.side_units(side));
    s.revealed && s.base == s.field && left(Side::Empire) && !left(Side::Rebels)
}

/// What is left of the battle comes back to the board.
fn settle(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let battle = s.battle.take().expect("a battle was fought");
    let field = s.field.take().expect("somewhere");
    let after = Aftermath::of(g.battle_of(s.lured), &battle);
    for side in Side::all() {
        let (camp, toll) = (&battle.camps[side], &after.sides[side]);
        for row in Row::all() {
            s.units[side][field][row] += camp.units.count(row);
        }
        camp.leaders.iter().for_each(|leader| s.posts[side][leader] = Post::At(field));
        let Some(to) = toll.fled_to else { continue };
        let to = g.tables.next_to[field].nth(to.index());
        for (row, n) in toll.retreated.some() {
            s.units[side][to][row] += n;
        }
        toll.led_by.iter().for_each(|leader| s.posts[side][leader] = Post::At(to));
    }
    cards::send_back(s, &battle);
    if after.ending == Ending::Stalemate && is_lone_station(g, s, field) {
        for row in g.components().rows(Side::Rebels, Theatre::Space) {
            s.units[Side::Rebels][field][row] = 0;
        }
    }
    (s.liberates, s.scored, s.due) = (false, false, Objectives::EMPTY);
    destroyed_systems::settle(g, s, chance);
}

/// Whether all that the Empire has in a system are Death Stars: Rebel ships that cannot flee from them are destroyed (FAQ p1).
fn is_lone_station(g: &Rebellion, s: &State, field: Place) -> bool {
    let units = &s.units[Side::Empire][field];
    !units.is_empty() && units.some().all(|(row, _)| g.stat(Side::Empire, row).class == Class::Station)
}

/// After a combat: Imperial troops who fled may have found the base.
pub fn after(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    captive::release(g, s, chance);
    for_the_base(g, s, chance).unwrap_or(Event::Fought)
}

/// What happens if the base is found now: it is taken at once or fought for.
pub fn for_the_base(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Option<Event> {
    let hidden = s.hidden();
    base::look(g, s, chance);
    if end::taken(s, chance) {
        return Some(Event::Asked);
    }
    let base = s.revealed_base().filter(|&base| hidden && meets(g, s, base))?;
    s.origins = Places::EMPTY;
    Some(begin(g, s, base, chance))
}

/// Where the retreat of a side from the battle goes, or has gone.
pub fn retreat(g: &Rebellion, s: &State, side: Side) -> Option<Place> {
    let to = s.battle.as_ref()?.camps[side].fled_to?;
    Some(g.tables.next_to[s.field?].nth(to.index()))
}
