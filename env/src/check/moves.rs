//! What others are told of a move: no more than they can see of what came of it.

use std::collections::BTreeMap;

use crate::chance::{Sample, generator};
use crate::error::ensure;
use crate::game::legal_actions;
use crate::tabletop::Tabletop;
use crate::trace::Trace;
use crate::viewer::Viewer;

/// How many moves of a state are compared.
const MOST: usize = 24;

/// Moves without chance that lead to different states, in which a viewer sees no difference, are told to that viewer alike.
pub(super) fn check<G: Tabletop>(game: &G, s: &G::State) -> Result<(), String> {
    let Some(actor) = game.actor(s) else { return Ok(()) };
    let legal = legal_actions(game, s);
    let moves: Vec<_> = legal
        .into_iter()
        .take(MOST)
        .filter_map(|a| {
            let (mut next, mut rng) = (*s, Sample(generator(0, 0)));
            let mut trace = Trace::listening(&mut rng);
            game.step(&mut next, a, &mut trace);
            let (picks, story) = trace.into_parts();
            picks.is_empty().then_some((a, next, story))
        })
        .collect();
    let others = (0..game.players()).filter(|&p| p != actor).map(Viewer::Seat);
    for viewer in others.chain([Viewer::Table]) {
        let mut known = BTreeMap::new();
        for (a, next, story) in &moves {
            let seen = (game.text(next, viewer), game.to_json(next, viewer).to_string(), story.lines(viewer));
            let told = (game.describe_action_for(s, *a, viewer), game.places_for(s, *a, viewer));
            let (first, words) = known.entry(seen).or_insert_with(|| (*next, told.clone()));
            ensure(*first == *next || *words == told, || {
                format!(
                    "{viewer:?} cannot see which of two moves was made, but is told {words:?} or {told:?}"
                )
            })?;
        }
    }
    Ok(())
}
