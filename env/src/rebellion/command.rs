//! The command phase: turns in which a leader activates a system, or a side passes, and the five steps of an activation.

use super::acts::assignment;
use super::assign;
use super::base;
use super::captive;
use super::combat;
use super::end;
use super::mobilize;
use super::movement;
use super::rules::Rebellion;
use super::state::{Post, Stage, State};
use super::story;
use super::words::{ALL, BySide, Leaders, Place, Places, Side, space};
use crate::chance::Chance;

/// A round begins: missions are assigned if there are any (ruling W1), then the Rebels take the first turn.
pub fn begin(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    chance.tell(|story| story::round(story, s));
    (s.passed, s.turn) = (BySide::default(), Side::Rebels);
    assign::begin(g, s, Side::Rebels, chance);
}

/// The leaders of a side who can activate: those in the pool with tactic values.
pub fn able(g: &Rebellion, s: &State, side: Side) -> Leaders {
    s.leaders(side, Post::Pool).and(g.battle_of(s.lured).tacticians[side])
}

/// Asks whose turn it is; who can do nothing but pass, passes.
pub fn enter_turn(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    while *s.passed.values() != [true; 2] {
        if !s.passed[s.turn] && may_act(g, s) {
            (s.stage, s.asked) = (Stage::Turn, s.turn);
            return;
        }
        s.passed[s.turn] = true;
        s.turn = s.turn.other();
    }
    mobilize::end_phase(g, s, chance);
}

/// Whether whose turn it is may have more to do than to pass, as far as everybody can see.
pub fn may_act(g: &Rebellion, s: &State) -> bool {
    !able(g, s, s.turn).is_empty() || s.laid(s.turn) > 0 || s.turn == Side::Rebels && s.hidden()
}

/// Passes for the rest of the phase.
pub fn pass(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    chance.tell(|story| story::passes(story, s.turn));
    s.passed[s.turn] = true;
    s.turn = s.turn.other();
    enter_turn(g, s, chance);
}

/// The next turn: of the other side, unless it has passed.
fn next_turn(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if !s.passed[s.turn.other()] {
        s.turn = s.turn.other();
    }
    enter_turn(g, s, chance);
}

/// What may be activated: any system, and by the Rebels the space of a hidden base.
pub fn targets(s: &State) -> Places {
    let mut places = ALL;
    if s.turn == Side::Rebels && s.hidden() {
        places.add(space());
    }
    places
}

/// Step 1: a leader activates.
pub fn activate(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) {
    let leader = s.leaders(s.turn, Post::Ready).iter().next().expect("a leader activates");
    chance.tell(|story| story::activates(story, g, s.turn, leader, place));
    s.posts[s.turn][leader] = Post::At(place);
    s.target = Some(place);
    movement::enter_from(g, s, chance);
}

/// Steps 3 and 4: Imperial ground units find the base or not, and both sides fight where they meet.
pub fn arrive(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let target = s.target.expect("something is activated");
    captive::release(g, s, chance);
    base::look(g, s, chance);
    if end::taken(s, chance) {
        return;
    }
    if combat::meets(g, s, target) {
        combat::begin(g, s, target, chance);
    } else {
        finish(g, s, chance);
    }
}

/// Step 5: subjugation, and the next turn.
pub fn finish(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if s.act.is_some() {
        return assignment::finish(g, s, chance);
    }
    base::subjugate(g, s);
    (s.target, s.origins) = (None, Places::EMPTY);
    next_turn(g, s, chance);
}
