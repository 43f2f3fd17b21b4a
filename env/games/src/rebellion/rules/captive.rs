//! The captives: Rebel leaders whom the Empire holds in a system, until no Imperial unit is left there. One has the ring of who is
//! captured, another may have the carbonite ring.

use holotable_env::Chance;

use super::Rebellion;
use super::state::{Post, State};
use super::story;
use super::words::{Leader, Side};

/// Captures a leader. There is one ring: whoever had it is rescued (ruling W30). Any other ring of his is gone.
pub fn capture(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    if let Some((other, _)) = s.captives().find(|(other, _)| s.frozen != Some(*other)) {
        rescue(g, s, other, chance);
    }
    strip(s, leader);
    if s.detained == Some(leader) {
        s.detained = None;
    }
    let Post::At(place) = s.posts[Side::Rebels][leader] else { return };
    s.posts[Side::Rebels][leader] = Post::Captive(place);
    chance.tell(|story| story::captures(story, g, leader, place));
}

/// A leader has none of the rings any more that leaders wear who are free.
pub fn strip(s: &mut State, leader: Leader) {
    let rings = s.rings.values_mut().iter_mut().chain([&mut s.yoda]);
    rings.filter(|bearer| **bearer == Some(leader)).for_each(|bearer| *bearer = None);
}

/// A captive gets the carbonite ring instead of the other one; whoever had it is rescued (ruling W42).
pub fn freeze(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    match s.frozen.replace(leader) {
        Some(other) if other != leader => rescue(g, s, other, chance),
        _ => {}
    }
    s.frozen = Some(leader);
    chance.tell(|story| story::freezes(story, g, leader));
}

/// Rescues captives where no Imperial unit is left.
pub fn release(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    for (leader, place) in s.captives() {
        if s.units[Side::Empire][place].is_empty() && s.field != Some(place) {
            rescue(g, s, leader, chance);
        }
    }
}

/// The leader goes to the Rebel Base space, or to the system of a revealed base.
pub fn rescue(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    if s.frozen == Some(leader) {
        s.frozen = None;
    }
    s.posts[Side::Rebels][leader] = Post::At(s.rebel_base());
    chance.tell(|story| story::rescues(story, g, leader));
}
