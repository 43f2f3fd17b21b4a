//! The dice of an attempt: who rolls how many, and the successes that they are.

use holotable_env::{ByKey, Chance, Finite};

use super::state::{Post, State};
use super::story;
use super::under_way::{card, has_portrait};
use super::words::{Face, Leader, Leaders, Place, Side, Skill};
use super::{DICE, Rebellion};

/// The successes that the leader of a portrait adds to an attempt (p9).
const PORTRAIT: u8 = 2;

/// The icons of a skill that leaders have together.
pub fn icons(g: &Rebellion, s: &State, side: Side, leaders: Leaders, skill: Skill) -> u8 {
    leaders.iter().map(|leader| g.skills(s, side, leader)[skill]).sum()
}

/// Whether a die of the Rebels can be rolled again.
pub fn rerolls(s: &State) -> bool {
    let there = |leader: Leader| s.target.is_some_and(|at| s.posts[Side::Rebels][leader] == Post::At(at));
    !s.taught && s.yoda.is_some_and(there) && s.rolled.values().iter().any(|&n| n > 0)
}

/// Who of a side opposes or carries out what is done in a place: its leaders there, and the captive whom the other side is after.
pub fn opponents(s: &State, side: Side, place: Place) -> Leaders {
    let mut all = s.leaders(side, Post::At(place));
    let sought = s.victim.filter(|_| side == Side::Rebels && s.turn == Side::Empire);
    if let Some(victim) = sought.filter(|&victim| s.posts[side][victim] == Post::Captive(place)) {
        all.add(victim);
    }
    all
}

/// The dice of a side for the mission that is carried out: one for each icon of its skill among all leaders there.
pub fn dice(g: &Rebellion, s: &State, side: Side, place: Place) -> usize {
    let card = card(g, s);
    let leaders = opponents(s, side, place);
    let icons = if card.all_icons {
        Skill::all().map(|skill| icons(g, s, side, leaders, skill)).sum()
    } else {
        icons(g, s, side, leaders, card.skill)
    };
    let helped = side == s.turn && !s.units[side][place].is_empty();
    usize::from(icons + if helped { card.bonus } else { 0 }).min(DICE)
}

/// Rolls the dice of a side; those that are set show two successes.
pub fn roll(g: &Rebellion, s: &State, side: Side, chance: &mut impl Chance) -> ByKey<Face, u8, { Face::N }> {
    let n = dice(g, s, side, s.target.expect("a mission is somewhere"));
    let set = if side == Side::Rebels { usize::from(s.set).min(n) } else { 0 };
    let mut rolled = ByKey::new(g.dice.roll(n - set, chance));
    rolled[Face::at(2)] += set as u8;
    let sum = successes(g, s, side, rolled);
    chance.tell(|story| story::rolls(story, side, n, sum));
    rolled
}

/// The successes of dice, and of a portrait for who attempts a mission.
pub fn successes(g: &Rebellion, s: &State, side: Side, rolled: ByKey<Face, u8, { Face::N }>) -> u8 {
    let helped = side == s.turn && is_helped(g, s);
    rolled[Face::at(1)] + 2 * rolled[Face::at(2)] + if helped { PORTRAIT } else { 0 }
}

/// Whether the leader of the portrait makes an attempt likelier.
fn is_helped(g: &Rebellion, s: &State) -> bool {
    has_portrait(g, s) || s.boosted.is_some_and(|leader| s.turn == Side::Rebels && s.crew().has(leader))
}
