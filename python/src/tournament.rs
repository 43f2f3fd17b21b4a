//! `tournament`, `compare` and `solve`: what agents are worth, found on other threads, while Python stays awake and answers for the
//! agents that are written in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};

use holotable_arena::agent_factory::AgentFactory;
use holotable_arena::exec;
use holotable_arena::solve::Limits;
use holotable_arena::tournament::Plan;
use holotable_erased::{AnyGame, AnyPlayer, AnyState, Chooser, Failed};
use holotable_store::error::Error;
use holotable_store::stop::Token;
use pyo3::prelude::*;
use serde_json::json;

use crate::classes::{Game, State};
use crate::convert;
use crate::errors::Fault;
use crate::function::{self, Source};
use crate::own;
use crate::tick::TICK;

const MOST_GAMES: u64 = 1_000_000_000;
pub const MOST_THREADS: usize = 1024;
const MOST_POSITIONS: usize = 100_000_000;
/// How closely a score can be known at most.
const LEAST_WIDTH: f64 = 1e-12;
/// How many games are under way at once where Python chooses, so that it is asked about many states at a time.
const GAMES_AT_ONCE: usize = 64;

/// The name of an agent for reports, and what a [`Source`] is made of.
pub type Named<'py> = (String, Bound<'py, PyAny>);

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
    agents: Vec<Named<'py>>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    check: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if agents.is_empty() {
        return Err(Fault::Value("a tournament has at least one agent".into()).into());
    }
    let plan = PlanArgs { times: agents.len() as u64, check, ..PlanArgs::read(games, seed, threads)? };
    let report = plan.play(py, game, &agents, progress, |entered, plan| {
        Ok(json!(holotable_arena::tournament::run(game.rules.as_ref(), entered, plan)?))
    })?;
    convert::to_python(py, &report)
}

/// Plays in pairs and reports as a dict; see `holotable.compare`.
#[pyfunction]
#[pyo3(signature = (game, agents, evaluator, games, seed, threads, progress = None))]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "as Python's arguments are extracted"
)]
pub fn compare<'py>(
    py: Python<'py>,
    game: &Game,
    agents: [Named<'py>; 2],
    evaluator: Option<String>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = PlanArgs::read(games, seed, threads)?;
    let found = plan.play(py, game, &agents, progress, |entered, plan| {
        let [a, b] = entered else { unreachable!("two have entered") };
        Ok(json!(holotable_arena::compare::run(&game.rules, &[a, b], evaluator.as_deref(), plan)?))
    })?;
    convert::to_python(py, &found)
}

/// Solves a position and reports as a dict; see `holotable.solve`.
#[pyfunction]
#[pyo3(signature = (state, agents, limit, within))]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn solve<'py>(
    py: Python<'py>,
    state: &Bound<'py, State>,
    agents: Vec<Named<'py>>,
    limit: &Bound<'py, PyAny>,
    within: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let positions = convert::below(limit, MOST_POSITIONS + 1, "limit")?;
    if !(LEAST_WIDTH..=1.0).contains(&within) {
        let line = format!("within is {within} but must be a number from {LEAST_WIDTH} to 1");
        return Err(Fault::Value(line).into());
    }
    let start = own::copy(state)?;
    let game = Game { rules: start.rules() };
    let once = PlanArgs { games: 1, seed: 0, threads: 1, check: false, times: 1 };
    let found = once.play(py, &game, &agents, None, |entered, plan| {
        let limits = Limits { positions, width: within, stop: plan.stop, progress: &|_| {} };
        let found = holotable_arena::solve::solve(start.as_ref(), entered, limits)?;
        let gains: Vec<_> = (0..entered.len()).map(|agent| found.exploitability(agent)).collect();
        Ok(json!({ "found": found, "exploitability": gains }))
    })?;
    convert::to_python(py, &found)
}

/// An agent that takes part.
pub struct Entered {
    name: String,
    agent: Agent,
}

enum Agent {
    Named(String),
    /// Chooses in Python, on the thread that called it.
    Python {
        number: usize,
        game: Arc<dyn AnyGame>,
        questions: Sender<Question>,
    },
}

/// States for whose actions a game waits.
struct Question {
    number: usize,
    states: Vec<Box<dyn AnyState>>,
    answers: Sender<Vec<usize>>,
}

