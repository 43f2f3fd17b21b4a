//! `generate` and [`Games`]: games as data, and what was seen in them as arrays.

use std::path::PathBuf;
use std::sync::Arc;

use holotable_arena::dataset::{self, Folder, Row, Steps};
use holotable_arena::pace::SAVES;
use holotable_arena::provenance::Provenance;
use holotable_erased::AnyGame;
use holotable_players::observation_wrapper::FeatureSet;
use numpy::{PyArray1, PyArray2, PyArrayMethods, dtype};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arrays::filled;
use crate::classes::Game;
use crate::convert;
use crate::errors::Fault;
use crate::signals;
use crate::tournament::{MOST_THREADS, Named, PlanArgs, entered};

/// Plays games and keeps them, and tells what was not as it should be; see `holotable.data.generate`.
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
) -> PyResult<Vec<String>> {
    let plan = PlanArgs::read(games, seed, threads)?;
    plan.play(py, game, &agents, progress, |entered, plan| {
        Ok(dataset::generate(&game.rules, entered, &folder, plan, SAVES)?.notes)
    })
}

/// What the games that [`generate`] plays have in common, as JSON.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn games_provenance(game: &Game, agents: Vec<Named<'_>>, seed: &Bound<'_, PyAny>) -> PyResult<String> {
    let provenance = dataset::provenance(&game.rules, &entered(game, &agents), convert::seed(Some(seed))?);
    Ok(provenance.map_err(Fault::from)?.to_text())
}

/// The bytes of one file of games, if they are of this provenance here too.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "as Python's arguments are extracted"
)]
pub fn games_file<'py>(
    py: Python<'py>,
    game: &Game,
    agents: Vec<Named<'_>>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    number: u64,
    expected: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let expected = Provenance::from_text(expected).map_err(Fault::from)?;
    let plan = PlanArgs::read(games, seed, threads)?;
    let bytes = plan.play(py, game, &agents, None, |entered, plan| {
        expected.must_be(&dataset::provenance(&game.rules, entered, plan.seed)?)?;
        Ok(dataset::file(&game.rules, entered, number, plan)?)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// A folder that is filled with games; nobody else writes there meanwhile.
#[derive(Debug)]
#[pyclass(module = "holotable._native")]
pub struct GamesFolder {
    /// Until it is closed.
    folder: Option<Folder>,
}

#[pymethods]
impl GamesFolder {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
    fn new(folder: PathBuf, provenance: &str, games: u64) -> PyResult<Self> {
        let provenance = Provenance::from_text(provenance).map_err(Fault::from)?;
        Ok(Self { folder: Some(Folder::open(&folder, provenance, games).map_err(Fault::from)?) })
    }

    /// The numbers of the files that are not there, not whole or not as they were written.
    fn missing(&mut self) -> PyResult<Vec<u64>> {
        Ok(self.open()?.missing().map_err(Fault::from)?)
    }

    /// Puts a file into its place.
    fn put(&mut self, number: u64, contents: &[u8]) -> PyResult<()> {
        Ok(self.open()?.put_whole(number, contents).map_err(Fault::from)?)
    }

    /// Gives the folder free; what was not as it should be.
    fn close(&mut self) -> PyResult<Vec<String>> {
        let closed = self.folder.take().map_or(Ok(Vec::new()), Folder::close);
        Ok(closed.map_err(Fault::from)?)
    }
}

impl GamesFolder {
    fn open(&mut self) -> PyResult<&mut Folder> {
        Ok(self.folder.as_mut().ok_or_else(|| Fault::Value("the folder is closed".into()))?)
    }
}

/// A file with games, the number of its first game, and the checksums of which it must have one.
type Part = (PathBuf, u64, Option<Vec<String>>);

/// The files with games in a folder; without `verify` as they are, whoever wrote them.
#[pyfunction]
#[pyo3(signature = (folder, verify = true))]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn parts(folder: PathBuf, verify: bool) -> PyResult<Vec<Part>> {
    let parts = if verify { dataset::parts(&folder) } else { dataset::loose(&folder) };
    Ok(parts.map_err(Fault::from)?.into_iter().map(|part| (part.path, part.first, part.sums)).collect())
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
    #[pyo3(signature = (path, data = None, sums = None))]
    #[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        data: Option<PathBuf>,
        sums: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let read = py.detach(|| {
            let rows = dataset::read(&path, sums.as_deref())?;
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
        let layout = self.rules.first().map(|game| game.layout(FeatureSet::PLAIN));
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
            let evaluated: Vec<bool> =
                value.readonly().as_slice()?.iter().map(|value| !value.is_nan()).collect();
            arrays.set_item("policy", policy)?;
            arrays.set_item("value", value)?;
            arrays.set_item("evaluated", PyArray1::from_vec(py, evaluated))?;
        }
        Ok(arrays)
    }
}

impl Games {
    fn number(&self, number: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(convert::below(number, self.rows.len(), "the number of a game")?)
    }
}
