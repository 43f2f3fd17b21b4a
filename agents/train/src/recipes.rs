//! The recipes that come with holotable, so that training starts from any folder.

use std::path::Path;

use holotable_env::suggest;
use holotable_store::error::Error;
use holotable_store::files;
use holotable_store::limits::CONFIG_BYTES;

/// The text of a recipe by its file.
macro_rules! recipe {
    ($file:literal) => {
        include_str!(concat!(env!("HOLOTABLE_CONFIGS"), "/train/", $file))
    };
}

/// The recipes by name.
const RECIPES: [(&str, &str); 15] = [
    ("conflict", recipe!("conflict.toml")),
    ("conflict_alone", recipe!("conflict_alone.toml")),
    ("conflict_family", recipe!("conflict_family.toml")),
    ("dark_side_rising", recipe!("dark_side_rising.toml")),
    ("dark_side_rising_all", recipe!("dark_side_rising_all.toml")),
    ("dark_side_rising_alone", recipe!("dark_side_rising_alone.toml")),
    ("dark_side_rising_small", recipe!("dark_side_rising_small.toml")),
    ("rebellion", recipe!("rebellion.toml")),
    ("rebellion_alone", recipe!("rebellion_alone.toml")),
    ("rebellion_combat", recipe!("rebellion_combat.toml")),
    ("rebellion_combat_alone", recipe!("rebellion_combat_alone.toml")),
    ("rebellion_combat_named", recipe!("rebellion_combat_named.toml")),
    ("rebellion_team", recipe!("rebellion_team.toml")),
    ("risk", recipe!("risk.toml")),
    ("risk_alone", recipe!("risk_alone.toml")),
];

/// The text of a recipe: a TOML file, or one that comes with holotable by its name.
///
/// # Errors
/// One line if there is neither such a file nor such a recipe.
pub fn read(recipe: &Path) -> Result<String, Error> {
    if recipe.is_file() || recipe.extension().is_some() {
        return files::read_up_to(recipe, CONFIG_BYTES);
    }
    if let Some((_, text)) = RECIPES.iter().find(|(name, _)| Path::new(name) == recipe) {
        return Ok((*text).to_owned());
    }
    let (name, names) = (recipe.display().to_string(), RECIPES.map(|(name, _)| name));
    let near = suggest(&name, names);
    Err(Error::new(format!("no recipe '{name}'{near}: it is a TOML file or one of {}", names.join(", "))))
}
