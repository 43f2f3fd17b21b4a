//! What missions tell of where the base is.

use holotable_env::Chance;

use super::systems::region;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::{Post, Stage, State};
use crate::rebellion::rules::story;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::{ask, here, now, victim};
use crate::rebellion::rules::words::{Place, Places, Side};

/// The Empire is told whether the base is here; it is not revealed.
pub fn search(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if s.revealed {
        return;
    }
    let place = here(s);
    let found = s.base == Some(place);
    s.possible = if found { Places::only(place) } else { s.possible.without(Places::only(place)) };
    chance.tell(|story| story::searches(story, g, place, found));
}

/// The Empire is told whether the base is in the region; it is not revealed.
pub fn inquire(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if s.revealed {
        return;
    }
    let near = region(g, here(s));
    let found = s.base.is_some_and(|base| near.has(base));
    s.possible = if found { s.possible.and(near) } else { s.possible.without(near) };
    chance.tell(|story| story::inquires(story, g, near, found));
}

/// The Rebels name systems, that of the base among them: asks for the others, unless no more can be meant.
pub fn confess(g: &Rebellion, s: &mut State, systems: u8, chance: &mut impl Chance) -> bool {
    if s.revealed || s.possible.len() <= usize::from(systems) {
        return false;
    }
    if systems == 1 {
        admit(g, s, chance);
        return false;
    }
    s.left = systems - 1;
    ask(s, Side::Rebels)
}

/// Whether the Rebels are naming systems: `havens` has those that they have named, and no probe cards.
pub fn names(g: &Rebellion, s: &State) -> bool {
    s.stage == Stage::Effect && matches!(now(g, s), Some(Task::Confess { .. }))
}

/// What can be named beside the base: systems where it can be as far as everybody has seen.
pub fn decoys(s: &State) -> Places {
    let base = s.base.map_or(Places::EMPTY, Places::only);
    s.possible.without(base).without(s.havens)
}

/// Names another system; the last one tells all of them at once.
pub fn name(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> Event {
    s.havens.add(place);
    s.left -= 1;
    if s.left > 0 {
        return Event::Asked;
    }
    admit(g, s, chance);
    Event::Done
}

fn admit(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let base = s.base.map_or(Places::EMPTY, Places::only);
    s.possible = std::mem::take(&mut s.havens).or(base);
    let possible = s.possible;
    chance.tell(|story| story::admits(story, g, possible));
}

/// The systems of the base's region.
pub fn near(g: &Rebellion, s: &State) -> Places {
    s.base.map_or(Places::EMPTY, |base| region(g, base))
}

/// The captive goes free there, and everybody knows the region of the base.
pub fn beacon(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> Event {
    let leader = victim(s);
    s.posts[Side::Rebels][leader] = Post::At(place);
    s.frozen = s.frozen.filter(|&frozen| frozen != leader);
    s.possible = s.possible.and(region(g, place));
    chance.tell(|story| story::placed(story, g, leader, place));
    Event::Done
}
