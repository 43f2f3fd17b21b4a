//! `generate` and [`Games`]: games as data, and what was seen in them as arrays.

use std::path::PathBuf;
use std::sync::Arc;

use holotable_agents::any::{AnyGame, View};
use holotable_agents::dataset::{self, Row, Steps};
use holotable_agents::files;
use holotable_agents::series::Series as Common;
use numpy::{PyArray1, PyArray2, PyArrayMethods, dtype};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::filled;
use crate::classes::Game;
use crate::convert;
use crate::errors::Fault;
use crate::signals;
use crate::tournament::{MOST_THREADS, Named, Series, entered};

/// Plays games and keeps them; see `holotable.data.generate`.
#[pyfunction]
#[pyo3(signature = (game, agents, folder, games, seed, threads, progress = None))]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "as Python's arguments are extracted"
)]
pub fn generate(
    py: Python<'_>,
    game: &Game,
    agents: Vec<Named<'_>>,
    folder: PathBuf,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let series = Series::read(games, seed, threads)?;
    series.play(py, game, &agents, progress, |entered, plan| {
        Ok(dataset::generate(&game.rules, entered, &folder, plan)?)
    })
}

/// What the games that [`generate`] plays have in common, as JSON.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn games_series(game: &Game, agents: Vec<Named<'_>>, seed: &Bound<'_, PyAny>) -> PyResult<String> {
    let series = dataset::series(&game.rules, &entered(game, &agents), convert::seed(Some(seed))?);
    Ok(series.map_err(Fault::from)?.to_text())
}

/// Makes a folder for these games, if it is not there, and gives the numbers of the files that are missing in it.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn missing(
    py: Python<'_>,
    game: &Game,
    agents: Vec<Named<'_>>,
    folder: PathBuf,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<Vec<u64>> {
    let series = Series::read(games, seed, &0i32.into_pyobject(py)?.into_any())?;
    series.play(py, game, &agents, None, |entered, plan| {
        Ok(dataset::missing(&game.rules, entered, &folder, plan)?)
    })
}

/// Plays the games of one file and writes it into its folder, if they are of this series here too.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "as Python's arguments are extracted"
)]
pub fn write_games(
    py: Python<'_>,
    game: &Game,
    agents: Vec<Named<'_>>,
    folder: PathBuf,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    number: u64,
    expected: &str,
) -> PyResult<()> {
    let expected = Common::from_text(expected).map_err(Fault::from)?;
    let series = Series::read(games, seed, threads)?;
    series.play(py, game, &agents, None, |entered, plan| {
        expected.must_be(&dataset::series(&game.rules, entered, plan.seed)?)?;
        let bytes = dataset::file(&game.rules, entered, number, plan)?;
        Ok(files::write(&dataset::path(&folder, number), &bytes)?)
    })
}

/// The files with games in a folder, each with the number of its first game.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn parts(folder: PathBuf) -> PyResult<Vec<(PathBuf, u64)>> {
    let parts = dataset::parts(&folder).map_err(Fault::from)?;
    Ok(parts.into_iter().zip((0..).step_by(dataset::GAMES_A_FILE as usize)).collect())
}

/// The games of one file.
#[derive(Debug)]
#[pyclass(frozen, module = "holotable._native")]
pub struct Games {
    rows: Vec<Row>,
    rules: Vec<Arc<dyn AnyGame>>,
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (path, data = None))]
    #[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
    fn new(py: Python<'_>, path: PathBuf, data: Option<PathBuf>) -> PyResult<Self> {
        let read = py.detach(|| {
            let rows = dataset::read(&path)?;
            let rules = dataset::rules(&rows, data.as_deref()).map_err(|e| e.within(path.display()))?;
            Ok::<_, Fault>(Self { rows, rules })
        });
        Ok(read?)
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The rules of a game.
    fn game(&self, number: &Bound<'_, PyAny>) -> PyResult<Game> {
        let number = self.number(number)?;
        Ok(Game { rules: Arc::clone(&self.rules[number]) })
    }

    /// How many decisions each game has.
    fn decisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        filled(py, self.rows.iter().map(|row| i64::from(row.decisions)), self.rows.len())
    }

    /// A game as the text of a replay.
    fn replay(&self, number: &Bound<'_, PyAny>) -> PyResult<String> {
        let number = self.number(number)?;
        let replay = self.rows[number].replay(self.rules[number].actions());
        Ok(replay.map_err(|e| Fault::from(e.within(format!("row {number}"))))?.to_text())
    }

    /// The decisions of these games as arrays.
    #[pyo3(signature = (chosen, threads, agent = None))]
    fn steps<'py>(
        &self,
        py: Python<'py>,
        chosen: &Bound<'py, PyAny>,
        threads: &Bound<'py, PyAny>,
        agent: Option<&str>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let threads = convert::below(threads, MOST_THREADS + 1, "threads")?;
        let chosen: Vec<usize> = chosen.try_iter()?.map(|n| self.number(&n?)).collect::<PyResult<_>>()?;
        let n = chosen.iter().map(|&i| self.rows[i].decisions as usize).sum();
        let layout = self.rules.first().map(|game| game.layout(View::PLAIN));
        let (length, actions) = layout.map_or((0, 0), |layout| (layout.observation, layout.actions));
        let obs = PyArray2::<f32>::zeros(py, [n, length], false);
        let mask = PyArray2::<bool>::zeros(py, [n, actions], false);
        let action = PyArray1::<i64>::zeros(py, n, false);
        let player = PyArray1::<u8>::zeros(py, n, false);
        let score = PyArray1::<f32>::zeros(py, n, false);
        let game = PyArray1::<i64>::zeros(py, n, false);
        let asked = if agent.is_some() { n } else { 0 };
        let policy = PyArray2::<f32>::zeros(py, [asked, actions], false);
        let value = PyArray1::<f32>::zeros(py, asked, false);
        {
            let (mut obs, mut mask) = (obs.readwrite(), mask.readwrite());
            let (mut action, mut player) = (action.readwrite(), player.readwrite());
            let (mut score, mut game) = (score.readwrite(), game.readwrite());
            let (mut policy, mut value) = (policy.readwrite(), value.readwrite());
            let steps = Steps {
                obs: obs.as_slice_mut()?,
                mask: mask.as_slice_mut()?,
                action: action.as_slice_mut()?,
                player: player.as_slice_mut()?,
                score: score.as_slice_mut()?,
                game: game.as_slice_mut()?,
                policy: policy.as_slice_mut()?,
                value: value.as_slice_mut()?,
            };
            let (rows, rules) = (&self.rows, &self.rules);
            signals::awake(py, || dataset::expand(rows, rules, &chosen, steps, agent, threads))?
                .map_err(Fault::from)?;
        }
        let arrays = PyDict::new(py);
        arrays.set_item("obs", obs)?;
        // As Gymnasium's spaces want it: the same memory as `int8`.
        arrays.set_item("action_mask", mask.call_method1(intern!(py, "view"), (dtype::<i8>(py),))?)?;
        arrays.set_item("action", action)?;
        arrays.set_item("return", score)?;
        arrays.set_item("player", player)?;
        arrays.set_item("game", game)?;
        if agent.is_some() {
            let judged: Vec<bool> = value.readonly().as_slice()?.iter().map(|value| !value.is_nan()).collect();
            arrays.set_item("policy", policy)?;
            arrays.set_item("value", value)?;
            arrays.set_item("judged", PyArray1::from_vec(py, judged))?;
        }
        Ok(arrays)
    }
}

impl Games {
    fn number(&self, number: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(convert::below(number, self.rows.len(), "the number of a game")?)
    }
}
