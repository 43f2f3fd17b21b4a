//! The assignment phase: missions are laid face down, and leaders from the pool are put on them; the Rebels first.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::action_cards::moment::Moment;
use super::action_cards::window::may;
use super::event::Event;
use super::state::{Post, Stage, State};
use super::story;
use super::words::{BySide, Leader, Mission, Places, STACKS, Side, Stack, TEAM, Way};

/// A side assigns.
pub fn begin(g: &Rebellion, s: &mut State, side: Side) -> Event {
    s.asked = side;
    go_on(g, s)
}

/// Asks for a mission as long as there are missions in the hand and leaders in the pool.
pub fn go_on(g: &Rebellion, s: &mut State) -> Event {
    if can_lay(s, s.asked) || may(g, s, s.asked, Moment::Place) {
        s.stage = Stage::Assign;
        return Event::Asked;
    }
    Event::Assigned
}

/// Whether a side has missions in the hand, leaders in the pool and room for another mission.
pub fn can_lay(s: &State, side: Side) -> bool {
    !s.missions[side].is_empty() && !s.leaders(side, Post::Pool).is_empty() && s.laid(side) < STACKS
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
pub fn lay(s: &mut State, mission: Mission) -> Event {
    put(s, s.asked, mission);
    s.stage = Stage::Staff;
    Event::Asked
}

/// Another leader may join who was put on the last mission.
pub fn join(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    if s.leaders(s.asked, Post::Pool).is_empty() {
        return staff(g, s, None, chance);
    }
    s.stage = Stage::Staff;
    Event::Asked
}

/// Puts a leader on the mission, or no other one.
pub fn staff(g: &Rebellion, s: &mut State, leader: Option<Leader>, chance: &mut impl Chance) -> Event {
    let (side, stack) = (s.asked, stack(s));
    if let Some(leader) = leader {
        s.posts[side][leader] = Post::On(stack);
        if s.on(side, stack).len() < TEAM && !s.leaders(side, Post::Pool).is_empty() {
            return Event::Asked;
        }
    }
    chance.tell(|story| story::assigns(story, g, s, side, stack));
    go_on(g, s)
}

/// The action card of the assignment phase is over, and its side goes on assigning.
pub fn close(s: &mut State) {
    s.asked = s.turn;
    (s.target, s.origins, s.act, s.turn) = (None, Places::EMPTY, None, Side::Rebels);
    (s.team, s.victim, s.way, s.deed, s.left) = (BySide::default(), None, Way::default(), 0, 0);
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
