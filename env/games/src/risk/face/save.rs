//! States as JSON in the rulebook's words, and what of them is written for whom. The state derives it; here is what needs names.

use holotable_env::json::unfit;
use holotable_env::{Finite, Json, Misfit, Save, Viewer};
use serde_json::{Map, Value, json};

use super::invariants;
use crate::risk::rules::Risk;
use crate::risk::rules::fields::{Names, pack};
use crate::risk::rules::hand;
use crate::risk::rules::pending::Pending;
use crate::risk::rules::state::State;
use crate::risk::rules::words::{Army, Faction, count};

impl Save for Risk {
    fn check(&self, s: &State) -> Result<(), String> {
        invariants::check(self, s)
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        let names = Names { game: self, viewer };
        let (mut json, mut pending) = (s.to_json(&names), s.pending.to_json(&names));
        if let Some(json) = json.as_object_mut() {
            json.shift_insert(0, "stage".to_owned(), pending["stage"].take());
            json.shift_insert(json.len() - 2, "now".to_owned(), pending["now"].take());
        }
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
        let names = Names { game: self, viewer: Viewer::All };
        let all = json.as_object().ok_or_else(|| unfit("an object", json))?.clone();
        let (pending, rest): (Map<_, _>, Map<_, _>) =
            all.into_iter().partition(|(key, _)| key == "stage" || key == "now");
        let pending = Pending::from_json(&pending.into(), &names)?;
        Ok(State { pending, ..State::from_json(&rest.into(), &names)? })
    }
}
