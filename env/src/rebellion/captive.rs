//! The captive: a Rebel leader whom the Empire holds in a system, until no Imperial unit is left there.

use super::rules::Rebellion;
use super::state::{Post, State};
use super::story;
use super::words::{Leader, Leaders, Side, systems};
use crate::chance::Chance;

/// The Rebel leaders who can be captured: in a system with an Imperial unit.
pub fn victims(s: &State) -> Leaders {
    let at = systems().filter(|&place| !s.units[Side::Empire][place].is_empty());
    at.fold(Leaders::default(), |all, place| all.either(s.leaders(Side::Rebels, Post::At(place))))
}

/// Captures a leader. There is one ring: whoever had it is rescued (ruling W30).
pub fn capture(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    if let Some((other, _)) = s.captive() {
        rescue(g, s, other, chance);
    }
    let Post::At(place) = s.posts[Side::Rebels][leader] else { return };
    s.posts[Side::Rebels][leader] = Post::Captive(place);
    chance.tell(|story| story::captures(story, g, leader, place));
}

/// Rescues the captive where no Imperial unit is left.
pub fn release(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let Some((leader, place)) = s.captive() else { return };
    if s.units[Side::Empire][place].is_empty() && s.field != Some(place) {
        rescue(g, s, leader, chance);
    }
}

/// The leader goes to the Rebel Base space, or to the system of a revealed base.
fn rescue(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    s.posts[Side::Rebels][leader] = Post::At(s.rebel_base());
    chance.tell(|story| story::rescues(story, g, leader));
}
