//! [`refusals`]: why moves that one might expect are not there.

use std::collections::HashSet;

use holotable_env::Viewer;
use holotable_erased::AnyState;
use holotable_players::observation_wrapper::FeatureSet;

/// A reason, and how many moves it forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// In one line.
    pub why: String,
    /// The kind of the first move that it forbids.
    pub kind: String,
    /// How many moves it forbids.
    pub moves: usize,
}

/// Why moves of the kinds that are asked for are not legal, each reason once, in the order of the moves' numbers: all of them, or
/// those that touch a place of the picture. Of these only those count that touch nothing but what the picture shows, if there are any:
/// a die that was not rolled is no reason.
pub fn refusals(state: &dyn AnyState, place: Option<&str>) -> Vec<Refusal> {
    let Some(place) = place else { return found(state, |_| true) };
    let picture = state.picture(state.actor().map_or(Viewer::Table, Viewer::Seat));
    let shown: HashSet<&str> = picture.places.iter().map(|place| place.name.as_str()).collect();
    let touches = |action| state.places(action).iter().any(|name| name == place);
    let all_shown = |action| state.places(action).iter().all(|name| shown.contains(name.as_str()));
    let near = found(state, |action| touches(action) && all_shown(action));
    if near.is_empty() { found(state, touches) } else { near }
}

/// The reasons against some actions.
fn found(state: &dyn AnyState, counts: impl Fn(usize) -> bool) -> Vec<Refusal> {
    let (game, legal) = (state.rules(), state.legal());
    let mut all: Vec<Refusal> = Vec::new();
    for block in &game.layout(FeatureSet::PLAIN).action_blocks {
        let actions = block.offset..block.offset + block.len;
        if !legal.iter().any(|action| actions.contains(action)) {
            continue;
        }
        for action in actions.filter(|action| counts(*action)) {
            let Some(why) = state.why_illegal(action) else { continue };
            match all.iter_mut().find(|known| known.why == why) {
                Some(known) => known.moves += 1,
                None => all.push(Refusal { why, kind: block.name.clone(), moves: 1 }),
            }
        }
    }
    all
}
