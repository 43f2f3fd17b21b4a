//! The refresh phase: objectives, leaders, probe cards, time. Recruiting, building and deploying follow.

use holotable_env::Chance;

use super::Rebellion;
use super::event::Event;
use super::state::{Post, State};
use super::words::{Objective, Objectives, Side};
use super::{deck, end, objectives, probes, story};

/// The refresh phase begins: an objective of this time may be played.
pub fn begin(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let window = objectives::met_at_refresh(g, s);
    if objectives::open(g, s, window) { Event::Asked } else { retrieve(g, s, chance) }
}

/// Leaders come back, but for one who is detained, and missions are drawn.
pub fn retrieve(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let detained = s.detained.take().map(|leader| (leader, s.posts[Side::Rebels][leader]));
    s.retrieve(|post| matches!(post, Post::At(_)));
    if let Some((leader, post)) = detained {
        s.posts[Side::Rebels][leader] = post;
    }
    deck::refresh(g, s, chance)
}

/// Probe cards and objectives are drawn, time goes on.
pub fn draw(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    probes::draw(g, s, usize::from(g.tables.refresh.probes), chance);
    (0..g.tables.refresh.objectives).for_each(|_| draw_objective(g, s, chance));
    if end::pass_time(s, chance) { Event::Asked } else { Event::Drawn }
}

/// Takes the next objective of the deck: what the Rebels put on top, then by lot one of the lowest stage that is left, then what they put
/// at the bottom.
fn next_objective(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Option<Objective> {
    if !s.top.is_empty() {
        return Some(s.top.remove(0));
    }
    let bottom: Objectives = s.bottom.iter().copied().collect();
    let out = [s.hand, s.played, s.looked, bottom].into_iter().fold(Objectives::EMPTY, Objectives::or);
    let left = g.tables.stages.iter().map(|stage| stage.without(out)).find(|left| !left.is_empty());
    match left {
        Some(left) => Some(left.nth(chance.below(left.len()))),
        None => (!s.bottom.is_empty()).then(|| s.bottom.remove(0)),
    }
}

/// The Rebels draw an objective, if there is one.
pub fn draw_objective(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if let Some(card) = next_objective(g, s, chance) {
        s.hand.add(card);
        chance.tell(|story| story::objective(story, g.tables.objective(card)));
    }
}

/// The Rebels look at the next objectives of the deck.
pub fn look(g: &Rebellion, s: &mut State, n: usize, chance: &mut impl Chance) {
    for _ in 0..n {
        let Some(card) = next_objective(g, s, chance) else { return };
        s.looked.add(card);
        // Nobody but the Rebels sees where it goes from here, even if the Empire has put it at the bottom.
        s.known.take(card);
        chance.tell(|story| story::looks_at(story, g.tables.objective(card)));
    }
}
