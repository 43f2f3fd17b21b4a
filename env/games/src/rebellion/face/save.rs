//! States as JSON in the rulebook's words, and what of them is written for whom. The state derives it; here is what needs names.

use holotable_env::{Finite, Json, Misfit, Save, Viewer};
use serde_json::{Value, json};

use super::invariants;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::fields::{Names, by_side};
use crate::rebellion::rules::probes::{above as probes_above, under as probes_under};
use crate::rebellion::rules::seats::sided;
use crate::rebellion::rules::state::{Stage, State};
use crate::rebellion::rules::words::{Objective, Side};

impl Save for Rebellion {
    fn check(&self, s: &State) -> Result<(), String> {
        invariants::check(self, s)
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        let viewer = sided(viewer);
        let mut json = s.to_json(&names(self, viewer));
        named(self, s, viewer, &mut json);
        if let Some(fields) = json.as_object_mut().filter(|_| self.players == Side::N) {
            fields.remove("partners");
        }
        if viewer != Viewer::All {
            if let Some(base) = s.revealed_base() {
                json["base"] = self.tables.name(base).into();
            }
            // What everybody knows of the cards that not everybody sees.
            json["probe_cards"] = json!(s.probes.len());
            let backs = self.tables.stages.iter().map(|&stage| json!(s.hand.and(stage).len()));
            json["objectives_by_stage"] = backs.collect();
            let stage = |one: &Objective| json!(self.tables.objective(*one).stage);
            json["stages_on_top"] = s.top.iter().map(stage).collect();
            json["stages_at_the_bottom"] = s.bottom.iter().map(stage).collect();
            let looked = self.tables.stages.iter().flat_map(|&of| s.looked.and(of).iter());
            json["stages_looked_at"] = looked.map(|one| stage(&one)).collect();
            json["probe_cards_looked_at"] = json!(s.havens.len());
            json["probe_cards_under_the_deck"] = json!(probes_under(s));
            json["probe_cards_on_top"] = json!(probes_above(s));
            json["missions_held"] = by_side(&s.missions, |_, hand| json!(hand.len()));
            json["action_cards_drawn"] = by_side(&s.drawn, |_, cards| json!(cards.len()));
            json["action_cards_left"] = by_side(&s.recruits, |_, cards| json!(cards.len()));
            json["projects_drawn"] = json!(s.offer.len());
            json["projects_known"] = json!(s.sunk.len());
            for (at, place) in s.field.iter().flat_map(|&field| self.tables.next_to[field].iter()).enumerate()
            {
                json["now"]["battle"]["neighbours"][at]["system"] = self.tables.name(place).into();
            }
        }
        json
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        State::from_json(json, &names(self, Viewer::All))
    }
}

/// The names of everything, for who reads.
fn names(g: &Rebellion, viewer: Viewer) -> Names<'_> {
    Names { tables: &g.tables, battle: g.battle(), viewer }
}

/// Writes the names of the action cards that are under way.
fn named(g: &Rebellion, s: &State, viewer: Viewer, json: &mut Value) {
    let known = s.stage != Stage::Recruit || viewer.knows(s.asked.index());
    for (key, side, card, known) in [("act", s.turn, s.act, true), ("used", s.asked, s.used, known)] {
        json["now"][key] = match card {
            Some(card) if known => g.tables.action_card(side, card).name.as_str().into(),
            Some(_) => "hidden".into(),
            None => Value::Null,
        };
    }
}
