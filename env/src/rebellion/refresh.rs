//! The refresh phase: objectives, leaders, probe cards, time; then recruiting, building and deploying, and the next round.

use super::build;
use super::deploy;
use super::end;
use super::objectives;
use super::recruit;
use super::rules::Rebellion;
use super::state::{Post, State};
use super::story;
use super::words::{ALL, Objectives, Places, Side};
use crate::chance::Chance;

/// The refresh phase begins: an objective of this time may be played.
pub fn begin(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let window = objectives::met_at_refresh(g, s);
    if !objectives::open(g, s, window) {
        draw(g, s, chance);
    }
}

/// Leaders come back, probe cards and objectives are drawn, time goes on; what the new space shows comes next.
pub fn draw(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    for posts in s.posts.values_mut() {
        for post in posts.values_mut().iter_mut().filter(|post| matches!(post, Post::At(_))) {
            *post = Post::Pool;
        }
    }
    (0..g.tables.refresh.probes).for_each(|_| draw_probe(g, s, chance));
    (0..g.tables.refresh.objectives).for_each(|_| draw_objective(g, s, chance));
    if end::pass_time(s, chance) {
        return;
    }
    if g.tables.track.recruit.contains(&s.time) {
        recruit::begin(g, s, Side::Rebels, chance);
    } else {
        build_on(g, s, chance);
    }
}

/// After recruiting: building where the track says so, then deploying.
pub fn build_on(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if g.tables.track.build.contains(&s.time) {
        build::begin(g, s, Side::Rebels, chance);
    } else {
        deploy::begin(g, s, Side::Rebels, chance);
    }
}

/// The probe cards that were not drawn: those of all systems but the base, as far as they are in the game.
pub fn probe_deck(g: &Rebellion, s: &State) -> Places {
    let base = s.base.map_or(Places::EMPTY, Places::only);
    ALL.without(g.tables.always).without(s.boxed).without(base).without(s.probes)
}

fn draw_probe(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let deck = probe_deck(g, s);
    if deck.is_empty() {
        return;
    }
    let card = deck.nth(chance.below(deck.len()));
    s.probes.add(card);
    chance.tell(|story| story::probe(story, g, card));
}

/// The objectives that can be drawn next: those left of the lowest stage of which there are any.
fn next_objectives(g: &Rebellion, s: &State) -> Objectives {
    let left = |stage: &Objectives| stage.without(s.hand).without(s.played);
    g.tables.stages.iter().map(left).find(|left| !left.is_empty()).unwrap_or_default()
}

/// The Rebels draw an objective, if there is one.
pub fn draw_objective(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let next = next_objectives(g, s);
    if next.is_empty() {
        return;
    }
    let card = next.nth(chance.below(next.len()));
    s.hand.add(card);
    chance.tell(|story| story::objective(story, objectives::mission(g, card)));
}
