//! `sweep`: training runs in processes of their own, while Python stays awake; [`Trials`]: the same where others train.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use holotable_env::json::fitted;
use holotable_store::error::Error;
use holotable_store::program;
use holotable_store::stop::Token;
use holotable_train::ppo::Learners;
use holotable_train::recipes;
use holotable_train::sweep::{Point, Source, Space, Sweep, Trial, TrialResult};
use pyo3::prelude::*;
use serde_json::json;

use crate::convert;
use crate::errors::Fault;
use crate::tick::TICK;

/// Says which words start the command `holotable`.
#[pyfunction]
pub fn set_program(words: Vec<std::ffi::OsString>) {
    program::set(words);
}

/// Trains once for every point of a space and reports as a dict; see `holotable.sweep`.
#[pyfunction]
#[pyo3(signature = (recipe, overrides, space, out, jobs, progress))]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn sweep<'py>(
    py: Python<'py>,
    recipe: Option<PathBuf>,
    overrides: Vec<String>,
    space: (String, String),
    out: PathBuf,
    jobs: u16,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let sweep = open(recipe, &overrides, space, &out)?;
    let (asked, ended) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
    let heard = Arc::clone(&asked);
    let stop = Token::new(move || heard.load(Ordering::Relaxed));
    let progress = progress.map(|call| call.clone().unbind());
    let report = py.detach(|| {
        thread::scope(|scope| {
            let training = scope.spawn(|| {
                sweep.run(usize::from(jobs), &stop, |_| {
                    ended.fetch_add(1, Ordering::Relaxed);
                })
            });
            let mut raised = Ok(());
            while !training.is_finished() {
                thread::sleep(TICK);
                let sent = Python::attach(|py| {
                    py.check_signals()?;
                    let Some(progress) = &progress else { return Ok(()) };
                    progress.bind(py).call1((ended.load(Ordering::Relaxed), sweep.len())).map(drop)
                });
                if let Err(e) = sent {
                    asked.store(true, Ordering::Relaxed);
                    raised = raised.and(Err(e));
                }
            }
            let report = training.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            raised?;
            PyResult::Ok(report.map_err(Fault::from)?)
        })
    })?;
    convert::to_python(py, &json!(report))
}

fn open(
    recipe: Option<PathBuf>,
    overrides: &[String],
    (name, text): (String, String),
    out: &Path,
) -> Result<Sweep, Fault> {
    let recipe = match recipe {
        Some(path) => Source { name: path.display().to_string(), text: recipes::read(&path)? },
        None => Source { name: "recipe".into(), text: String::new() },
    };
    Ok(Sweep::open(&recipe, overrides, &Source { name, text }, out, Learners::OWN)?)
}

/// The trials of a sweep in its folder, which is kept from other sweeps; who trains them is up to Python.
#[derive(Debug)]
#[pyclass(frozen, module = "holotable._native")]
pub struct Trials {
    sweep: Sweep,
}

#[pymethods]
impl Trials {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
    fn new(
        recipe: Option<PathBuf>,
        overrides: Vec<String>,
        space: (String, String),
        out: PathBuf,
    ) -> PyResult<Self> {
        Ok(Self { sweep: open(recipe, &overrides, space, &out)? })
    }

    /// The file with the recipe of all trials.
    fn recipe(&self) -> PathBuf {
        self.sweep.recipe()
    }

    /// Decisions of a trial.
    fn steps(&self) -> u64 {
        self.sweep.steps()
    }

    /// The values of the keys that vary, for each trial.
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let points: Vec<_> = self.sweep.trials().iter().map(|trial| &trial.point).collect();
        convert::to_python(py, &json!(points))
    }

    /// How the values of each key are drawn.
    fn distributions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = match self.sweep.space() {
            Space::Random { keys, .. } => json!(keys),
            Space::Grid(keys) => keys.iter().map(|(key, list)| (key, json!({ "choice": list }))).collect(),
        };
        convert::to_python(py, &found)
    }

    /// The folder of the trial with this number, from 1.
    fn folder(&self, number: usize) -> PyResult<PathBuf> {
        Ok(self.trial(number)?.folder.clone())
    }

    /// Whether a trial has been finished before.
    fn is_finished(&self, number: usize) -> PyResult<bool> {
        Ok(self.trial(number)?.result().map_err(Fault::from)?.is_some())
    }

    /// Keeps the result of a trial that lies in its folder now, so that it is not trained again.
    fn close(&self, number: usize) -> PyResult<()> {
        Ok(self.trial(number)?.close().map(drop).map_err(Fault::from)?)
    }

    /// Writes the report: of the results that are kept, and of failures, by the numbers of the trials. What trials had come to that
    /// changed their values on the way is said by `changed`.
    #[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
    fn report<'py>(
        &self,
        py: Python<'py>,
        failed: BTreeMap<usize, String>,
        changed: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let changed: BTreeMap<usize, Point> = fitted(convert::from_python(changed)?)
            .map_err(|why| Fault::Value(format!("these are no values of trials: {why}")))?;
        let result = |trial: &Trial| -> Result<TrialResult, Error> {
            let known = if failed.contains_key(&trial.number) { None } else { trial.result()? };
            let mut result = known.unwrap_or_else(|| trial.summarise(failed.get(&trial.number).cloned()));
            result.set = changed.get(&trial.number).cloned().unwrap_or(result.set);
            Ok(result)
        };
        let results: Result<Vec<TrialResult>, Error> = self.sweep.trials().iter().map(result).collect();
        let report = results.and_then(|results| self.sweep.report(results)).map_err(Fault::from)?;
        convert::to_python(py, &json!(report))
    }
}

impl Trials {
    fn trial(&self, number: usize) -> Result<&Trial, Fault> {
        let found = number.checked_sub(1).and_then(|i| self.sweep.trials().get(i));
        found.ok_or_else(|| {
            Fault::Value(format!("there is no trial {number}: the trials are 1 to {}", self.sweep.len()))
        })
    }
}
