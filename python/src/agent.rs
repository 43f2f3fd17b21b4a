//! `Agent`: a player by name or checkpoint folder, for any state of its game.

#![expect(clippy::doc_markdown, reason = "docstrings for Python, which holds them against the stubs")]

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use std::{process, thread};

use holotable_env::{GameRng, Sample, generator, generator_at, streams};
use holotable_erased::{AnyGame, AnyPlayer, AnyState};
use holotable_players::observation_wrapper::FeatureSet;
use holotable_store::stop;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::classes::Game as PyGame;
use crate::classes::State;
use crate::convert;
use crate::errors::Fault;
use crate::function::{Failures, Source};
use crate::{own, signals, slots};

/// A player of a game; made by :func:`holotable.load_agent`. Its choices do not depend on what it cannot see.
#[pyclass(module = "holotable", frozen)]
#[expect(missing_debug_implementations, reason = "Python shows it by __repr__")]
pub struct Agent {
    /// As it was asked for.
    name: String,
    source: Source,
    failures: Failures,
    game: Arc<dyn AnyGame>,
    seat: Mutex<Seat>,
    /// The process that made it.
    process: u32,
}

/// How long to wait until it is tried again whether an agent is free.
const WAIT: Duration = Duration::from_millis(1);

/// Shares of actions, and an expected score.
type Analysis<'py> = (Bound<'py, PyArray1<f64>>, f64);

/// The player for the rules last met.
struct Seat {
    fingerprint: u64,
    player: Box<dyn AnyPlayer>,
    rng: GameRng,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (agent, game, *, seed = None, name = None))]
    fn new(
        agent: &Bound<'_, PyAny>,
        game: &PyGame,
        seed: Option<&Bound<'_, PyAny>>,
        name: Option<String>,
    ) -> Result<Self, Fault> {
        let (source, failures) = (Source::of(agent), Failures::default());
        let name = match (name, &source) {
            (Some(name), _) => name,
            (None, Source::Spec(spec)) => spec.clone(),
            (None, Source::Function(_)) => agent.repr().map_or_else(|_| "?".into(), |r| r.to_string()),
        };
        let seat = Seat {
            fingerprint: game.rules.fingerprint(),
            player: source.player(&game.rules, &failures)?,
            rng: rng(seed)?,
        };
        Ok(Self {
            name,
            source,
            failures,
            game: Arc::clone(&game.rules),
            seat: Mutex::new(seat),
            process: process::id(),
        })
    }

    /// As it was asked for.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// What it was made of: the name by which its players are loaded, or a function of a list of states.
    #[getter]
    fn source(&self, py: Python<'_>) -> Py<PyAny> {
        match &self.source {
            Source::Spec(spec) => PyString::new(py, spec).into_any().unbind(),
            Source::Function(call) => call.clone_ref(py),
        }
    }

    /// The game for which it was loaded; it plays the same game under other options too.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { rules: Arc::clone(&self.game) }
    }

    /// A legal action for whoever acts; ValueError for another game, GameOverError at the end.
    fn act(&self, py: Python<'_>, state: &Bound<'_, State>) -> Result<usize, Fault> {
        self.ask(py, state, AnyPlayer::choose)
    }

    /// What a network or a search thinks of a state: the share of every action (float64 of shape
    /// ``(game.num_actions,)``, summing to 1: a network's probability, or the part of a search's simulations), and the
    /// score that whoever acts expects, from 0 to 1: the chance to win. None from an agent that analyses nothing. Raises as
    /// :meth:`act`.
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, State>,
    ) -> Result<Option<Analysis<'py>>, Fault> {
        let analysis = self.ask(py, state, AnyPlayer::analyse)?;
        Ok(analysis.map(|analysis| {
            let mut shares = vec![0.0; self.game.layout(FeatureSet::PLAIN).actions];
            for one in &analysis.moves {
                shares[one.action] = one.share;
            }
            (PyArray1::from_vec(py, shares), analysis.score)
        }))
    }

    /// What a network is shown in a state, for whoever acts: float32, the observation and what the player works out
    /// from it. None from an agent that is no network. Raises as :meth:`act`.
    fn features<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'_, State>,
    ) -> Result<Option<Bound<'py, PyArray1<f32>>>, Fault> {
        let features = self.ask(py, state, AnyPlayer::features)?;
        Ok(features.map(|values| PyArray1::from_vec(py, values)))
    }

    /// What the numbers of :meth:`features` mean, as :meth:`Game.layout` has it, with its ``hash``. None from an agent
    /// that is no network.
    fn features_layout<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let layout = signals::awake(py, || Ok::<_, Fault>(self.seat()?.player.features_layout()))??;
        let Some(layout) = layout else { return Ok(None) };
        let mut layout_json = serde_json::to_value(&layout).expect("a layout is plain data");
        layout_json["hash"] = layout.hash().into();
        convert::to_python(py, &layout_json).map(Some)
    }

    /// What a network takes beside the mask: float32 of shape ``(game.num_actions,)``, for each action how likely the
    /// game's best bot is to play it, as 1 + ln(probability) / 8 but at least 0, so from 0 to 1. None from an agent that
    /// takes none. Raises as :meth:`act`.
    fn prior<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'_, State>,
    ) -> Result<Option<Bound<'py, PyArray1<f32>>>, Fault> {
        let prior = self.ask(py, state, AnyPlayer::prior)?;
        Ok(prior.map(|values| PyArray1::from_vec(py, values)))
    }

    /// Starts the generator of its own choices anew. With a seat, that of the player of this seat in the game of the seed, as every
    /// face of the package plays it; with ``substitute``, that of who decides where this seat has no answer.
    #[pyo3(signature = (seed, *, seat = None, substitute = false))]
    fn reseed(
        &self,
        seed: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
        substitute: bool,
    ) -> Result<(), Fault> {
        let seat = seat.map(|seat| convert::below(seat, self.game.teams().players(), "seat")).transpose()?;
        let stream = match (seat, substitute) {
            (Some(seat), false) => streams::seat(0, seat),
            (None, false) => streams::AGENT,
            (seat, true) => streams::SUBSTITUTES + seat.unwrap_or(0) as u64,
        };
        let anew = Sample(generator(convert::seed(Some(seed))?, stream));
        signals::awake(seed.py(), || {
            self.seat()?.rng = anew;
            Ok(())
        })?
    }

    /// A twin that goes on as this one does: the place of its generator goes along, and a function by whatever Python makes of it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let made = (self.source(py), self.game(), self.name());
        let rng = signals::awake(py, || Ok::<_, Fault>(place(&self.seat()?.rng)))??;
        let rebuild = py.import("holotable._pickle")?.getattr("agent")?;
        (rebuild, made, rng).into_pyobject(py)
    }

    /// Puts the generator of its own choices where that of another stood.
    fn __setstate__(&self, py: Python<'_>, rng: (u64, u64, u64)) -> Result<(), Fault> {
        let (seed, stream, word) = rng;
        let there = generator_at(seed, stream, word.into());
        let there = there.ok_or_else(|| Fault::Value("a pickled agent is damaged".into()))?;
        signals::awake(py, || {
            self.seat()?.rng = Sample(there);
            Ok(())
        })?
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}', '{}')", self.name, self.game.facts().name)
    }
}

