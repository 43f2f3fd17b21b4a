//! States as JSON in the rulebook's words, and what of them is written for whom. The state derives it; here is what needs names.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::action::Own;
use super::invariants;
use super::rules::RebellionCombat;
use super::state::{Hit, Playing, State};
use super::tables::Names;
use super::words::{Card, Marked, Side, Theatre};
use super::zones::{Cards, Force, Leaders, Sides, Units};
use crate::finite::Finite;
use crate::json::{Json, Misfit, by_word, elements, labelled, read_by_word, unfit};
use crate::list::List;
use crate::save::Save;
use crate::viewer::Viewer;

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

impl Json<Names<'_>> for Units {
    fn to_json(&self, names: &Names) -> Value {
        by_word(self.iter().map(|(row, n)| (names.tables.unit(names.side, row).name.clone(), n)), names)
    }

    fn from_json(json: &Value, names: &Names) -> Result<Self, Misfit> {
        let mut units = Self::default();
        read_by_word(json, names, |name, n| {
            units[names.row(name)?] = n;
            Ok(())
        })?;
        Ok(units)
    }
}

/// For each kind of unit the damage markers on each.
impl Json<Names<'_>> for Force {
    fn to_json(&self, names: &Names) -> Value {
        let mut kinds = Map::new();
        for (Own { row, marked }, n) in self.some() {
            let kind = kinds.entry(&names.tables.unit(names.side, row).name).or_insert_with(|| json!([]));
            let markers = kind.as_array_mut().expect("a list of markers");
            markers.extend((0..n).map(|_| json!(marked.index())));
        }
        Value::Object(kinds)
    }

    fn from_json(json: &Value, names: &Names) -> Result<Self, Misfit> {
        let mut force = Self::default();
        read_by_word(json, names, |name, markers: List<Marked, 255>| {
            let row = names.row(name)?;
            markers.iter().for_each(|&marked| force[Own { row, marked }] += 1);
            Ok(())
        })?;
        Ok(force)
    }
}

impl Json<Names<'_>> for Cards {
    fn to_json(&self, names: &Names) -> Value {
        let name = |card: Card| names.tables.tactic(card).name.clone();
        let deck =
            |deck: Theatre| by_word(names.tables.cards(deck).map(|card| (name(card), &self[card])), names);
        Theatre::all().map(|theatre| (theatre.label(), deck(theatre))).collect()
    }

    fn from_json(json: &Value, names: &Names) -> Result<Self, Misfit> {
        let mut cards = Self::default();
        for (word, deck) in json.as_object().ok_or_else(|| unfit("an object", json))? {
            let theatre = labelled(word)?;
            let put = |name: &str, n: u8| {
                cards[names.tables.card_called(theatre, name)?] = n;
                Ok(())
            };
            read_by_word(deck, names, put).map_err(|misfit| misfit.at(word))?;
        }
        Ok(cards)
    }
}

impl Json<Names<'_>> for Leaders {
    fn to_json(&self, names: &Names) -> Value {
        let known = self.each().filter_map(|leader| names.tables.leader(names.side, leader));
        known.map(|leader| leader.name.as_str()).collect()
    }

    fn from_json(json: &Value, names: &Names) -> Result<Self, Misfit> {
        let called: Vec<String> =
            Deserialize::deserialize(json).map_err(|_| unfit("a list of names", json))?;
        Ok(names.leaders(&called)?)
    }
}

impl<Cx: ?Sized> Json<Cx> for Sides {
    fn to_json(&self, _cx: &Cx) -> Value {
        self.each().map(Side::word).collect()
    }

    fn from_json(json: &Value, cx: &Cx) -> Result<Self, Misfit> {
        let sides: Vec<Side> = elements(json, cx)?;
        Ok(sides.into_iter().collect())
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
        let step: Step = Deserialize::deserialize(json).map_err(|e| Misfit::new(e.to_string()))?;
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
        let wound: Wound = Deserialize::deserialize(json).map_err(|e| Misfit::new(e.to_string()))?;
        let marked = Marked::try_at(usize::from(wound.markers));
        let marked = marked.ok_or_else(|| format!("{} has {} damage", wound.unit, wound.markers))?;
        let unit = Own { row: names.row(&wound.unit)?, marked };
        Ok(Self { unit, assigned: wound.assigned, chosen: wound.chosen })
    }
}
