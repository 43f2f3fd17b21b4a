//! What stands in the data set by name.

use std::collections::BTreeMap;

use holotable_env::Finite;
use holotable_env::data::{find, range};

use super::tables::World;
use super::words::{ByPlace, Place, Row, SYSTEMS, Side, Units};
use crate::rebellion_combat::tables::{Names, Tables as Combat};

/// The place of a name.
pub fn place(worlds: &ByPlace<World>, name: &str) -> Result<Place, String> {
    find(worlds.values().iter().map(|w| w.name.as_str()), name, "place").map(Place::at)
}

/// The system of a name.
pub fn system(worlds: &ByPlace<World>, name: &str) -> Result<Place, String> {
    find(worlds.values()[..SYSTEMS].iter().map(|w| w.name.as_str()), name, "system").map(Place::at)
}

/// The kind of unit of a name.
pub fn row(combat: &Combat, side: Side, name: &str) -> Result<Row, String> {
    Names { tables: combat, side }.row(name)
}

/// Units by their names.
pub fn units(combat: &Combat, side: Side, list: &BTreeMap<String, u8>) -> Result<Units, String> {
    let mut units = Units::default();
    for (name, &n) in list {
        let row = row(combat, side, name)?;
        units[row] = range(name, "number", n, 0, combat.unit(side, row).supply)?;
    }
    Ok(units)
}
