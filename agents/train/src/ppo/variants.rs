//! Variants of a game that differ in some options, so that one network learns to play all of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use holotable_env::Options;
use holotable_erased::AnyGame;
use holotable_store::error::Error;
use serde_json::Value;

use super::task::Task;

/// The variants of a task's game under every combination of the option values in `mix`; the game alone if `mix` is empty.
///
/// # Errors
/// One line if the game has no such option or a value is outside its range.
pub fn all(task: &Task, mix: &BTreeMap<String, Vec<String>>) -> Result<Vec<Arc<dyn AnyGame>>, Error> {
    let mut games = vec![Arc::clone(&task.game)];
    for (name, values) in mix {
        let each = |game: &Arc<dyn AnyGame>| {
            values.iter().map(|value| with_option(game.as_ref(), name, value)).collect::<Vec<_>>()
        };
        games = games.iter().flat_map(each).collect::<Result<_, _>>()?;
        if games.iter().any(|other| other.layout(task.features) != task.game.layout(task.features)) {
            return Err(Error::new(format!(
                "{name} changes the layout, so one network cannot play them all"
            )));
        }
    }
    Ok(games)
}

/// What tells the variants of [`all`] from each other, in the same order: `imperials=7 players=2`.
pub fn names(mix: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    mix.iter().fold(vec![String::new()], |names, (option, values)| {
        let each = |name: &String| values.iter().map(|v| format!("{name} {option}={v}")).collect::<Vec<_>>();
        names.iter().flat_map(each).map(|name| name.trim_start().to_owned()).collect()
    })
}

/// `game` with one option at another value.
///
/// # Errors
/// One line if the game has no such option or the value is outside its range.
pub fn with_option(game: &dyn AnyGame, name: &str, value: &str) -> Result<Arc<dyn AnyGame>, Error> {
    let mut given = options(game);
    given.insert(name.to_owned(), value.to_owned());
    let given = given.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ok(game.under(&Options::resolve(game.facts().options, given)?)?)
}

/// The value of an option of `game` as text, if there is such an option.
pub fn option(game: &dyn AnyGame, name: &str) -> Option<String> {
    options(game).remove(name)
}

fn options(game: &dyn AnyGame) -> BTreeMap<String, String> {
    let plain = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    let options = serde_json::to_value(game.options()).expect("options are plain values");
    let options = options.as_object().expect("options have names");
    options.iter().map(|(name, value)| (name.clone(), plain(value))).collect()
}
