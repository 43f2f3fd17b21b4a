//! What is printed on the components, as tables: see `load.rs` for how the data set becomes these.

use holotable_env::Finite;
use holotable_env::catalogue::Entry;
use holotable_env::data::find;

use super::cards::Decks;
use super::map::Map;
use super::values::Values;
use super::words::Planet;

/// The data set.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The board.
    pub map: Map,
    /// The cards of each faction.
    pub decks: Decks,
    /// The numbers, and the rulings on what is open.
    pub values: Values,
    /// Every value with its provenance.
    pub printed: Vec<Entry>,
    /// A hash of the values.
    pub hash: String,
}

impl Tables {
    /// The planet of a name.
    ///
    /// # Errors
    /// One line with the nearest name.
    pub fn planet(&self, name: &str) -> Result<Planet, String> {
        find(self.map.worlds.values().iter().map(|w| w.name.as_str()), name, "planet").map(Planet::at)
    }
}
