//! Recruiting: action cards are drawn, and one of the leaders they show joins. Where cards have abilities the one that shows him is kept, and the
//! others go under the deck, unseen; else all go to the box, as in the first game.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::action::Action;
use super::action_cards::wear;
use super::event::Event;
use super::state::{Post, Stage, State};
use super::story;
use super::words::{Leader, Leaders, Recruit, Recruits, Side};

/// A side draws, on until a leader is shown who can be recruited; if there is none it recruits nobody.
pub fn begin(g: &Rebellion, s: &mut State, side: Side, chance: &mut impl Chance) -> Event {
    s.asked = side;
    (0..g.tables.refresh.recruits).for_each(|_| draw(g, s, chance));
    while choices(g, s).is_empty() && !deck(s, side).is_empty() {
        draw(g, s, chance);
    }
    let any = if g.tables.action_cards { !s.drawn[side].is_empty() } else { !choices(g, s).is_empty() };
    if !any {
        return choose(g, s, None, chance);
    }
    s.stage = Stage::Recruit;
    Event::Asked
}

fn draw(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let side = s.asked;
    let deck = deck(s, side);
    if deck.is_empty() {
        return;
    }
    let card = deck.nth(chance.below(deck.len()));
    s.recruits[side].take(card);
    s.action_cards[side].lift(card);
    s.drawn[side].add(card);
    chance.tell(|story| {
        story::action_card(story, side, g.tables.action_card(side, card), g.tables.action_cards);
    });
}

/// From which cards the next one is drawn: those that lie under the deck come last (ruling W57).
fn deck(s: &State, side: Side) -> Recruits {
    if s.recruits[side].is_empty() { s.action_cards[side].under() } else { s.recruits[side] }
}

/// What can be chosen: a leader or nobody; where cards have abilities, the card that is kept and then its leader.
pub fn offer(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    if g.tables.action_cards && s.used.is_none() {
        return s.drawn[s.asked].iter().for_each(|card| f(Action::Play { card }));
    }
    let able = s.used.map_or_else(|| choices(g, s), |card| shown_by(g, s, Recruits::only(card)));
    if !g.tables.action_cards || able.is_empty() {
        f(Action::Done);
    }
    able.iter().for_each(|leader| f(Action::Lead { leader }));
}

/// The leaders who can be recruited: shown on a card that was drawn, and not yet in the game, nor anybody who is replaced by them or
/// replaces them.
pub fn choices(g: &Rebellion, s: &State) -> Leaders {
    shown_by(g, s, s.drawn[s.asked])
}

/// The same of these cards.
pub fn shown_by(g: &Rebellion, s: &State, cards: Recruits) -> Leaders {
    let (people, supply) = (&g.components().leaders[s.asked], s.leaders(s.asked, Post::Supply));
    let in_play = |leader: Leader| leader.index() < people.len() && !supply.has(leader);
    let replaced = people.iter().enumerate().filter(|(i, _)| in_play(Leader::at(*i)));
    let replaced: Leaders = replaced.filter_map(|(_, person)| person.replaces).collect();
    let alone = |leader: &Leader| {
        !replaced.has(*leader) && people[leader.index()].replaces.is_none_or(|other| !in_play(other))
    };
    g.tables.shown(s.asked, cards).and(supply).iter().filter(alone).collect()
}

/// Keeps a card that was drawn: asks for its leader.
pub fn keep(s: &mut State, card: Recruit) -> Event {
    s.used = Some(card);
    Event::Asked
}

/// Recruits a leader or nobody.
pub fn choose(g: &Rebellion, s: &mut State, leader: Option<Leader>, chance: &mut impl Chance) -> Event {
    let side = s.asked;
    if let Some(leader) = leader {
        s.posts[side][leader] = Post::Pool;
        chance.tell(|story| story::recruits(story, g, side, leader));
    }
    let mut others = std::mem::take(&mut s.drawn[side]);
    if let Some(card) = s.used.take() {
        s.action_cards[side].keep(&g.tables, side, card, leader);
        others.take(card);
        others.iter().for_each(|card| s.action_cards[side].sink(card));
        if side == Side::Rebels && wear::begin(g, s, chance) {
            return Event::Asked;
        }
    }
    Event::Recruited
}
