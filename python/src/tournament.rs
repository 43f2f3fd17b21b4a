//! `tournament` and `compare`: agents on the same seeds, on other threads, while Python stays awake.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use holotable_agents::tournament::Plan;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::classes::Game;
use crate::convert;
use crate::errors::Fault;

/// How often Ctrl-C is looked for and the progress shown.
const TICK: Duration = Duration::from_millis(100);
const MOST_GAMES: u64 = 1_000_000_000;
const MOST_THREADS: usize = 1024;

/// Plays and reports as a dict; see `holotable.tournament`.
#[pyfunction]
#[pyo3(signature = (game, agents, games, seed, threads, check, progress = None))]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "as Python's arguments are extracted"
)]
pub fn tournament<'py>(
    py: Python<'py>,
    game: &Game,
    agents: Vec<String>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    check: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if agents.is_empty() {
        return Err(Fault::Value("a tournament has at least one agent".into()).into());
    }
    let series = Series { times: agents.len() as u64, check, ..Series::read(games, seed, threads)? };
    let report = series.play(py, progress, |plan, stop| {
        Ok(json!(holotable_agents::tournament::run_until(game.rules.as_ref(), &agents, plan, stop)?))
    })?;
    convert::to_python(py, &report)
}

/// Plays in pairs and reports as a dict; see `holotable.compare`.
#[pyfunction]
#[pyo3(signature = (game, a, b, games, seed, threads, progress = None))]
#[expect(clippy::too_many_arguments, reason = "as Python's arguments are extracted")]
pub fn compare<'py>(
    py: Python<'py>,
    game: &Game,
    a: &str,
    b: &str,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let series = Series::read(games, seed, threads)?;
    let found = series.play(py, progress, |plan, stop| {
        Ok(json!(holotable_agents::compare::run_until(game.rules.as_ref(), [a, b], plan, stop)?))
    })?;
    convert::to_python(py, &found)
}

/// Games to play.
struct Series {
    games: u64,
    seed: u64,
    threads: usize,
    check: bool,
    /// How often progress counts them.
    times: u64,
}

impl Series {
    fn read(games: &Bound<'_, PyAny>, seed: &Bound<'_, PyAny>, threads: &Bound<'_, PyAny>) -> PyResult<Self> {
        let games = convert::below(games, MOST_GAMES as usize + 1, "games")? as u64;
        if games == 0 {
            return Err(Fault::Value("games is 0 but must be at least 1".into()).into());
        }
        let (seed, threads) =
            (convert::seed(Some(seed))?, convert::below(threads, MOST_THREADS + 1, "threads")?);
        Ok(Self { games, seed, threads, check: false, times: 1 })
    }

    /// Lets `work` play on another thread, shows its progress, and stops it when Python is interrupted.
    fn play(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&Plan<'_>, &(dyn Fn() -> bool + Sync)) -> Result<Value, Fault> + Send,
    ) -> PyResult<Value> {
        let &Self { games, seed, threads, check, times } = self;
        let (played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let count = |n| {
            played.fetch_add(n, Ordering::Relaxed);
        };
        let stopped = || stop.load(Ordering::Relaxed);
        let plan = Plan { games, seed, threads, check, progress: &count };
        std::thread::scope(|scope| {
            let (done, mut end) = channel();
            let (plan, stopped) = (&plan, &stopped);
            scope.spawn(move || done.send(work(plan, stopped)));
            loop {
                let waiting = &mut end;
                let received = py.detach(move || waiting.recv_timeout(TICK));
                let awake = py.check_signals().and_then(|()| match progress {
                    Some(show) => show.call1((played.load(Ordering::Relaxed), games * times)).map(drop),
                    None => Ok(()),
                });
                match (received, awake) {
                    (_, Err(e)) => {
                        stop.store(true, Ordering::Relaxed);
                        // The games under way are played to their end; Python may go on meanwhile.
                        let waiting = &mut end;
                        py.detach(move || waiting.recv().ok());
                        return Err(e);
                    }
                    (Ok(report), Ok(())) => return Ok(report?),
                    (Err(RecvTimeoutError::Timeout), Ok(())) => {}
                    (Err(RecvTimeoutError::Disconnected), Ok(())) => {
                        return Err(Fault::Value("the games broke off".into()).into());
                    }
                }
            }
        })
    }
}
