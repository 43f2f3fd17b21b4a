//! Tournaments and comparisons in parts, which are played anywhere and put together: `holotable.cluster` sends them around.

use holotable_arena::part::{Form, Part};
use holotable_arena::series::Series as Common;
use holotable_arena::share::Share;
use pyo3::prelude::*;
use serde_json::to_string_pretty;

use crate::classes::Game;
use crate::convert;
use crate::errors::Fault;
use crate::tournament::{Named, Series, entered};

/// What is played: every agent in as many games, or two on the same seeds, luck taken off by a judge if there is one.
fn form(comparison: bool, judge: Option<String>) -> Form {
    if comparison { Form::Comparison { judge } } else { Form::Tournament }
}

/// What the games of a tournament or comparison have in common, as JSON.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn series(
    game: &Game,
    agents: Vec<Named<'_>>,
    comparison: bool,
    judge: Option<String>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let seed = convert::seed(Some(seed))?;
    let series = form(comparison, judge).series(game.rules.as_ref(), &entered(game, &agents), seed);
    Ok(series.map_err(Fault::from)?.to_text())
}

/// Plays the games of one part, if they are of this series here too; the results as JSON, for [`merge`].
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "as Python's arguments are extracted"
)]
pub fn part(
    py: Python<'_>,
    game: &Game,
    agents: Vec<Named<'_>>,
    comparison: bool,
    judge: Option<String>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    share: &str,
    expected: &str,
) -> PyResult<String> {
    let (form, share): (Form, Share) = (form(comparison, judge), share.parse().map_err(Fault::from)?);
    let expected = Common::from_text(expected).map_err(Fault::from)?;
    let series = Series::read(games, seed, threads)?;
    series.play(py, game, &agents, None, |entered, plan| {
        Ok(holotable_arena::part::play(&game.rules, entered, &form, share, plan, Some(&expected))?.to_text())
    })
}

/// What all parts say together, as the JSON that `holotable tournament --json` and `holotable compare --json` print.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn merge(game: &Game, parts: Vec<String>) -> PyResult<String> {
    let parts: Result<Vec<Part>, _> = parts.iter().map(|text| Part::from_text(text)).collect();
    let found = parts
        .and_then(|parts| holotable_arena::part::merge(game.rules.as_ref(), parts))
        .map_err(Fault::from)?;
    Ok(to_string_pretty(&found).expect("plain data is JSON") + "\n")
}
