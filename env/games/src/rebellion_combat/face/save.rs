//! States as JSON in the rulebook's words, and what of them is written for whom. The state derives it; here is what needs names.

use holotable_env::json::fitted;
use holotable_env::{Finite, Json, Misfit, Save, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::invariants;
use crate::rebellion_combat::rules::RebellionCombat;
use crate::rebellion_combat::rules::action::Own;
use crate::rebellion_combat::rules::state::{Hit, Playing, State};
use crate::rebellion_combat::rules::tables::Names;
use crate::rebellion_combat::rules::words::{Marked, Side, Theatre};

impl Save for RebellionCombat {
    fn check(&self, s: &State) -> Result<(), String> {
        invariants::check(self, s)
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        let names = |side: Side| Names { tables: &self.tables, side };
        let mut json = s.to_json(&names(s.side.other()));
        for (side, camp) in s.camps.iter() {
            let mut seat = camp.to_json(&names(side));
            if !viewer.knows(side.index()) && !camp.odds.open {
                let cards = |deck: &Theatre| (deck.label(), json!(s.hand_size(&self.tables, side, *deck)));
                seat["hand"] = Value::Object(Theatre::ALL.iter().map(cards).collect());
            }
            json[side.word()] = seat;
        }
        json
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        let (rest, camps) = Names::of_each(&self.tables, json)?;
        // Whose turn it is says whose units are hurt.
        let side = json.get("now").and_then(|now| now.get("side")).or(json.get("current"));
        let side = side.map_or(Ok(Side::Empire), |side| Side::from_json(side, &()))?;
        let mut s = State::from_json(&rest, &Names { tables: &self.tables, side: side.other() })?;
        (s.side, s.camps) = (side, camps);
        s.hits.sort_unstable();
        s.fill_decks(&self.tables);
        Ok(s)
    }
}

/// A [`Playing`] in words.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    theatre: Theatre,
    card: String,
    verbs_left: u8,
    memo: u8,
}

impl Json<Names<'_>> for Playing {
    fn to_json(&self, names: &Names) -> Value {
        let tactic = names.tables.tactic(self.card);
        json!(Step {
            theatre: tactic.theatre,
            card: tactic.name.clone(),
            verbs_left: self.left,
            memo: self.memo
        })
    }

    fn from_json(json: &Value, names: &Names) -> Result<Self, Misfit> {
        let step: Step = fitted(json)?;
        let card = names.tables.card_called(step.theatre, &step.card)?;
        Ok(Self { card, left: step.verbs_left, memo: step.memo })
    }
}

/// A [`Hit`] in words.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wound {
    unit: String,
    markers: u8,
    assigned: u8,
    #[serde(default)]
    chosen: bool,
}

impl Json<Names<'_>> for Hit {
    fn to_json(&self, names: &Names) -> Value {
        let Hit { unit: Own { row, marked }, assigned, chosen } = *self;
        let unit = names.tables.unit(names.side, row).name.clone();
        json!(Wound { unit, markers: marked.index() as u8, assigned, chosen })
    }

    fn from_json(json: &Value, names: &Names) -> Result<Self, Misfit> {
        let wound: Wound = fitted(json)?;
        let marked = Marked::try_at(usize::from(wound.markers));
        let marked = marked.ok_or_else(|| format!("{} has {} damage", wound.unit, wound.markers))?;
        let unit = Own { row: names.row(&wound.unit)?, marked };
        Ok(Self { unit, assigned: wound.assigned, chosen: wound.chosen })
    }
}
