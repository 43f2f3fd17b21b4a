//! Recruiting: action cards are drawn, and one of the leaders they show joins. Both cards go to the box, as in the first game.

use super::refresh;
use super::rules::Rebellion;
use super::state::{Post, Stage, State};
use super::story;
use super::words::{Leader, Leaders, Recruits, Side};
use crate::chance::Chance;
use crate::finite::Finite;

/// A side draws, on until a leader is shown who can be recruited; if there is none it recruits nobody.
pub fn begin(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) {
    s.asked = side;
    (0..g.tables.refresh.recruits).for_each(|_| draw(g, s, chance));
    while choices(g, s).is_empty() && !s.recruits[side].is_empty() {
        draw(g, s, chance);
    }
    if choices(g, s).is_empty() {
        choose(g, s, None, chance);
    } else {
        s.stage = Stage::Recruit;
    }
}

fn draw(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let side = s.asked;
    let deck = s.recruits[side];
    if deck.is_empty() {
        return;
    }
    let card = deck.nth(chance.below(deck.len()));
    s.recruits[side].take(card);
    s.drawn[side].add(card);
    chance.tell(|story| story::action_card(story, side, &g.tables.recruits[side][card.index()].name));
}

/// The leaders who can be recruited: shown on a card that was drawn, and not yet in the game, nor anybody who is replaced by them or
/// replaces them.
pub fn choices(g: &Rebellion, s: &State) -> Leaders {
    let (people, supply) = (&g.components().leaders[s.asked], s.leaders(s.asked, Post::Supply));
    let in_play = |leader: Leader| leader.index() < people.len() && !supply.has(leader);
    let replaced = people.iter().enumerate().filter(|(i, _)| in_play(Leader::at(*i)));
    let replaced: Leaders = replaced.filter_map(|(_, person)| person.replaces).collect();
    let alone = |leader: &Leader| {
        !replaced.has(*leader) && people[leader.index()].replaces.is_none_or(|other| !in_play(other))
    };
    g.tables.shown(s.asked, s.drawn[s.asked]).both(supply).each().filter(alone).collect()
}

/// Recruits a leader or nobody. The Empire comes after the Rebels.
pub fn choose(g: &Rebellion, s: &mut State, leader: Option<Leader>, chance: &mut impl Chance) {
    let side = s.asked;
    if let Some(leader) = leader {
        s.posts[side][leader] = Post::Pool;
        chance.tell(|story| story::recruits(story, g, side, leader));
    }
    s.drawn[side] = Recruits::EMPTY;
    match side {
        Side::Rebels => begin(g, s, Side::Empire, chance),
        Side::Empire => refresh::build_on(g, s, chance),
    }
}
