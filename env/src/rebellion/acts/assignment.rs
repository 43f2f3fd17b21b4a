//! Action cards of the assignment phase: a leader of the card is placed from the pool, and it is carried out like a mission that just happens.

use super::super::assign;
use super::super::base;
use super::super::deeds;
use super::super::missions::arrive;
use super::super::rules::Rebellion;
use super::super::state::{Post, Stage, State};
use super::super::tables::Card;
use super::super::task::Task;
use super::super::venue::Aim;
use super::super::words::{BySide, Leader, Leaders, Mission, Missions, Places, Recruit, Side, Way};
use super::Moment;
use super::{in_the_deck, spend};
use crate::chance::Chance;

/// The leaders of a card who can be placed.
pub fn able(s: &State, side: Side, card: &Card) -> Leaders {
    card.able.and(s.leaders(side, Post::Pool))
}

/// The missions that a card can take out of the deck.
pub fn fetchable(g: &Rebellion, s: &State, side: Side, card: &Card) -> Missions {
    let fetches = card.deed.tasks().find_map(|task| match task {
        Task::Fetch { project } => Some(project),
        _ => None,
    });
    fetches.map_or(Missions::EMPTY, |project| in_the_deck(g, s, side, project))
}

/// Uses a card; whose it is is the current player meanwhile.
pub fn play(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) {
    let side = s.asked;
    spend(g, s, side, card, chance);
    (s.turn, s.act) = (side, Some(card));
    let able = able(s, side, g.tables.act(side, card));
    if able.len() > 1 {
        (s.stage, s.moment) = (Stage::Effect, Moment::Place);
    } else {
        able.iter().next().into_iter().for_each(|leader| place(g, s, leader, chance));
    }
}

/// The leader of the card is taken from the pool: to the base, to a system that is said next, or to a mission.
pub fn place(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    let side = s.turn;
    s.moment = Moment::None;
    s.posts[side][leader] = Post::Ready;
    s.team[side].add(leader);
    match super::super::missions::card(g, s).venue.aim {
        Aim::Base => {
            arrive(s, s.rebel_base());
            deeds::begin(g, s, chance);
        }
        Aim::Nowhere => deeds::begin(g, s, chance),
        Aim::System | Aim::Leader | Aim::Captive => s.stage = Stage::Aim,
    }
}

/// The leader is put on a mission out of the deck, which is shuffled; another one may join him.
pub fn fetch(g: &Rebellion, s: &mut State, mission: Mission, chance: &mut impl Chance) {
    let side = s.turn;
    s.missions[side].add(mission);
    if g.tables.projects[side].has(mission) {
        s.sunk = crate::List::default();
    }
    let stack = assign::put(s, side, mission);
    s.fetched[side] = Some(stack);
    s.leaders(side, Post::Ready).iter().for_each(|leader| s.posts[side][leader] = Post::On(stack));
    close(s);
    assign::join(g, s, chance);
}

/// The card is carried out, and its side goes on assigning.
pub fn finish(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    base::subjugate(g, s);
    close(s);
    assign::go_on(g, s, chance);
}

fn close(s: &mut State) {
    s.asked = s.turn;
    (s.target, s.origins, s.act, s.turn) = (None, Places::EMPTY, None, Side::Rebels);
    (s.team, s.victim, s.way, s.deed, s.left) = (BySide::default(), None, Way::default(), 0, 0);
}
