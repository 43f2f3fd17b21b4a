//! What lies where, by the names of places: where there is nothing is left out.

use holotable_env::json::unfit;
use holotable_env::{Json, Misfit};
use serde_json::{Map, Value, json};

use super::named::Titled;
use super::{Named, Names};
use crate::rebellion::rules::allegiance::Loyalties;
use crate::rebellion::rules::deployments::{Deployments, MOST};
use crate::rebellion::rules::words::{ByPlace, Loyalty, Place, Side};

impl Named for u8 {
    fn write(&self, _: Side, _: &Names) -> Value {
        json!(self)
    }

    fn read(json: &Value, _: Side, names: &Names) -> Result<Self, Misfit> {
        Self::from_json(json, names)
    }
}

impl Named for i8 {
    fn write(&self, _: Side, _: &Names) -> Value {
        json!(self)
    }

    fn read(json: &Value, _: Side, names: &Names) -> Result<Self, Misfit> {
        Self::from_json(json, names)
    }
}

impl Named for Loyalty {
    fn write(&self, _: Side, _: &Names) -> Value {
        self.word().into()
    }

    fn read(json: &Value, _: Side, names: &Names) -> Result<Self, Misfit> {
        Self::from_json(json, names)
    }
}

impl<T: Named + Default + PartialEq> Named for ByPlace<T> {
    fn write(&self, side: Side, names: &Names) -> Value {
        let some = self.iter().filter(|(_, one)| **one != T::default());
        let named = some.map(|(place, one)| (names.tables.name(place).to_owned(), one.write(side, names)));
        Value::Object(named.collect::<Map<_, _>>())
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let mut all = Self::default();
        for (name, one) in json.as_object().ok_or_else(|| unfit("an object", json))? {
            let place = Place::called(name, side, names)?;
            all[place] = T::read(one, side, names).map_err(|misfit| misfit.at(name))?;
        }
        Ok(all)
    }
}

/// Whom systems are loyal to.
impl Named for Loyalties {
    fn write(&self, side: Side, names: &Names) -> Value {
        ByPlace::from_fn(|place: Place| self[place]).write(side, names)
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let mut all = Self::default();
        let each = ByPlace::<Loyalty>::read(json, side, names)?;
        each.iter().for_each(|(place, &loyalty)| all.set(place, loyalty));
        Ok(all)
    }
}

/// How many units were deployed where.
impl Named for Deployments {
    fn write(&self, side: Side, names: &Names) -> Value {
        ByPlace::from_fn(|place: Place| self.at(place)).write(side, names)
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let mut deployments = Self::default();
        for (place, &n) in ByPlace::<u8>::read(json, side, names)?.iter() {
            if n > MOST {
                return Err(Misfit::new(format!("{n} units, but {MOST} are the most")));
            }
            (0..n).for_each(|_| deployments.add(place));
        }
        Ok(deployments)
    }
}

/// Where the base is, for those who know it.
pub mod base {
    use super::{Named, Names, Place, Side, Value};
    pub use crate::rebellion::rules::fields::open::from_json;

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(base: &Option<Place>, names: &Names) -> Value {
        if base.is_some() && !names.knows(Side::Rebels) {
            return "hidden".into();
        }
        base.write(Side::Rebels, names)
    }
}
