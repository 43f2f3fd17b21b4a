//! Units, dice and the battle, as its own rules write them.

use holotable_env::json::unfit;
use holotable_env::{Finite, Json, Misfit, Save};
use serde_json::Value;

use super::{Named, Names};
use crate::rebellion::rules::words::{QUEUE, Side, Units};
use crate::rebellion_combat::State;
use crate::rebellion_combat::action::Die;

impl Named for Units {
    fn write(&self, side: Side, names: &Names) -> Value {
        self.to_json(&names.components(side))
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        Self::from_json(json, &names.components(side))
    }
}

/// A queue, as the list of its spaces.
impl Named for [Units; QUEUE] {
    fn write(&self, side: Side, names: &Names) -> Value {
        self.iter().map(|units| units.write(side, names)).collect()
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let list = json.as_array().filter(|list| list.len() == QUEUE);
        let mut queue = [Units::default(); QUEUE];
        for (space, units) in queue.iter_mut().zip(list.ok_or_else(|| unfit("a list of three spaces", json))?)
        {
            *space = Units::read(units, side, names)?;
        }
        Ok(queue)
    }
}

impl Named for Die {
    fn write(&self, _: Side, _: &Names) -> Value {
        self.label().into()
    }

    fn read(json: &Value, _: Side, _: &Names) -> Result<Self, Misfit> {
        let die = json.as_str().and_then(|word| Self::all().find(|die| die.label() == word));
        die.ok_or_else(|| unfit("a die", json))
    }
}

impl Named for State {
    fn write(&self, _: Side, names: &Names) -> Value {
        names.battle.to_json(self, names.viewer)
    }

    fn read(json: &Value, _: Side, names: &Names) -> Result<Self, Misfit> {
        names.battle.from_json(json)
    }
}
