//! What missions do with leaders.

use holotable_env::{Chance, Finite, List};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::action_cards::rings;
use crate::rebellion::rules::deck_counts::DeckCounts;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::{Post, State};
use crate::rebellion::rules::under_way::{ask, card, here, victim};
use crate::rebellion::rules::words::{Leader, Leaders, Mission, Place, Places, Side, turncoat};
use crate::rebellion::rules::{assign, captive, end, story};

/// The captive gets the carbonite ring.
pub fn freeze(g: &Rebellion, s: &mut State, reputation: u8, chance: &mut impl Chance) {
    captive::freeze(g, s, victim(s), chance);
    end::lose(g, s, reputation);
}

/// The captive becomes Imperial, if nobody has before (ruling W43).
pub fn lure(g: &Rebellion, s: &mut State, prize: Leader, reputation: u8, chance: &mut impl Chance) {
    let leader = victim(s);
    if s.lured.is_some() {
        return;
    }
    s.lured = Some(leader);
    s.frozen = s.frozen.filter(|&frozen| frozen != leader);
    captive::strip(s, leader);
    s.posts[Side::Rebels][leader] = Post::Gone;
    s.posts[Side::Empire][turncoat()] = Post::At(here(s));
    chance.tell(|story| story::lures(story, g, leader));
    if leader == prize
        || g.components().leader(Side::Rebels, leader).is_some_and(|p| p.replaces == Some(prize))
    {
        end::lose(g, s, reputation);
    }
}

/// The systems with an Imperial unit that are nearest to where the mission is.
pub fn nearest(g: &Rebellion, s: &State) -> Places {
    let imperial = s.with_units(Side::Empire);
    let mut seen = Places::only(here(s));
    while seen.and(imperial).is_empty() {
        let wider: Places = seen.iter().flat_map(|place| g.tables.around[place].iter()).collect();
        if wider == seen {
            return Places::EMPTY;
        }
        seen = wider;
    }
    seen.and(imperial)
}

