//! [`Space`]: the recipes of a sweep, as a grid or as draws at random, read from a TOML file.

use std::collections::BTreeMap;

use holotable_env::streams::TRIALS as STREAMS;
use holotable_env::{OptionKind, OptionSpec, Options, excerpt, generator, suggest};
use holotable_store::error::Error;
use holotable_store::limits::TRIALS;
use holotable_store::toml_text::{self, shown};
use toml::{Table, Value};

use super::distribution::Distribution;
use crate::ppo::{Config, Draws};

/// A value for every key that varies.
pub type Point = BTreeMap<String, Value>;

/// Which values the varying keys take.
#[derive(Clone, Debug, PartialEq)]
pub enum Space {
    /// Every combination of some values of each key.
    Grid(BTreeMap<String, Vec<Value>>),
    /// Draws from a distribution for each key.
    Random {
        /// The number of trials.
        trials: usize,
        /// Where they come from.
        seed: u64,
        /// The distribution of each key.
        keys: BTreeMap<String, Distribution>,
    },
}

impl Space {
    /// Reads a space whose keys are those of a recipe for a game with these options.
    ///
    /// # Errors
    /// One line that names the key, the value and what it must be, or the suggest key to an unknown one.
    pub fn from_toml(text: &str, specs: &[OptionSpec]) -> Result<Self, Error> {
        let table = toml_text::read(text)?;
        only(&table, &["grid", "random"])?;
        let space = match (table.get("grid"), table.get("random")) {
            (Some(grid), None) => grid_of(grid, specs).map_err(|e| e.within("[grid]"))?,
            (None, Some(random)) => random_of(random, specs).map_err(|e| e.within("[random]"))?,
            (both, _) => {
                let found = if both.is_some() { "both" } else { "neither" };
                return Err(Error::new(format!(
                    "it must hold one table, [grid] or [random], but has {found}"
                )));
            }
        };
        match space.len() {
            1..=TRIALS => Ok(space),
            n => Err(Error::new(format!("it has {n} trials but must have from 1 to {TRIALS}"))),
        }
    }

    /// How many trials there are.
    pub fn len(&self) -> usize {
        match self {
            Space::Grid(keys) => keys.values().map(Vec::len).fold(1, usize::saturating_mul),
            Space::Random { trials, .. } => *trials,
        }
    }

    /// Whether there are no trials.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The names of the keys that vary.
    pub fn keys(&self) -> Vec<&str> {
        match self {
            Space::Grid(keys) => keys.keys().map(String::as_str).collect(),
            Space::Random { keys, .. } => keys.keys().map(String::as_str).collect(),
        }
    }

    /// The trials in order. Each random one has a stream of its own, so more trials begin with the same ones.
    pub fn points(&self) -> Vec<Point> {
        match self {
            Space::Grid(keys) => keys.iter().fold(vec![Point::new()], |points, (key, values)| {
                let with = |point: &Point, value: &Value| {
                    let mut point = point.clone();
                    point.insert(key.clone(), value.clone());
                    point
                };
                points.iter().flat_map(|point| values.iter().map(move |value| with(point, value))).collect()
            }),
            Space::Random { trials, seed, keys } => (0..*trials as u64)
                .map(|trial| {
                    let mut rng = generator(*seed, STREAMS + trial);
                    keys.iter()
                        .map(|(key, distribution)| (key.clone(), distribution.draw(&mut rng)))
                        .collect()
                })
                .collect(),
        }
    }

    /// Whether the trials of both are the same as far as both go.
    pub fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Space::Random { seed: a, keys: x, .. }, Space::Random { seed: b, keys: y, .. }) => {
                (a, x) == (b, y)
            }
            _ => self == other,
        }
    }
}

fn grid_of(grid: &Value, specs: &[OptionSpec]) -> Result<Space, Error> {
    let mut keys = BTreeMap::new();
    for (key, value) in leaves(grid)? {
        draws(&key, specs)?;
        let values = value.as_array().filter(|values| !values.is_empty()).ok_or_else(|| {
            let value = shown(&value);
            Error::new(format!("{key} is {value} but must be a list of values, such as [1, 2]"))
        })?;
        keys.insert(key, values.clone());
    }
    some(Space::Grid(keys))
}

fn random_of(random: &Value, specs: &[OptionSpec]) -> Result<Space, Error> {
    let table = random.as_table().ok_or_else(|| Error::new("it must be a table"))?;
    only(table, &["trials", "seed", "space"])?;
    let whole = |key: &str, least: i64, most: i64| {
        let value = table.get(key).map_or_else(|| "missing".to_owned(), shown);
        let number = table.get(key).and_then(Value::as_integer).filter(|n| (least..=most).contains(n));
        let what = format!("{key} is {value} but must be a whole number from {least} to {most}");
        number.ok_or_else(|| Error::new(what))
    };
    let trials = whole("trials", 1, TRIALS as i64)? as usize;
    let seed = whole("seed", 0, 1 << 53)? as u64;
    let space = table.get("space").ok_or_else(|| Error::new("the table [random.space] is missing"))?;
    let mut keys = BTreeMap::new();
    for (key, value) in leaves(space).map_err(|e| e.within("space"))? {
        let distribution = draws(&key, specs).and_then(|draws| Distribution::read(&key, &value, draws));
        keys.insert(key, distribution.map_err(|e| e.within("space"))?);
    }
    some(Space::Random { trials, seed, keys })
}

/// A space with keys.
fn some(space: Space) -> Result<Space, Error> {
    if space.keys().is_empty() { Err(Error::new("no key varies")) } else { Ok(space) }
}

/// The keys with their full names; only those of the game are written in tables.
fn leaves(value: &Value) -> Result<Vec<(String, Value)>, Error> {
    let table =
        value.as_table().ok_or_else(|| Error::new(format!("it is {} but must be a table", shown(value))))?;
    let mut found = Vec::new();
    for (key, value) in table {
        if value.is_table() && ["game", "options", "mix"].contains(&key.as_str()) {
            found.extend(leaves(value)?.into_iter().map(|(inner, v)| (format!("{key}.{inner}"), v)));
        } else {
            found.push((key.clone(), value.clone()));
        }
    }
    Ok(found)
}

/// What may be drawn for a key of the recipe.
fn draws(key: &str, specs: &[OptionSpec]) -> Result<Draws, Error> {
    let option = key.strip_prefix("game.options.");
    let Some(name) = option.or(key.strip_prefix("game.mix.")) else {
        return match key.strip_prefix("game") {
            Some(rest) if rest.is_empty() || rest.starts_with('.') => {
                let allowed = "write game.options.NAME or game.mix.NAME";
                Err(Error::new(format!("{key} cannot vary; {allowed}")))
            }
            _ => Config::draws(key),
        };
    };
    match specs.iter().find(|spec| spec.name == name) {
        Some(spec) if option.is_some() && matches!(spec.kind, OptionKind::Int(..)) => Ok(Draws::Whole),
        Some(_) => Ok(Draws::Nothing),
        None => {
            Err(Error::from(Options::resolve(specs, [(name, "")]).expect_err("there is none")).within(key))
        }
    }
}

fn only(table: &Table, known: &[&str]) -> Result<(), Error> {
    match table.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => {
            let (key, hint, all) = (excerpt(key, 0), suggest(key, known.iter().copied()), known.join(", "));
            Err(Error::new(format!("unknown key '{key}'{hint} (the keys are {all})")))
        }
    }
}
