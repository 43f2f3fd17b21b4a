//! The recipes that come with holotable, so that training starts from any folder.

use std::path::Path;

use holotable_env::suggest;

use crate::error::Error;
use crate::files;

/// The recipes by name.
const RECIPES: [(&str, &str); 8] = [
    ("conflict", include_str!("../../configs/train/conflict.toml")),
    ("conflict_family", include_str!("../../configs/train/conflict_family.toml")),
    ("dark_side_rising", include_str!("../../configs/train/dark_side_rising.toml")),
    ("dark_side_rising_all", include_str!("../../configs/train/dark_side_rising_all.toml")),
    ("dark_side_rising_alone", include_str!("../../configs/train/dark_side_rising_alone.toml")),
    ("dark_side_rising_small", include_str!("../../configs/train/dark_side_rising_small.toml")),
    ("rebellion_combat", include_str!("../../configs/train/rebellion_combat.toml")),
    ("risk", include_str!("../../configs/train/risk.toml")),
];

/// The text of a recipe: a TOML file, or one that comes with holotable by its name.
///
/// # Errors
/// One line if there is neither such a file nor such a recipe.
pub fn read(recipe: &Path) -> Result<String, Error> {
    if recipe.is_file() || recipe.extension().is_some() {
        return files::read(recipe);
    }
    if let Some((_, text)) = RECIPES.iter().find(|(name, _)| Path::new(name) == recipe) {
        return Ok((*text).to_owned());
    }
    let (name, names) = (recipe.display().to_string(), RECIPES.map(|(name, _)| name));
    let near = suggest(&name, names);
    Err(Error::new(format!("no recipe '{name}'{near}: it is a TOML file or one of {}", names.join(", "))))
}
