//! [`Recipe`]: what a run was trained by, key by key.

use std::collections::BTreeMap;

use holotable_store::error::Error;
use holotable_store::toml_text;
use toml::{Table, Value};

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
        let table = toml_text::read(text)?;
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Ok(Self(leaves(&table).into_iter().map(|(key, value)| (key, plain(value))).collect()))
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

/// The values of a recipe with their full names (`game.options.players`).
pub fn leaves(table: &Table) -> Vec<(String, &Value)> {
    let mut all = Vec::new();
    for (key, value) in table {
        if let Value::Table(inner) = value {
            all.extend(leaves(inner).into_iter().map(|(name, value)| (format!("{key}.{name}"), value)));
        } else {
            all.push((key.clone(), value));
        }
    }
    all
}