/// The captive and who took him go to the nearest system with an Imperial unit; asks which, if there are several.
pub fn bring(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> bool {
    if !matches!(s.posts[Side::Rebels][victim(s)], Post::Captive(_)) {
        // He has sacrificed himself.
        return false;
    }
    let nearest = nearest(g, s);
    match nearest.len() {
        0 => false,
        1 => bring_to(g, s, nearest.nth(0), chance) == Event::Asked,
        _ => ask(s, s.turn),
    }
}

/// They go there.
pub fn bring_to(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> Event {
    if place != here(s) {
        let leader = victim(s);
        s.posts[Side::Rebels][leader] = Post::Captive(place);
        s.crew().iter().for_each(|one| s.posts[s.turn][one] = Post::At(place));
        chance.tell(|story| story::escorts(story, g, leader, place));
    }
    Event::Done
}

/// Of those who rescued a captive, who may still go along to the base.
pub fn companions(s: &State) -> Leaders {
    if s.target == Some(s.rebel_base()) {
        // They are there already.
        return Leaders::default();
    }
    s.crew().and(s.leaders(s.turn, Post::At(here(s))))
}

/// One of them goes along.
pub fn go_along(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    s.posts[s.turn][leader] = Post::At(s.rebel_base());
    chance.tell(|story| story::goes_along(story, g, leader));
    if companions(s).is_empty() { Event::Done } else { Event::Asked }
}

/// Who has a second self becomes it, and one of the leaders gets Yoda's ring; asks who, if there are two.
pub fn train(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> bool {
    let people = &g.components().leaders[Side::Rebels];
    for (i, person) in people.iter().enumerate() {
        let grown = Leader::at(i);
        let Some(young) = person.replaces.filter(|&young| s.crew().has(young)) else { continue };
        s.posts[Side::Rebels][grown] = std::mem::replace(&mut s.posts[Side::Rebels][young], Post::Gone);
        s.detained = s.detained.map(|leader| if leader == young { grown } else { leader });
        s.team[Side::Rebels].take(young);
        s.team[Side::Rebels].add(grown);
        rings::pass_on(s, young, grown);
        chance.tell(|story| story::becomes(story, g, young, grown));
    }
    if s.crew().len() > 1 {
        return ask(s, s.turn);
    }
    s.crew().iter().for_each(|leader| wear(s, leader));
    false
}

/// He has no other ring any more.
fn wear(s: &mut State, leader: Leader) {
    captive::strip(s, leader);
    s.yoda = Some(leader);
}

/// This one gets the ring.
pub fn give_ring(s: &mut State, leader: Leader) -> Event {
    wear(s, leader);
    Event::Done
}

/// A leader who is not in the game joins there.
pub fn enlist(g: &Rebellion, s: &mut State, leader: Leader, at: Place, chance: &mut impl Chance) {
    if at == here(s) && s.posts[Side::Rebels][leader] == Post::Supply {
        s.posts[Side::Rebels][leader] = Post::At(at);
        chance.tell(|story| story::recruits(story, g, Side::Rebels, leader));
    }
}

/// Whose missions can be shielded: those on missions that lie face down.
pub fn shielded(s: &State) -> Leaders {
    let on = |(_, post): &(Leader, &Post)| matches!(post, Post::On(_));
    s.posts[Side::Rebels].iter().filter(on).map(|(leader, _)| leader).collect()
}

/// The missions of this one are.
pub fn shield(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    s.shielded = Some(leader);
    chance.tell(|story| story::shields(story, g, leader));
    Event::Done
}

/// Whether a leader can be put on another mission, as far as everybody can see.
pub fn can_reassign(g: &Rebellion, s: &State) -> bool {
    !g.tables.starting[s.turn].is_empty()
}

/// The starting missions in the hand.
fn starting(g: &Rebellion, s: &State) -> DeckCounts {
    s.missions[s.turn].of(g.tables.starting[s.turn])
}

/// Who is put on another mission, once that is clear.
fn reassigned(s: &State) -> Option<Leader> {
    if s.crew().len() == 1 { s.crew().iter().next() } else { s.victim }
}

/// First the leader, if there are two, then the mission.
pub fn offer_reassign(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    match reassigned(s) {
        None => s.crew().iter().for_each(|leader| f(Action::Lead { leader })),
        Some(_) => starting(g, s).titles().for_each(|mission| f(Action::Assign { mission })),
    }
}

/// Chooses the leader, or puts him on the mission.
pub fn reassign(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    match (a, reassigned(s)) {
        (Action::Lead { leader }, None) => {
            s.victim = Some(leader);
            Event::Asked
        }
        (Action::Assign { mission }, Some(leader)) => put_on(g, s, leader, mission, chance),
        (a, _) => unreachable!("{a:?} puts nobody on a mission"),
    }
}

fn put_on(g: &Rebellion, s: &mut State, leader: Leader, mission: Mission, chance: &mut impl Chance) -> Event {
    let side = s.turn;
    let stack = assign::put(s, side, mission);
    s.posts[side][leader] = Post::On(stack);
    s.boosted = Some(leader).filter(|&leader| card(g, s).portrait.has(leader));
    chance.tell(|story| story::assigns(story, g, s, side, stack));
    Event::Done
}

/// The leader is put on a mission out of the deck, which is shuffled; another one may join him.
pub fn fetch(g: &Rebellion, s: &mut State, mission: Mission, chance: &mut impl Chance) -> Event {
    let side = s.turn;
    s.missions[side].add(mission);
    if g.tables.projects[side].has(mission) {
        s.sunk = List::default();
    }
    let stack = assign::put(s, side, mission);
    s.fetched[side] = Some(stack);
    s.leaders(side, Post::Ready).iter().for_each(|leader| s.posts[side][leader] = Post::On(stack));
    assign::close(s);
    assign::join(g, s, chance)
}
