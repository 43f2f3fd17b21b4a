//! [`Save`]: states as JSON in the rulebook's words. All is derived but for cards, which are written by name.

use holotable_env::json::unfit;
use holotable_env::{Json, Misfit, Save, Viewer, suggest};
use serde_json::Value;

use super::invariants;
use crate::dark_side_rising::rules::DarkSideRising;
use crate::dark_side_rising::rules::card::Card;
use crate::dark_side_rising::rules::state::State;
use crate::dark_side_rising::rules::tables::Tables;

impl Save for DarkSideRising {
    fn check(&self, s: &State) -> Result<(), String> {
        invariants::check(self, s)
    }

    /// Nothing is hidden from anybody.
    fn to_json(&self, s: &State, _viewer: Viewer) -> Value {
        s.to_json(&self.tables)
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        State::from_json(json, &self.tables)
    }
}

impl Json<Tables> for Card {
    fn to_json(&self, t: &Tables) -> Value {
        Value::from(t[*self].name.as_str())
    }

    fn from_json(json: &Value, t: &Tables) -> Result<Self, Misfit> {
        let name = json.as_str().ok_or_else(|| unfit("the name of a card", json))?;
        t.card(name).ok_or_else(|| {
            let hint = suggest(name, t.cards().map(|(_, printed)| printed.name.as_str()));
            Misfit::new(format!("no card '{name}'{hint}"))
        })
    }
}
