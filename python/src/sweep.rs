//! `sweep`: training runs in processes of their own, while Python stays awake.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use holotable_agents::ppo::Learners;
use holotable_agents::sweep::{Source, Sweep};
use holotable_agents::{program, recipes};
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
    let recipe = match recipe {
        Some(path) => {
            Source { name: path.display().to_string(), text: recipes::read(&path).map_err(Fault::from)? }
        }
        None => Source { name: "recipe".into(), text: String::new() },
    };
    let space = Source { name: space.0, text: space.1 };
    let sweep = Sweep::open(&recipe, &overrides, &space, &out, Learners::OWN).map_err(Fault::from)?;
    let (stop, ended) = (AtomicBool::new(false), AtomicU64::new(0));
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
                let told = Python::attach(|py| {
                    py.check_signals()?;
                    let Some(progress) = &progress else { return Ok(()) };
                    progress.bind(py).call1((ended.load(Ordering::Relaxed), sweep.len())).map(drop)
                });
                if let Err(e) = told {
                    stop.store(true, Ordering::Relaxed);
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
