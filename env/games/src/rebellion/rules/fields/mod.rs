//! How fields of the state that need names, or are not for all, are written as JSON: here who reads, and for each kind of field a module.

pub mod battle;
pub mod cards;
pub mod named;
pub mod people;
pub mod places;

use holotable_env::json::{labelled, unfit};
use holotable_env::{Finite, Misfit, Viewer};
use serde_json::{Map, Value};

use super::tables::Tables;
use super::words::{BySide, Recruits, Side};
use crate::rebellion_combat::RebellionCombat;
use crate::rebellion_combat::tables::Names as Components;

/// The names of everything, and who reads.
#[derive(Debug)]
pub struct Names<'a> {
    /// The data set.
    pub tables: &'a Tables,
    /// The battle.
    pub battle: &'a RebellionCombat,
    /// The viewer, from whom hidden values are left out.
    pub viewer: Viewer,
}

impl<'a> Names<'a> {
    fn components(&self, side: Side) -> Components<'a> {
        Components { tables: &self.battle.tables, side }
    }

    /// Whether who reads sees what a side alone sees.
    fn knows(&self, side: Side) -> bool {
        self.viewer.knows(side.index())
    }
}

/// What is written with names; those of leaders, units and cards are a side's, those of places and objectives are everybody's.
pub trait Named: Sized {
    /// The value as JSON.
    fn write(&self, side: Side, names: &Names) -> Value;

    /// From JSON.
    ///
    /// # Errors
    /// [`Misfit`] for what does not fit.
    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit>;
}

/// An object with a value for each side.
pub fn by_side<T>(all: &BySide<T>, value: impl Fn(Side, &T) -> Value) -> Value {
    all.iter().map(|(side, one)| (side.label(), value(side, one))).collect::<Map<_, _>>().into()
}

/// The values of such an object; who is not there has nothing.
fn of_sides<T: Default>(
    json: &Value,
    value: impl Fn(Side, &Value) -> Result<T, Misfit>,
) -> Result<BySide<T>, Misfit> {
    let mut all = BySide::<T>::default();
    for (word, one) in json.as_object().ok_or_else(|| unfit("an object", json))? {
        let side: Side = labelled(word)?;
        all[side] = value(side, one).map_err(|misfit| misfit.at(word))?;
    }
    Ok(all)
}

/// What is everybody's, for all.
pub mod open {
    use super::{Misfit, Named, Names, Side, Value};

    pub fn to_json<T: Named>(field: &T, names: &Names) -> Value {
        field.write(Side::default(), names)
    }

    pub fn from_json<T: Named>(json: &Value, names: &Names) -> Result<T, Misfit> {
        T::read(json, Side::default(), names)
    }
}

/// What is the Empire's, for all.
pub mod imperial {
    use super::{Misfit, Named, Names, Side, Value};

    pub fn to_json<T: Named>(field: &T, names: &Names) -> Value {
        field.write(Side::Empire, names)
    }

    pub fn from_json<T: Named>(json: &Value, names: &Names) -> Result<T, Misfit> {
        T::read(json, Side::Empire, names)
    }
}

/// What is the Rebels', for all.
pub mod rebel {
    use super::{Misfit, Named, Names, Side, Value};

    pub fn to_json<T: Named>(field: &T, names: &Names) -> Value {
        field.write(Side::Rebels, names)
    }

    pub fn from_json<T: Named>(json: &Value, names: &Names) -> Result<T, Misfit> {
        T::read(json, Side::Rebels, names)
    }
}

/// What the Empire alone sees.
pub mod for_empire {
    pub use super::imperial::from_json;
    use super::{Named, Names, Side, Value, imperial};

    pub fn to_json<T: Named>(field: &T, names: &Names) -> Value {
        if names.knows(Side::Empire) { imperial::to_json(field, names) } else { Value::Null }
    }
}

/// What the Rebels alone see.
pub mod for_rebels {
    pub use super::rebel::from_json;
    use super::{Named, Names, Side, Value, rebel};

    pub fn to_json<T: Named>(field: &T, names: &Names) -> Value {
        if names.knows(Side::Rebels) { rebel::to_json(field, names) } else { Value::Null }
    }
}

/// Something of each side, for all.
pub mod sides {
    use super::{BySide, Misfit, Named, Names, Value, by_side, of_sides};

    pub fn to_json<T: Named>(fields: &BySide<T>, names: &Names) -> Value {
        by_side(fields, |side, one| one.write(side, names))
    }

    pub fn from_json<T: Named + Default>(json: &Value, names: &Names) -> Result<BySide<T>, Misfit> {
        of_sides(json, |side, one| T::read(one, side, names))
    }
}

/// Something of each side, for this side alone.
pub mod own {
    pub use super::sides::from_json;
    use super::{BySide, Named, Names, Value, by_side};

    pub fn to_json<T: Named>(fields: &BySide<T>, names: &Names) -> Value {
        by_side(fields, |side, one| if names.knows(side) { one.write(side, names) } else { Value::Null })
    }
}

/// Action cards of each side: where they have abilities only their side knows them.
pub mod decks {
    pub use super::sides::from_json;
    use super::{BySide, Names, Recruits, Value, own, sides};

    pub fn to_json(decks: &BySide<Recruits>, names: &Names) -> Value {
        if names.tables.action_cards { own::to_json(decks, names) } else { sides::to_json(decks, names) }
    }
}
