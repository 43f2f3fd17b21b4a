//! States as JSON in the rulebook's words, and what of them is written for whom. The state derives it; here is what needs names.

use holotable_env::{Finite, Json, Misfit, Save, Viewer};
use serde_json::{Value, json};

use super::invariants;
use crate::risk::rules::Risk;
use crate::risk::rules::fields::{Names, pack};
use crate::risk::rules::hand;
use crate::risk::rules::state::State;
use crate::risk::rules::words::{Army, Faction, count};

impl Save for Risk {
    fn check(&self, s: &State) -> Result<(), String> {
        invariants::check(self, s)
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        let names = Names { game: self, viewer };
        let mut json = s.to_json(&names);
        if viewer != Viewer::All {
            // What everybody knows of the cards that not everybody sees.
            let sizes =
                self.seats().map(|seat| (Army::of(seat).label(), json!(count(&s.hands[seat.index()]))));
            json["hand_sizes"] = Value::Object(sizes.collect());
            let gone = |faction: Faction| {
                (faction.label(), pack(&hand::discards(self, s, faction), &self.decks[faction]))
            };
            json["discards"] = Value::Object(Faction::all().map(gone).collect());
        }
        json
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        State::from_json(json, &Names { game: self, viewer: Viewer::All })
    }
}
