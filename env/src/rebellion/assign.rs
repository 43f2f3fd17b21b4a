//! The assignment phase: missions are laid face down, and leaders from the pool are put on them; the Rebels first.

use super::acts::{self, moment::Moment};
use super::command;
use super::rules::Rebellion;
use super::state::{Post, Stage, State};
use super::story;
use super::words::{BySide, Leader, Mission, STACKS, Side, Stack, TEAM};
use crate::chance::Chance;
use crate::finite::Finite;

/// A side assigns.
pub fn begin(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) {
    s.asked = side;
    go_on(g, s, chance);
}

/// Asks for a mission as long as there are missions in the hand and leaders in the pool; then comes the other side, and the first turn.
pub(super) fn go_on(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if can_lay(s, s.asked) || acts::may(g, s, s.asked, Moment::Place) {
        s.stage = Stage::Assign;
        return;
    }
    done(g, s, chance);
}

/// Whether a side has missions in the hand, leaders in the pool and room for another mission.
pub fn can_lay(s: &State, side: Side) -> bool {
    !s.missions[side].is_empty() && !s.leaders(side, Post::Pool).is_empty() && s.laid(side) < STACKS
}

/// Assigns no more.
pub fn done(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    match s.asked {
        Side::Rebels => begin(g, s, Side::Empire, chance),
        Side::Empire => command::enter_turn(g, s, chance),
    }
}

/// The mission that leaders are put on: the last one that was laid.
pub fn stack(s: &State) -> Stack {
    Stack::at(s.laid(s.asked) - 1)
}

/// Lays a mission of the hand face down, in the first place that is free.
pub fn put(s: &mut State, side: Side, mission: Mission) -> Stack {
    let free = s.stacks[side].iter().position(Option::is_none).expect("a side has fewer leaders than places");
    s.stacks[side][free] = Some(mission);
    s.missions[side].take(mission);
    Stack::at(free)
}

/// Lays a mission face down, for leaders to be put on.
pub fn lay(s: &mut State, mission: Mission) {
    put(s, s.asked, mission);
    s.stage = Stage::Staff;
}

/// Another leader may join who was put on the last mission.
pub(super) fn join(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if s.leaders(s.asked, Post::Pool).is_empty() {
        staff(g, s, None, chance);
    } else {
        s.stage = Stage::Staff;
    }
}

/// Puts a leader on the mission, or no other one.
pub fn staff(g: &Rebellion, s: &mut State, leader: Option<Leader>, chance: &mut impl Chance) {
    let (side, stack) = (s.asked, stack(s));
    if let Some(leader) = leader {
        s.posts[side][leader] = Post::On(stack);
        if s.on(side, stack).len() < TEAM && !s.leaders(side, Post::Pool).is_empty() {
            return;
        }
    }
    chance.tell(|story| story::assigns(story, g, s, side, stack));
    go_on(g, s, chance);
}

/// The end of the command phase: leaders on missions that were not turned up go back to the pool, and the missions to the hand, unseen.
pub fn take_back(s: &mut State) {
    s.retrieve(|post| matches!(post, Post::On(_)));
    for side in Side::all() {
        for mission in std::mem::take(&mut s.stacks[side]).into_iter().flatten() {
            s.missions[side].add(mission);
        }
    }
    s.shown = BySide::default();
    (s.shielded, s.boosted, s.taught) = (None, None, false);
    (s.guarded, s.loose, s.fetched) = (None, None, BySide::default());
}
