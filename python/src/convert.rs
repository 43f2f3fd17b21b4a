//! From Python's values to ours: whole numbers, seeds, options, JSON.

use std::hash::{BuildHasher, Hasher, RandomState};

use holotable_env::json::parse;
use holotable_env::{GameRng, Sample, Summary, Viewer, generator};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use serde_json::Value;

use crate::errors::Fault;

/// What `value` is, short enough for one line.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "?".to_owned(), |r| r.to_string());
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "?".to_owned(), |n| n.to_string())
}

/// Who looks at a table of so many players: everything is seen unless a seat or the table is named.
pub fn viewer(viewer: Option<&Bound<'_, PyAny>>, players: usize) -> Result<Viewer, Fault> {
    let Some(viewer) = viewer else { return Ok(Viewer::All) };
    match viewer.extract::<String>() {
        Ok(word) if word == "table" => Ok(Viewer::Table),
        Ok(word) => Err(Fault::Value(format!("viewer is '{word}' but must be a seat or 'table'"))),
        Err(_) => below(viewer, players, "player").map(Viewer::Seat),
    }
}

/// A whole number below `n`, called `what`.
pub fn below(value: &Bound<'_, PyAny>, n: usize, what: &str) -> Result<usize, Fault> {
    match value.extract::<usize>() {
        Ok(i) if i < n => Ok(i),
        _ if is_whole(value) => {
            Err(Fault::Value(format!("{what} {} is not in 0..{}", shown(value), n.saturating_sub(1))))
        }
        _ => Err(Fault::Type(format!(
            "{what} must be a whole number from 0 to {}, not {} {}",
            n.saturating_sub(1),
            type_name(value),
            shown(value)
        ))),
    }
}

/// Whether the value is a whole number by type: `int`, a numpy integer, anything with `__index__`.
fn is_whole(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyInt>() || value.call_method0("__index__").is_ok()
}

/// A seed: a whole number from 0 to 2**64 - 1; one drawn from the system's entropy for `None`.
pub fn seed(value: Option<&Bound<'_, PyAny>>) -> Result<u64, Fault> {
    let Some(value) = value else { return Ok(RandomState::new().build_hasher().finish()) };
    value.extract().map_err(|_| {
        let line = format!("a seed is a whole number from 0 to 2**64 - 1, not {}", shown(value));
        if is_whole(value) { Fault::Value(line) } else { Fault::Type(line) }
    })
}

/// The generator of a seed and an episode (by default the first); see [`seed`].
pub fn game_rng(
    seed: Option<&Bound<'_, PyAny>>,
    episode: Option<&Bound<'_, PyAny>>,
) -> Result<GameRng, Fault> {
    let episode = episode.map_or(Ok(0), |e| below(e, usize::MAX, "episode"))?;
    Ok(Sample(generator(self::seed(seed)?, episode as u64)))
}

/// Options as keyword arguments give them, as text.
pub fn options(given: Option<&Bound<'_, PyDict>>) -> Result<Vec<(String, String)>, Fault> {
    let mut list = Vec::new();
    for (name, value) in given.into_iter().flatten() {
        let text = if let Ok(flag) = value.cast::<PyBool>() {
            flag.is_true().to_string()
        } else if let Ok(words) = value.cast::<PyString>() {
            words.to_string()
        } else if value.is_instance_of::<PyFloat>() || !is_whole(&value) {
            return Err(Fault::Type(format!(
                "option '{name}' must be a whole number, True, False or a string, not {} {}",
                type_name(&value),
                shown(&value)
            )));
        } else {
            value.call_method0("__index__").map_or_else(|_| shown(&value), |i| i.to_string())
        };
        list.push((name.to_string(), text));
    }
    Ok(list)
}

/// JSON as Python's dicts, lists, numbers and strings.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// How a game ended or stands: the reason and the counts by name.
pub fn summary<'py>(py: Python<'py>, summary: &Summary) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("reason", summary.reason)?;
    summary.counts.iter().try_for_each(|(name, n)| dict.set_item(*name, n))?;
    Ok(dict)
}

/// JSON from a text, or from what `json.dumps` can write.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: String = if value.is_instance_of::<PyString>() {
        value.extract()?
    } else {
        value.py().import("json")?.call_method1("dumps", (value,))?.extract()?
    };
    parse(text.as_bytes()).map_err(|e| Fault::Value(format!("this is not JSON: {e}")).into())
}
