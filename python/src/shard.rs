//! Tournaments and comparisons in shards, which are played anywhere and put together: `holotable.cluster` sends them around.

use holotable_arena::provenance::Provenance;
use holotable_arena::shard::Shard;
use holotable_arena::shard_result::{self, Form, ShardResult};
use pyo3::prelude::*;
use serde_json::to_string_pretty;

use crate::classes::Game;
use crate::convert;
use crate::errors::Fault;
use crate::tournament::{Named, PlanArgs, entered};

/// What is played: every agent in as many games, or two on the same seeds, luck taken off by an evaluator if there is one.
fn form(comparison: bool, evaluator: Option<String>) -> Form {
    if comparison { Form::Comparison { evaluator } } else { Form::Tournament }
}

/// The provenance of the games of a tournament or comparison, as JSON.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn provenance(
    game: &Game,
    agents: Vec<Named<'_>>,
    comparison: bool,
    evaluator: Option<String>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let seed = convert::seed(Some(seed))?;
    let provenance =
        form(comparison, evaluator).provenance(game.rules.as_ref(), &entered(game, &agents), seed);
    Ok(provenance.map_err(Fault::from)?.to_text())
}

/// Plays the games of one shard, if they have this provenance here too; the results as JSON, for [`merge`].
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "as Python's arguments are extracted"
)]
pub fn play_shard(
    py: Python<'_>,
    game: &Game,
    agents: Vec<Named<'_>>,
    comparison: bool,
    evaluator: Option<String>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    shard: &str,
    expected: &str,
) -> PyResult<String> {
    let (form, shard): (Form, Shard) = (form(comparison, evaluator), shard.parse().map_err(Fault::from)?);
    let expected = Provenance::from_text(expected).map_err(Fault::from)?;
    let plan = PlanArgs::read(games, seed, threads)?;
    plan.play(py, game, &agents, None, |entered, plan| {
        Ok(shard_result::play(&game.rules, entered, &form, shard, plan, Some(&expected))?.to_text())
    })
}

/// The report of all shards, as the JSON that `holotable tournament --json` and `holotable compare --json` print.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn merge(game: &Game, results: Vec<String>) -> PyResult<String> {
    let results: Result<Vec<ShardResult>, _> =
        results.iter().map(|text| ShardResult::from_text(text)).collect();
    let found =
        results.and_then(|results| shard_result::merge(game.rules.as_ref(), results)).map_err(Fault::from)?;
    Ok(to_string_pretty(&found).expect("plain data is JSON") + "\n")
}
