//! The assignment phase: missions are laid face down, and leaders from the pool are put on them; the Rebels first.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::action_cards::moment::Moment;
use super::action_cards::window::may;
use super::decider;
use super::event::Event;
use super::state::{Post, Stage, State};
use super::story;
use super::words::{
    BySide, Leader, Leaders, Mission, Missions, Places, Role, STACKS, Side, Stack, TEAM, Way,
};

/// A side assigns, of two partners the Admiral first.
pub fn begin(g: &Rebellion, s: &mut State, side: Side) -> Event {
    s.asked = side;
    go_on(g, s)
}

/// A player has assigned: then the General does, whom nobody has refused anything, unless it was the General or somebody alone.
pub fn next(g: &Rebellion, s: &mut State) -> Option<Event> {
    let side = s.asked;
    s.partners.refused[side] = Missions::EMPTY;
    let more = g.is_shared(side) && s.partners.turn[side] == Role::Admiral;
    more.then(|| {
        s.partners.turn[side] = Role::General;
        go_on(g, s)
    })
}

/// Asks for a mission as long as there are missions in the hand and leaders in the pool.
pub fn go_on(g: &Rebellion, s: &mut State) -> Event {
    let role = s.partners.turn[s.asked];
    if can_lay(g, s) || joinable(g, s).next().is_some() || may(g, s, s.asked, role, Moment::Place) {
        s.stage = Stage::Assign;
        return Event::Asked;
    }
    Event::Assigned
}

/// The leaders in the pool whom the player who assigns commands.
pub fn pool(g: &Rebellion, s: &State) -> Leaders {
    s.leaders(s.asked, Post::Pool).and(decider::on_turn_own(g, s, s.asked))
}

/// Whether who assigns has missions in the hand, leaders in the pool and room for another mission.
pub fn can_lay(g: &Rebellion, s: &State) -> bool {
    !s.missions[s.asked].is_empty() && !pool(g, s).is_empty() && s.laid(s.asked) < STACKS
}

/// The missions of the Admiral with one leader, which a leader of the General can join.
pub fn joinable(g: &Rebellion, s: &State) -> impl Iterator<Item = Stack> {
    let side = s.asked;
    let general = g.is_shared(side) && s.partners.turn[side] == Role::General && !pool(g, s).is_empty();
    let joins = move |stack: &Stack| {
        let team = s.on(side, *stack);
        team.len() == 1 && team.without(g.own(s, side, Role::Admiral)).is_empty()
    };
    Stack::all().filter(move |stack| general && joins(stack))
}

/// The mission that leaders are put on: the one that the General joins, or the last one that was laid.
pub fn stack(s: &State) -> Stack {
    s.partners.joins.unwrap_or_else(|| Stack::at(s.laid(s.asked) - 1))
}

/// The General joins a mission of the Admiral.
pub fn join_partner(s: &mut State, stack: Stack) -> Event {
    (s.stage, s.partners.joins) = (Stage::Staff, Some(stack));
    Event::Asked
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
    if pool(g, s).is_empty() {
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
        if s.on(side, stack).len() < TEAM && !pool(g, s).is_empty() {
            return Event::Asked;
        }
    }
    if needs_consent(g, s, stack) {
        s.partners.offered = true;
        return Event::Asked;
    }
    settle(g, s, stack, chance)
}

/// Whether the General is asked to agree: to all that the Admiral puts on a mission of the hand.
fn needs_consent(g: &Rebellion, s: &State, stack: Stack) -> bool {
    let side = s.asked;
    let admiral = g.is_shared(side) && s.partners.turn[side] == Role::Admiral;
    admiral && s.fetched[side] != Some(stack)
}

/// Who is on the mission stays there, and assigning goes on.
fn settle(g: &Rebellion, s: &mut State, stack: Stack, chance: &mut impl Chance) -> Event {
    let side = s.asked;
    s.partners.joins = None;
    chance.tell(|story| story::assigns(story, g, s, side, stack));
    go_on(g, s)
}

/// The General agrees to the leaders of the Admiral, who stay on the mission.
pub fn agree(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    s.partners.offered = false;
    settle(g, s, stack(s), chance)
}

/// The General sends a leader of the Admiral back to the pool. A mission without leaders goes back to the hand (ruling W82).
pub fn refuse(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    let (side, stack) = (s.asked, stack(s));
    s.posts[side][leader] = Post::Pool;
    chance.tell(|story| story::refuses(story, g, side, leader, stack));
    if !s.on(side, stack).is_empty() {
        return Event::Asked;
    }
    s.partners.offered = false;
    if let Some(mission) = s.stacks[side][stack.index()].take() {
        s.missions[side].add(mission);
        s.partners.refused[side].add(mission);
    }
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
