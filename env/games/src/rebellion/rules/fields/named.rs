//! What the data set calls by name, alone, in sets and in lists.

use holotable_env::bits::Word;
use holotable_env::data::find;
use holotable_env::english::an;
use holotable_env::json::unfit;
use holotable_env::{Finite, List, Misfit, Set};
use serde_json::Value;

use super::{Named, Names};
use crate::rebellion::rules::words::{Leader, Mission, Objective, PLACES, Place, Recruit, Row, Side};

/// What has a name.
pub trait Titled: Finite {
    /// The kind of thing, for errors.
    const WHAT: &'static str;

    /// How many there are.
    fn count(side: Side, names: &Names) -> usize;

    /// The printed name of the thing.
    fn title<'a>(self, side: Side, names: &Names<'a>) -> &'a str;

    /// What has this name.
    ///
    /// # Errors
    /// One line with the nearest name.
    fn called(name: &str, side: Side, names: &Names) -> Result<Self, String> {
        let all = (0..Self::count(side, names)).map(|i| Self::at(i).title(side, names));
        find(all, name, Self::WHAT).map(Self::at)
    }
}

impl Titled for Place {
    const WHAT: &'static str = "place";

    fn count(_: Side, _: &Names) -> usize {
        PLACES
    }

    fn title<'a>(self, _: Side, names: &Names<'a>) -> &'a str {
        names.tables.name(self)
    }
}

impl Titled for Objective {
    const WHAT: &'static str = "objective";

    fn count(_: Side, names: &Names) -> usize {
        names.tables.objectives.len()
    }

    fn title<'a>(self, _: Side, names: &Names<'a>) -> &'a str {
        &names.tables.objective(self).name
    }
}

impl Titled for Mission {
    const WHAT: &'static str = "mission";

    fn count(side: Side, names: &Names) -> usize {
        names.tables.missions[side].len()
    }

    fn title<'a>(self, side: Side, names: &Names<'a>) -> &'a str {
        names.tables.missions[side].get(self.index()).map_or("no mission", |card| card.name.as_str())
    }
}

impl Titled for Recruit {
    const WHAT: &'static str = "action card";

    fn count(side: Side, names: &Names) -> usize {
        names.tables.recruits[side].len()
    }

    fn title<'a>(self, side: Side, names: &Names<'a>) -> &'a str {
        &names.tables.action_card(side, self).name
    }
}

impl Titled for Leader {
    const WHAT: &'static str = "leader";

    fn count(side: Side, names: &Names) -> usize {
        names.battle.tables.leaders[side].len()
    }

    fn title<'a>(self, side: Side, names: &Names<'a>) -> &'a str {
        names.battle.tables.leader(side, self).map_or("nobody", |person| person.name.as_str())
    }
}

impl Titled for Row {
    const WHAT: &'static str = "unit";

    fn count(side: Side, names: &Names) -> usize {
        names.battle.tables.units[side].len()
    }

    fn title<'a>(self, side: Side, names: &Names<'a>) -> &'a str {
        &names.battle.tables.unit(side, self).name
    }
}

impl<T: Titled> Named for T {
    fn write(&self, side: Side, names: &Names) -> Value {
        self.title(side, names).into()
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let name = json.as_str().ok_or_else(|| unfit(&an(T::WHAT), json))?;
        Ok(T::called(name, side, names)?)
    }
}

/// Or nothing.
impl<T: Named> Named for Option<T> {
    fn write(&self, side: Side, names: &Names) -> Value {
        self.as_ref().map_or(Value::Null, |one| one.write(side, names))
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        if json.is_null() { Ok(None) } else { T::read(json, side, names).map(Some) }
    }
}

/// In the order of their numbers.
impl<T: Titled, W: Word> Named for Set<T, W> {
    fn write(&self, side: Side, names: &Names) -> Value {
        self.iter().map(|one| one.title(side, names)).collect()
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let mut set = Self::EMPTY;
        for name in json.as_array().ok_or_else(|| unfit("a list of names", json))? {
            let one = T::read(name, side, names)?;
            if set.has(one) {
                return Err(Misfit::new(format!("{} is listed twice", one.title(side, names))));
            }
            set.add(one);
        }
        Ok(set)
    }
}

/// In an order of their own.
impl<T: Titled + Default, const N: usize> Named for List<T, N> {
    fn write(&self, side: Side, names: &Names) -> Value {
        self.iter().map(|one| one.title(side, names)).collect()
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let all = json.as_array().filter(|list| list.len() <= N);
        let mut list = Self::default();
        for one in all.ok_or_else(|| unfit(&format!("a list of up to {N} names"), json))? {
            list.push(T::read(one, side, names)?);
        }
        Ok(list)
    }
}