/// Those who take part, without anybody to answer for those of Python: for what is to be known before anything is played.
pub fn entered(game: &Game, agents: &[Named<'_>]) -> Vec<Entered> {
    let (questions, _) = channel();
    agents.iter().enumerate().map(|(i, agent)| Entered::new(game, i, agent, &questions)).collect()
}

impl Entered {
    fn new(game: &Game, number: usize, (name, agent): &Named<'_>, questions: &Sender<Question>) -> Self {
        let agent = match Source::of(agent) {
            Source::Spec(spec) => Agent::Named(spec),
            Source::Function(_) => {
                Agent::Python { number, game: Arc::clone(&game.rules), questions: questions.clone() }
            }
        };
        Self { name: name.clone(), agent }
    }
}

impl AgentFactory for Entered {
    fn name(&self) -> &str {
        &self.name
    }

    fn player(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        match &self.agent {
            Agent::Named(spec) => exec::player(game, spec),
            Agent::Python { number, game, questions } => {
                let asking = Asking { number: *number, questions: questions.clone() };
                Ok(Arc::clone(game).chosen(Box::new(asking)))
            }
        }
    }

    fn checkpoint(&self, game: &dyn AnyGame) -> Result<Option<String>, Error> {
        match &self.agent {
            Agent::Named(spec) => spec.checkpoint(game),
            Agent::Python { .. } => Ok(None),
        }
    }
}

/// Asks the thread that has Python.
struct Asking {
    number: usize,
    questions: Sender<Question>,
}

impl Chooser for Asking {
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed> {
        let (answers, answer) = channel();
        self.questions.send(Question { number: self.number, states, answers }).map_err(|_| Failed)?;
        answer.recv().map_err(|_| Failed)
    }
}

/// Answers what has been asked so far, each agent in one call.
fn answer(agents: &[Named<'_>], first: Question, questions: &Receiver<Question>) -> PyResult<()> {
    let mut asked: Vec<Vec<Question>> = agents.iter().map(|_| Vec::new()).collect();
    for question in std::iter::once(first).chain(questions.try_iter()) {
        asked[question.number].push(question);
    }
    for ((_, agent), mut questions) in agents.iter().zip(asked) {
        if questions.is_empty() {
            continue;
        }
        let states = questions.iter_mut().flat_map(|q| std::mem::take(&mut q.states)).collect();
        for (question, action) in questions.iter().zip(function::ask(agent, states)?) {
            // Nobody waits for it any more where the games were broken off.
            let _ = question.answers.send(vec![action]);
        }
    }
    Ok(())
}

/// Games to play.
pub struct PlanArgs {
    games: u64,
    seed: u64,
    threads: usize,
    check: bool,
    /// How often progress counts them.
    times: u64,
}

impl PlanArgs {
    pub fn read(
        games: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let games = convert::below(games, MOST_GAMES as usize + 1, "games")? as u64;
        if games == 0 {
            return Err(Fault::Value("games is 0 but must be at least 1".into()).into());
        }
        let (seed, threads) =
            (convert::seed(Some(seed))?, convert::below(threads, MOST_THREADS + 1, "threads")?);
        Ok(Self { games, seed, threads, check: false, times: 1 })
    }

    /// Lets `work` play on another thread; meanwhile answers for the agents of Python, shows the progress, and stops the
    /// games when Python is interrupted or an agent fails.
    pub fn play<T: Send>(
        &self,
        py: Python<'_>,
        game: &Game,
        agents: &[Named<'_>],
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&[Entered], &Plan<'_>) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let (questions, mut asked) = channel();
        let entered = agents.iter().enumerate().map(|(i, agent)| Entered::new(game, i, agent, &questions));
        let entered: Vec<Entered> = entered.collect();
        let in_python = entered.iter().any(|one| matches!(one.agent, Agent::Python { .. }));
        let &Self { games, seed, mut threads, check, times } = self;
        if in_python && threads == 0 {
            threads = GAMES_AT_ONCE;
        }
        let (played, stop) = (AtomicU64::new(0), Arc::new(AtomicBool::new(false)));
        let count = |n| {
            played.fetch_add(n, Ordering::Relaxed);
        };
        let heard = Arc::clone(&stop);
        let stopped = Token::new(move || heard.load(Ordering::Relaxed));
        let plan = Plan { games, seed, threads, check, progress: &count, stop: &stopped };
        std::thread::scope(|scope| {
            let plan = &plan;
            let games = scope.spawn(move || {
                let report = work(&entered, plan);
                // The channel closes: nobody asks any more.
                drop((entered, questions));
                report
            });
            let mut shown = std::time::Instant::now();
            let report = loop {
                let waiting = &mut asked;
                let received = py.detach(move || waiting.recv_timeout(TICK));
                let mut awake = py.check_signals();
                if awake.is_ok()
                    && let Some(show) = progress
                    && shown.elapsed() >= TICK
                {
                    shown = std::time::Instant::now();
                    awake = show.call1((played.load(Ordering::Relaxed), self.games * times)).map(drop);
                }
                match (received, awake) {
                    (_, Err(e)) => break Err(e),
                    (Ok(question), Ok(())) => {
                        if let Err(e) = answer(agents, question, &asked) {
                            break Err(e);
                        }
                    }
                    (Err(RecvTimeoutError::Timeout), Ok(())) => {}
                    (Err(RecvTimeoutError::Disconnected), Ok(())) => break Ok(()),
                }
            };
            if report.is_err() {
                // Whoever waits for an answer learns that none will come.
                stop.store(true, Ordering::Relaxed);
                drop(asked);
            }
            let played = py.detach(|| games.join());
            report?;
            let played = played.map_err(|_| Fault::Value("the games broke off".into()))?;
            if let Some(show) = progress {
                show.call1((self.games * times, self.games * times))?;
            }
            Ok(played?)
        })
    }
}
