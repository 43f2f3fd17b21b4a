//! `Agent`: a player by name or checkpoint folder, for any state of its game.

#![expect(clippy::doc_markdown, reason = "docstrings for Python, which holds them against the stubs")]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use holotable_agents::bots::Bots;
use holotable_agents::policy::Policy;
use holotable_env::{Finite, Game, GameRng, Layout};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::convert;
use crate::errors::Fault;
use crate::game::Game as PyGame;
use crate::position::{AnyState, Position};
use crate::rules::{AnyGame, game_rng};
use crate::state::State;

/// An agent's estimates for a position: the share of every action, and the score that the acting seat expects.
#[derive(Debug)]
pub struct Estimates {
    shares: Vec<f64>,
    score: f64,
}

/// A player of some game. It is asked about states of that game that are not over.
pub trait AnyPlayer: Send {
    /// A legal action for whoever acts.
    fn choose(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> usize;
    /// The estimates of a network or a search for all actions.
    fn weigh(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Estimates>;
    /// The input of the network, if it is one.
    fn features(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Vec<f32>>;
    /// The layout of that input.
    fn features_layout(&self) -> Option<Layout>;
}

/// A player of a game of this type.
pub struct Player<G: Game> {
    pub game: G,
    pub policy: Box<dyn Policy<G>>,
}

impl<G: Bots> Player<G> {
    /// The position as whoever acts knows it: what that seat cannot see is dealt anew.
    fn view(state: &dyn AnyState, rng: &mut GameRng) -> G::State {
        let own = position::<G>(state);
        let game = &own.rules.game;
        let seat = game.actor(&own.state).expect("the caller has asked for the actor");
        let mut view = own.state;
        game.redeal(&mut view, seat, rng);
        view
    }
}

fn position<G: Bots>(state: &dyn AnyState) -> &Position<G> {
    state.as_any().downcast_ref().expect("the caller has compared the games")
}

impl<G: Bots> AnyPlayer for Player<G> {
    fn choose(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> usize {
        let mut only = None;
        let mut count = 0;
        self.game.legal(&position::<G>(state).state, |a| (count, only) = (count + 1, Some(a)));
        if let Some(a) = only.filter(|_| count == 1) {
            return a.index();
        }
        self.policy.choose(&self.game, &Self::view(state, rng), rng).index()
    }

    fn weigh(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Estimates> {
        let weighed = self.policy.weigh(&self.game, &Self::view(state, rng), rng)?;
        let mut shares = vec![0.0; G::Action::N];
        for weight in &weighed.moves {
            shares[weight.action.index()] = weight.share;
        }
        Some(Estimates { shares, score: weighed.score })
    }

    fn features(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Vec<f32>> {
        self.policy.features(&self.game, &Self::view(state, rng)).map(<[f32]>::to_vec)
    }

    fn features_layout(&self) -> Option<Layout> {
        self.policy.features_layout(&self.game)
    }
}

/// A player of a game; made by :func:`holotable.load_agent`. Its choices do not depend on what it cannot see.
#[pyclass(module = "holotable", frozen)]
#[expect(missing_debug_implementations, reason = "Python shows it by __repr__")]
pub struct Agent {
    spec: String,
    game: Arc<dyn AnyGame>,
    seat: Mutex<Seat>,
}

/// Shares of actions, and an expected score.
type Weighed<'py> = (Bound<'py, PyArray1<f64>>, f64);

/// The player for the rules last met.
struct Seat {
    fingerprint: u64,
    player: Box<dyn AnyPlayer>,
    rng: GameRng,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, game, *, seed = None))]
    fn new(spec: String, game: &PyGame, seed: Option<&Bound<'_, PyAny>>) -> Result<Self, Fault> {
        let seat = Seat {
            fingerprint: game.rules.fingerprint(),
            player: game.rules.player(&spec)?,
            rng: game_rng(convert::seed(seed)?, 0),
        };
        Ok(Self { spec, game: Arc::clone(&game.rules), seat: Mutex::new(seat) })
    }

    /// As it was asked for.
    #[getter]
    fn name(&self) -> &str {
        &self.spec
    }

    /// The game for which it was loaded; it plays the same game under other options too.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { rules: Arc::clone(&self.game) }
    }

    /// A legal action for whoever acts; ValueError for another game, GameOverError at the end.
    fn act(&self, py: Python<'_>, state: &State) -> Result<usize, Fault> {
        self.ask(py, state, |player, state, rng| player.choose(state, rng))
    }

    /// What a network or a search thinks of a state: the share of every action (float64 of shape
    /// ``(game.num_actions,)``, summing to 1: a network's probability, or the part of a search's simulations), and the
    /// score that whoever acts expects, from 0 to 1: the chance to win. None from an agent that weighs nothing. Raises as :meth:`act`.
    fn weigh<'py>(&self, py: Python<'py>, state: &State) -> Result<Option<Weighed<'py>>, Fault> {
        let estimates = self.ask(py, state, |player, state, rng| player.weigh(state, rng))?;
        Ok(estimates.map(|t| (PyArray1::from_vec(py, t.shares), t.score)))
    }

    /// What a network is shown in a state, for whoever acts: float32, the observation and what the player works out
    /// from it. None from an agent that is no network. Raises as :meth:`act`.
    fn features<'py>(
        &self,
        py: Python<'py>,
        state: &State,
    ) -> Result<Option<Bound<'py, PyArray1<f32>>>, Fault> {
        let features = self.ask(py, state, |player, state, rng| player.features(state, rng))?;
        Ok(features.map(|values| PyArray1::from_vec(py, values)))
    }

    /// What the numbers of :meth:`features` mean, as :meth:`Game.layout` has it, with its ``hash``. None from an agent
    /// that is no network.
    fn features_layout<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(layout) = self.seat().player.features_layout() else { return Ok(None) };
        let mut told = serde_json::to_value(&layout).expect("a layout is plain data");
        told["hash"] = layout.hash().into();
        convert::to_python(py, &told).map(Some)
    }

    /// Starts the luck of its own choices anew.
    fn reseed(&self, seed: &Bound<'_, PyAny>) -> Result<(), Fault> {
        let rng = game_rng(convert::seed(Some(seed))?, 0);
        self.seat().rng = rng;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}', '{}')", self.spec, self.game.name())
    }
}

impl Agent {
    fn seat(&self) -> MutexGuard<'_, Seat> {
        self.seat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the player of a state's rules about it, without Python's lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        state: &State,
        question: impl FnOnce(&mut dyn AnyPlayer, &dyn AnyState, &mut GameRng) -> T + Send,
    ) -> Result<T, Fault> {
        let rules = state.inner.rules();
        if rules.name() != self.game.name() {
            return Err(Fault::Value(format!("the agent plays {}, not {}", self.game.name(), rules.name())));
        }
        if state.inner.actor().is_none() {
            return Err(Fault::Over("the game is over: there is nothing to decide".into()));
        }
        py.detach(|| {
            let mut seat = self.seat();
            if seat.fingerprint != rules.fingerprint() {
                seat.player = rules.player(&self.spec)?;
                seat.fingerprint = rules.fingerprint();
            }
            let Seat { player, rng, .. } = &mut *seat;
            Ok(question(player.as_mut(), state.inner.as_ref(), rng))
        })
    }
}