impl Agent {
    /// The player, once nobody else asks it or Ctrl-C ends the waiting; never with Python's lock, which whoever asks it may need.
    fn seat(&self) -> Result<MutexGuard<'_, Seat>, Fault> {
        loop {
            match self.seat.try_lock() {
                Ok(seat) => return Ok(seat),
                Err(TryLockError::Poisoned(seat)) => return Ok(seat.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            }
            // Whoever asked it in the process from which this one was forked does not give it back here.
            if process::id() != self.process || stop::asked() {
                return Err(Fault::Value(format!(
                    "agent '{}' is busy, or was when this process was forked: load it anew in each process",
                    self.name
                )));
            }
            thread::sleep(WAIT);
        }
    }

    /// Asks the player of a state's rules about it, without Python's lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        question: impl FnOnce(&mut dyn AnyPlayer, &dyn AnyState, &mut GameRng) -> T + Send,
    ) -> Result<T, Fault> {
        let asked = own::copy(state)?;
        let rules = asked.rules();
        if rules.facts().name != self.game.facts().name {
            return Err(Fault::Value(format!(
                "the agent plays {}, not {}",
                self.game.facts().name,
                rules.facts().name
            )));
        }
        if asked.actor().is_none() {
            return Err(Fault::Over("the game is over: there is nothing to decide".into()));
        }
        signals::awake(py, || {
            let mut seat = self.seat()?;
            if seat.fingerprint != rules.fingerprint() {
                seat.player = self.source.player(&rules, &self.failures)?;
                seat.fingerprint = rules.fingerprint();
            }
            let Seat { player, rng, .. } = &mut *seat;
            let before = rng.clone();
            let answer = question(player.as_mut(), asked.as_ref(), rng);
            if stop::asked() {
                // The same question has the same answer when it is asked again.
                *rng = before;
            }
            if let Some(why) = player.forfeit() {
                return Err(Fault::forfeit(&self.name, &why));
            }
            self.failures.or(answer)
        })?
    }
}

/// Where a generator stands.
fn place(rng: &GameRng) -> (u64, u64, u64) {
    let (seed, stream, word) = slots::place(rng);
    (seed, stream, word as u64)
}

/// The generator of an agent's own choices, which is never that of a state with the same seed.
fn rng(seed: Option<&Bound<'_, PyAny>>) -> Result<GameRng, Fault> {
    Ok(Sample(generator(convert::seed(seed)?, streams::AGENT)))
}
