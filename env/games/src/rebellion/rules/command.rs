//! The command phase: turns in which a leader activates a system, or a side passes, and the five steps of an activation.

use holotable_env::Chance;

use super::Rebellion;
use super::action_cards::assignment;
use super::event::Event;
use super::partners::Partners;
use super::state::{Post, Stage, State};
use super::words::{ALL, BySide, Leader, Leaders, Place, Places, Side, space};
use super::{base, captive, combat, decider, end, movement, story};

/// A round begins: nobody has passed, and the Rebels take the first turn.
pub fn begin(s: &mut State) {
    (s.passed, s.turn, s.partners) = (BySide::default(), Side::Rebels, Partners::default());
}

/// The leaders of a side who can activate: those in the pool with tactic values, of the player whose turn it is.
pub fn able(g: &Rebellion, s: &State, side: Side) -> Leaders {
    let able = s.leaders(side, Post::Pool).and(g.battle_of(s.lured).tacticians[side]);
    able.and(decider::on_turn_own(g, s, side))
}

/// Asks whose turn it is; who can do nothing but pass, passes.
pub fn enter_turn(g: &Rebellion, s: &mut State) -> Event {
    while *s.passed.values() != [true; 2] {
        if !s.passed[s.turn] && may_act(g, s) {
            (s.stage, s.asked) = (Stage::Turn, s.turn);
            return Event::Asked;
        }
        if !s.passed[s.turn] {
            decider::pass(g, s, s.turn);
        }
        // A partner who has not passed takes the turn.
        if s.passed[s.turn] {
            s.turn = s.turn.other();
        }
    }
    Event::Passed
}

/// Whether whose turn it is may have more to do than to pass, as far as everybody can see.
pub fn may_act(g: &Rebellion, s: &State) -> bool {
    let reveals = s.turn == Side::Rebels && s.hidden() && decider::keeps_base(g, s);
    !able(g, s, s.turn).is_empty() || has_mission(g, s) || reveals
}

/// Whether a mission of whose turn it is lies face down, with a leader of the player.
pub fn has_mission(g: &Rebellion, s: &State) -> bool {
    let own = decider::on_turn_own(g, s, s.turn);
    let leads = |(leader, post): (Leader, &Post)| matches!(post, Post::On(_)) && own.has(leader);
    s.laid(s.turn) > 0 && (!g.is_shared(s.turn) || s.posts[s.turn].iter().any(leads))
}

/// Passes for the rest of the phase.
pub fn pass(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    chance.tell(|story| story::passes(story, g, s));
    decider::pass(g, s, s.turn);
    s.turn = s.turn.other();
    enter_turn(g, s)
}

/// The next turn: of the other side, unless it has passed. Partners take the turns of their side by turns (ruling W80).
fn next_turn(g: &Rebellion, s: &mut State) -> Event {
    decider::hand_on(g, s, s.turn);
    if !s.passed[s.turn.other()] {
        s.turn = s.turn.other();
    }
    enter_turn(g, s)
}

/// What may be activated: any system, and by the Rebels the space of a hidden base.
pub fn targets(s: &State) -> Places {
    let mut places = ALL;
    if s.turn == Side::Rebels && s.hidden() {
        places.add(space());
    }
    places
}

/// A leader is about to activate: asks for the system.
pub fn ready(s: &mut State, leader: Leader) -> Event {
    s.posts[s.turn][leader] = Post::Ready;
    s.stage = Stage::Target;
    Event::Asked
}

/// Step 1: the leader activates.
pub fn activate(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> Event {
    let leader = s.leaders(s.turn, Post::Ready).iter().next().expect("a leader activates");
    chance.tell(|story| story::activates(story, g, s.turn, leader, place));
    s.posts[s.turn][leader] = Post::At(place);
    s.target = Some(place);
    movement::enter_from(g, s)
}

/// The Rebels reveal their base at the start of their turn; where Imperial units are, they fight as the current player.
pub fn reveal(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    base::reveal(g, s, chance);
    if end::taken(s, chance) {
        return Event::Asked;
    }
    let base = s.base.expect("the base was revealed");
    if combat::meets(g, s, base) { combat::begin(g, s, base, chance) } else { enter_turn(g, s) }
}

/// Steps 3 and 4: Imperial ground units find the base or not, and both sides fight where they meet.
pub fn arrive(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let target = s.target.expect("something is activated");
    captive::release(g, s, chance);
    base::look(g, s, chance);
    if end::taken(s, chance) {
        return Event::Asked;
    }
    if combat::meets(g, s, target) { combat::begin(g, s, target, chance) } else { finish(g, s) }
}

/// Step 5: subjugation, and the next turn.
pub fn finish(g: &Rebellion, s: &mut State) -> Event {
    if s.act.is_some() {
        return assignment::finish(g, s);
    }
    base::subjugate(g, s);
    (s.target, s.origins) = (None, Places::EMPTY);
    next_turn(g, s)
}

/// After a combat, by an activation or for a base that lay open at the start of the turn or has left: the turn goes on.
pub fn leave_field(g: &Rebellion, s: &mut State) -> Event {
    if s.target.is_some() {
        return finish(g, s);
    }
    base::subjugate(g, s);
    enter_turn(g, s)
}
