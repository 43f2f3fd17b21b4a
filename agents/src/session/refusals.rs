//! [`refusals`]: why moves that one might expect are not there.

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
/// those that touch a place of the picture.
pub fn refusals(state: &dyn AnyState, place: Option<&str>) -> Vec<Refusal> {
    let (game, legal) = (state.rules(), state.legal());
    let mut all: Vec<Refusal> = Vec::new();
    for block in &game.layout(FeatureSet::PLAIN).action_blocks {
        let actions = block.offset..block.offset + block.len;
        if !legal.iter().any(|action| actions.contains(action)) {
            continue;
        }
        let touches =
            |action: &usize| place.is_none_or(|place| state.places(*action).iter().any(|name| name == place));
        for action in actions.filter(touches) {
            let Some(why) = state.why_illegal(action) else { continue };
            match all.iter_mut().find(|known| known.why == why) {
                Some(known) => known.moves += 1,
                None => all.push(Refusal { why, kind: block.name.clone(), moves: 1 }),
            }
        }
    }
    all
}
