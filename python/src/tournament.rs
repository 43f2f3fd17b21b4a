//! `tournament`: agents on the same seeds, on other threads, while Python stays awake.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use holotable_agents::tournament::Plan;
use pyo3::prelude::*;

use crate::convert;
use crate::errors::Fault;
use crate::game::Game;

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
    let games = convert::below(games, MOST_GAMES as usize + 1, "games")? as u64;
    let (seed, threads) = (convert::seed(Some(seed))?, convert::below(threads, MOST_THREADS + 1, "threads")?);
    if games == 0 || agents.is_empty() {
        return Err(Fault::Value("a tournament has at least one game and one agent".into()).into());
    }
    let (played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let count = |n| {
        played.fetch_add(n, Ordering::Relaxed);
    };
    let stopped = || stop.load(Ordering::Relaxed);
    let plan = Plan { games, seed, threads, check, progress: &count };
    let total = games * agents.len() as u64;
    let report = std::thread::scope(|scope| {
        let (done, mut end) = channel();
        let (rules, agents, plan, stopped) = (&game.rules, &agents, &plan, &stopped);
        scope.spawn(move || done.send(rules.compete(agents, plan, stopped)));
        loop {
            let waiting = &mut end;
            let received = py.detach(move || waiting.recv_timeout(TICK));
            let awake = py.check_signals().and_then(|()| match progress {
                Some(show) => show.call1((played.load(Ordering::Relaxed), total)).map(drop),
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
                    return Err(Fault::Value("the tournament broke off".into()).into());
                }
            }
        }
    })?;
    convert::to_python(py, &report)
}
