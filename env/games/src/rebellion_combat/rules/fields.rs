//! How what lies where is written as JSON, by the names of units, leaders and cards.

use holotable_env::json::{by_word, elements, labelled, read_by_word, unfit};
use holotable_env::{Finite, Json, List, Misfit};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::action::Own;
use super::tables::Names;
use super::words::{Card, Marked, Side, Theatre};
use super::zones::{Cards, Force, Leaders, Sides, Units};

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

/// Leaders of a side by name.
pub mod leaders {
    use super::{Deserialize, Leaders, Misfit, Names, Value, unfit};

    pub fn to_json(leaders: &Leaders, names: &Names) -> Value {
        let known = leaders.iter().filter_map(|leader| names.tables.leader(names.side, leader));
        known.map(|leader| leader.name.as_str()).collect()
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Leaders, Misfit> {
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
