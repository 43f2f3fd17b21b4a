//! What curves are called: by what differs between their recipes, or else by their folders.

use std::collections::{BTreeMap, BTreeSet};

use super::recipe::Recipe;

/// The longest name, in characters.
const LONGEST: usize = 60;

/// The keys in which these recipes differ, for each recipe with its values.
pub fn differences(recipes: &[Option<Recipe>]) -> Vec<BTreeMap<String, String>> {
    let known: Vec<&Recipe> = recipes.iter().flatten().collect();
    let keys: BTreeSet<&str> = known.iter().flat_map(|recipe| recipe.keys()).collect();
    let apart =
        keys.into_iter().filter(|key| known.iter().any(|recipe| recipe.get(key) != known[0].get(key)));
    let apart: Vec<&str> = apart.collect();
    let of = |recipe: &Option<Recipe>| {
        let value = |key: &&str| Some(((*key).to_owned(), recipe.as_ref()?.get(key)?.to_owned()));
        apart.iter().filter_map(value).collect()
    };
    recipes.iter().map(of).collect()
}

/// A name for each curve: `learning_rate=0.001, players=2` if that is short and no two have the same, else `folders`, and if
/// these are equal, `paths`.
pub fn names(apart: &[BTreeMap<String, String>], folders: &[String], paths: &[String]) -> Vec<String> {
    let by_recipe: Vec<String> = apart.iter().map(short).collect();
    let distinct = |names: &[String]| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    let fits = |name: &String| (1..=LONGEST).contains(&name.chars().count());
    if by_recipe.iter().all(fits) && distinct(&by_recipe) {
        return by_recipe;
    }
    if distinct(folders) { folders.to_vec() } else { paths.to_vec() }
}

/// The keys without the tables that they stand in.
fn short(keys: &BTreeMap<String, String>) -> String {
    let item = |(key, value): (&String, &String)| {
        let name = key.rsplit('.').next().unwrap_or(key);
        format!("{name}={}", if value.is_empty() { "none" } else { value })
    };
    keys.iter().map(item).collect::<Vec<_>>().join(", ")
}
