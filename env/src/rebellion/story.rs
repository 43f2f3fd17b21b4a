//! What the rules tell of what happens: the events of a [`Story`] with the names of systems, units, leaders and cards.

use super::rules::Rebellion;
use super::state::{Ending, State};
use super::tables::Mission;
use super::text;
use super::words::{Leader, Place, Row, Side};
use crate::finite::Finite;
use crate::story::{Deed, Item, Story};

fn by(story: &mut Story, side: Side, deed: Deed, item: Item) {
    _ = story.cause(text::title(side)).push(deed, item);
}

/// A round begins.
pub fn round(story: &mut Story, s: &State) {
    story.note(Deed::Begin, format!("Round {}: command", s.time));
}

/// A side passes.
pub fn passes(story: &mut Story, side: Side) {
    by(story, side, Deed::Note, Item::new("passes"));
}

/// A leader activates.
pub fn activates(story: &mut Story, g: &Rebellion, side: Side, leader: Leader, place: Place) {
    let words = format!("{} activates {}", g.leader_name(side, leader), g.tables.name(place));
    by(story, side, Deed::Effect, Item::new(words));
}

/// A unit moves.
pub fn moves(story: &mut Story, g: &Rebellion, side: Side, row: Row, from: Place, to: Place) {
    let (name, from, to) = (g.unit_name(side, row), g.tables.name(from), g.tables.name(to));
    by(story, side, Deed::Note, Item::new(format!("{name} from {from} to {to}")));
}

/// The base is revealed.
pub fn reveals(story: &mut Story, g: &Rebellion, base: Place) {
    by(story, Side::Rebels, Deed::Reveal, Item::new(format!("the base, in {}", g.tables.name(base))));
}

/// An objective is played.
pub fn fulfils(story: &mut Story, mission: &Mission) {
    let words = format!("{}, {} reputation", mission.name, mission.reputation);
    by(story, Side::Rebels, Deed::Complete, Item::new(words));
}

/// A probe card is drawn; only the Empire sees it.
pub fn probe(story: &mut Story, g: &Rebellion, card: Place) {
    let item = Item::secret(
        Side::Empire.index(),
        format!("the probe card of {}", g.tables.name(card)),
        "probe card",
    );
    by(story, Side::Empire, Deed::Draw, item);
}

/// An objective is drawn; only the Rebels see which, and all of which stage.
pub fn objective(story: &mut Story, mission: &Mission) {
    let cover = format!("objective of stage {}", mission.stage);
    by(story, Side::Rebels, Deed::Draw, Item::secret(Side::Rebels.index(), mission.name.clone(), cover));
}

/// An action card is drawn.
pub fn action_card(story: &mut Story, side: Side, name: &str) {
    by(story, side, Deed::Draw, Item::new(name));
}

/// A leader is recruited.
pub fn recruits(story: &mut Story, g: &Rebellion, side: Side, leader: Leader) {
    by(story, side, Deed::Join, Item::new(g.leader_name(side, leader)));
}

/// A unit is put on the queue.
pub fn builds(story: &mut Story, g: &Rebellion, side: Side, row: Row, number: u8) {
    let item = Item::new(format!("{} on space {number} of the queue", g.unit_name(side, row)));
    by(story, side, Deed::Gain, item);
}

/// A unit is destroyed by its owner.
pub fn gone(story: &mut Story, g: &Rebellion, side: Side, row: Row, at: Place) {
    let words = format!("{} in {}", g.unit_name(side, row), g.tables.name(at));
    by(story, side, Deed::Discard, Item::new(words));
}

/// A unit is deployed.
pub fn deploys(story: &mut Story, g: &Rebellion, side: Side, row: Row, at: Place) {
    let words = format!("{} deployed in {}", g.unit_name(side, row), g.tables.name(at));
    by(story, side, Deed::Note, Item::new(words));
}

/// The game is over.
pub fn over(story: &mut Story, ending: Ending) {
    story.note(Deed::End, text::ending(ending));
}
