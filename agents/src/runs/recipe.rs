//! [`Recipe`]: what a run was trained by, key by key.

use std::collections::BTreeMap;

use toml_edit::{DocumentMut, Item, Table};

use crate::error::Error;

/// The key that makes runs of one recipe differ by luck only.
pub const SEED: &str = "seed";
/// The keys in which runs of one curve may differ: a run is the same on any number of threads.
const APART: [&str; 2] = [SEED, "threads"];

/// The keys of a recipe with their full names (`game.options.players`) and their values as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe(BTreeMap<String, String>);

impl Recipe {
    /// Reads the recipe that a run keeps in `config.toml`.
    ///
    /// # Errors
    /// One line if this is not TOML.
    pub fn from_toml(text: &str) -> Result<Self, Error> {
        let document: DocumentMut =
            text.parse().map_err(|e: toml_edit::TomlError| Error::new(e.to_string()))?;
        let mut keys = BTreeMap::new();
        flatten("", document.as_table(), &mut keys);
        Ok(Self(keys))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// The names of the keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// What the runs of one curve have in common; `None` if the run has no recipe.
    pub(super) fn without_seed(&self) -> Option<Self> {
        let mut common = self.clone();
        common.0.retain(|key, _| !APART.contains(&key.as_str()));
        (!common.0.is_empty()).then_some(common)
    }
}

fn flatten(place: &str, table: &Table, keys: &mut BTreeMap<String, String>) {
    for (key, item) in table {
        match item {
            Item::Table(inner) => flatten(&format!("{place}{key}."), inner, keys),
            Item::Value(value) => {
                let plain = value.as_str().map_or_else(|| value.to_string().trim().to_owned(), str::to_owned);
                keys.insert(format!("{place}{key}"), plain);
            }
            Item::None | Item::ArrayOfTables(_) => {}
        }
    }
}
