//! `train`: a training session on other threads, while Python stays awake and hears of each update.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;

use holotable_store::error::Error;
use holotable_train::ppo::{self, Config, Follower, Learners, Record, Start, Task, TrainingSummary};
use holotable_train::recipes;
use pyo3::prelude::*;
use serde_json::json;

use crate::convert;
use crate::errors::Fault;
use crate::tick::TICK;

/// Trains by a recipe and reports as a dict; see `holotable.train`.
#[pyfunction]
#[pyo3(signature = (recipe, overrides, out, resume, progress, callback))]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn train<'py>(
    py: Python<'py>,
    recipe: Option<PathBuf>,
    overrides: Vec<String>,
    out: PathBuf,
    resume: bool,
    progress: bool,
    callback: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = recipe.as_deref().map_or(Ok(String::new()), recipes::read).map_err(Fault::from)?;
    let named = |e: Error| match &recipe {
        Some(recipe) => e.within(recipe.display()),
        None => e,
    };
    let config = Config::from_toml(&text, &overrides).map_err(|e| Fault::from(named(e)))?;
    let task = Task::of(&config).map_err(Fault::from)?;
    let start = if resume { Start::Latest } else { Start::New };
    let callback = callback.map(|call| call.clone().unbind());
    let summary = py.detach(|| session(&config, &task, &out, start, progress, callback.as_ref()))?;
    let progress = &summary.progress;
    let report = json!({
        "steps": progress.steps,
        "updates": progress.update,
        "seconds": progress.seconds,
        "score": progress.score,
        "best_score": progress.best_score,
        "finished": summary.finished,
        "ended": summary.ended(),
    });
    convert::to_python(py, &report)
}

/// Trains on a thread of its own; this one calls back and looks for Ctrl-C, which it alone is told of.
fn session(
    config: &Config,
    task: &Task,
    out: &Path,
    start: Start<'_>,
    progress: bool,
    callback: Option<&Py<PyAny>>,
) -> PyResult<TrainingSummary> {
    let (records, heard) = channel();
    let (answers, answer) = channel();
    thread::scope(|scope| {
        let mut telling = Telling { records, answer, progress };
        let training =
            scope.spawn(move || ppo::train_with(Learners::OWN, config, task, out, start, &mut telling));
        let followed = follow(&heard, &answers, callback);
        let summary = training.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        followed?;
        Ok(summary.map_err(Fault::from)?)
    })
}

/// Answers for each update whether the session goes on, until it has ended.
fn follow(heard: &Receiver<Record>, answers: &Sender<bool>, callback: Option<&Py<PyAny>>) -> PyResult<()> {
    let mut raised = Ok(());
    loop {
        match heard.recv_timeout(TICK) {
            Ok(record) => {
                let goes_on = raised.is_ok() && {
                    let goes_on = Python::attach(|py| tell(py, &record, callback));
                    goes_on.unwrap_or_else(|e| {
                        raised = Err(e);
                        false
                    })
                };
                // A session that has failed meanwhile does not wait for the answer.
                let _ = answers.send(goes_on);
            }
            Err(RecvTimeoutError::Timeout) => {
                raised = raised.and(signals());
            }
            Err(RecvTimeoutError::Disconnected) => return raised,
        }
    }
}

/// Raises what Ctrl-C asks for.
fn signals() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}

/// Whether the session goes on after an update: not after a callback that returned False.
fn tell(py: Python<'_>, record: &Record, callback: Option<&Py<PyAny>>) -> PyResult<bool> {
    py.check_signals()?;
    let Some(callback) = callback else { return Ok(true) };
    let answer = callback.bind(py).call1((convert::to_python(py, &json!(record))?,))?;
    Ok(!answer.extract::<bool>().is_ok_and(|goes_on| !goes_on))
}

/// Tells the thread that has Python.
struct Telling {
    records: Sender<Record>,
    answer: Receiver<bool>,
    progress: bool,
}

impl Follower for Telling {
    fn shows_progress(&self) -> bool {
        self.progress
    }

    fn hear(&mut self, record: &Record) -> ControlFlow<()> {
        let goes_on = self.records.send(record.clone()).is_ok() && self.answer.recv() == Ok(true);
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
