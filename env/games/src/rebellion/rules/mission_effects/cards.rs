//! What missions do with probe cards, objectives and projects.

use holotable_env::{Chance, Finite};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::{Stage, State};
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::{ask, task};
use crate::rebellion::rules::words::{Mission, Objective, Place, Places, Side};
use crate::rebellion::rules::{deck, probes, refresh, story};

/// The Rebels look at the next objectives; asks what becomes of them, if there is more than one.
pub fn look(g: &Rebellion, s: &mut State, n: usize, chance: &mut impl Chance) -> bool {
    refresh::look(g, s, n, chance);
    if s.looked.len() > 1 {
        (s.stage, s.asked) = (Stage::Inspect, s.turn);
        return true;
    }
    for last in std::mem::take(&mut s.looked).iter() {
        place(s, task(g, s), last);
    }
    false
}

/// An objective that was looked at goes where the mission says.
fn place(s: &mut State, task: Task, objective: Objective) {
    if matches!(task, Task::Study { .. }) {
        s.hand.add(objective);
    } else {
        s.top.insert(usize::from(s.left), objective);
    }
}

/// Puts one of the objectives on top of the deck, or takes it; the others go to the bottom, or follow.
pub fn keep(g: &Rebellion, s: &mut State, objective: Objective) -> Event {
    let task = task(g, s);
    s.looked.take(objective);
    place(s, task, objective);
    if matches!(task, Task::Arrange { .. }) {
        s.left += 1;
        if s.looked.len() > 1 {
            return Event::Asked;
        }
        std::mem::take(&mut s.looked).iter().for_each(|last| place(s, task, last));
    } else {
        std::mem::take(&mut s.looked).iter().for_each(|other| s.bottom.push(other));
    }
    Event::Done
}

/// The Empire puts an objective of the hand under the deck.
pub fn bury(g: &Rebellion, s: &mut State, objective: Objective, chance: &mut impl Chance) -> Event {
    s.hand.take(objective);
    s.bottom.push(objective);
    chance.tell(|story| story::buries(story, g, objective));
    Event::Done
}

/// The Rebels draw probe cards, hand over those of systems with Imperial units, and shuffle the others into the deck.
pub fn intercept(g: &Rebellion, s: &mut State, n: usize, chance: &mut impl Chance) {
    probes::look(g, s, n, chance);
    let drawn = std::mem::take(&mut s.havens);
    let given = drawn.and(s.with_units(Side::Empire));
    (s.probes, s.open) = (s.probes.or(given), s.open.or(given));
    s.possible = s.possible.without(given);
    s.planted = Places::EMPTY;
    probes::deck(g, s).iter().for_each(|card| s.depth[card] = 0);
    given.iter().for_each(|card| s.depth[card] = 0);
    chance.tell(|story| story::hands_over(story, g, given));
}

/// The Rebels take probe cards of the Empire by lot, which go on top of the deck or under it.
pub fn plant(g: &Rebellion, s: &mut State, n: usize, chance: &mut impl Chance) -> bool {
    for _ in 0..n {
        if s.probes.is_empty() {
            break;
        }
        let card = s.probes.nth(chance.below(s.probes.len()));
        s.probes.take(card);
        s.open.take(card);
        s.havens.add(card);
        s.depth[card] = 0;
    }
    s.planted = s.planted.or(s.havens);
    // Both have seen them: the base is in none of their systems.
    s.possible = s.possible.without(s.havens);
    let taken = s.havens;
    chance.tell(|story| story::gives_back(story, g, taken));
    !s.havens.is_empty() && ask(s, s.turn)
}

/// One of them goes on top of the deck, above all others.
pub fn raise_planted(g: &Rebellion, s: &mut State, card: Place) -> Event {
    s.havens.take(card);
    probes::put_above(g, s, card);
    if s.havens.is_empty() { Event::Done } else { Event::Asked }
}

/// The others go under it, shuffled.
pub fn bury_planted(g: &Rebellion, s: &mut State) -> Event {
    let cards = std::mem::take(&mut s.havens);
    probes::put_under(g, s, cards);
    Event::Done
}

/// The Empire draws projects; asks which it keeps, if they are too many.
pub fn projects(g: &Rebellion, s: &mut State, n: u8, keep: u8, chance: &mut impl Chance) -> bool {
    for _ in 0..n {
        let Some(card) = deck::next_project(g, s, chance) else { break };
        s.offer.push(card);
        chance.tell(|story| story::draws(story, g, Side::Empire, card));
    }
    if s.offer.len() > usize::from(keep) {
        return ask(s, s.turn);
    }
    for &card in std::mem::take(&mut s.offer).iter() {
        s.missions[Side::Empire].add(card);
    }
    false
}

/// The projects to choose from, each title once, in order.
pub fn offered(s: &State) -> impl Iterator<Item = Mission> {
    Mission::all().filter(|title| s.offer.contains(title))
}

/// Keeps one; the other goes under the deck.
pub fn keep_project(s: &mut State, project: Mission) -> Event {
    let at = s.offer.iter().position(|&one| one == project).expect("it was drawn");
    s.offer.remove(at);
    s.missions[Side::Empire].add(project);
    for &other in std::mem::take(&mut s.offer).iter() {
        s.sunk.push(other);
    }
    Event::Done
}
