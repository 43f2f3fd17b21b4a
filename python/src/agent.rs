//! `Agent`: a player by name or checkpoint folder, for any state of its game.

#![expect(clippy::doc_markdown, reason = "docstrings for Python, which holds them against the stubs")]

use std::sync::{Arc, Mutex, PoisonError};

use holotable_agents::bots::Bots;
use holotable_agents::policy::Policy;
use holotable_env::{Finite, Game, Luck};
use pyo3::prelude::*;

use crate::convert;
use crate::errors::Fault;
use crate::game::Game as PyGame;
use crate::position::{AnyState, Position};
use crate::rules::{AnyGame, luck};
use crate::state::State;

/// A player of some game.
pub trait AnyPlayer: Send {
    /// A legal action for whoever acts in `state`, a state of the player's game that is not over.
    fn choose(&mut self, state: &dyn AnyState, luck: &mut Luck) -> usize;
}

/// A player of a game of this type.
pub struct Player<G: Game>(pub Box<dyn Policy<G>>);

impl<G: Bots> AnyPlayer for Player<G> {
    fn choose(&mut self, state: &dyn AnyState, luck: &mut Luck) -> usize {
        let own = state.as_any().downcast_ref::<Position<G>>().expect("the caller has compared the games");
        let game = &own.rules.game;
        let seat = game.actor(&own.state).expect("the caller has asked for the actor");
        let mut only = None;
        let mut count = 0;
        game.legal(&own.state, |a| (count, only) = (count + 1, Some(a)));
        if let Some(a) = only.filter(|_| count == 1) {
            return a.index();
        }
        let mut view = own.state;
        game.redeal(&mut view, seat, luck);
        self.0.choose(game, &view, luck).index()
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

/// The player for the rules last met.
struct Seat {
    fingerprint: u64,
    player: Box<dyn AnyPlayer>,
    luck: Luck,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, game, *, seed = None))]
    fn new(spec: String, game: &PyGame, seed: Option<&Bound<'_, PyAny>>) -> Result<Self, Fault> {
        let seat = Seat {
            fingerprint: game.rules.fingerprint(),
            player: game.rules.player(&spec)?,
            luck: luck(convert::seed(seed)?, 0),
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
        let rules = state.inner.rules();
        if rules.name() != self.game.name() {
            return Err(Fault::Value(format!("the agent plays {}, not {}", self.game.name(), rules.name())));
        }
        if state.inner.actor().is_none() {
            return Err(Fault::Over("the game is over: there is nothing to decide".into()));
        }
        py.detach(|| {
            let mut seat = self.seat.lock().unwrap_or_else(PoisonError::into_inner);
            if seat.fingerprint != rules.fingerprint() {
                seat.player = rules.player(&self.spec)?;
                seat.fingerprint = rules.fingerprint();
            }
            let Seat { player, luck, .. } = &mut *seat;
            Ok(player.choose(state.inner.as_ref(), luck))
        })
    }

    /// Starts the luck of its own choices anew.
    fn reseed(&self, seed: &Bound<'_, PyAny>) -> Result<(), Fault> {
        let luck = luck(convert::seed(Some(seed))?, 0);
        self.seat.lock().unwrap_or_else(PoisonError::into_inner).luck = luck;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}', '{}')", self.spec, self.game.name())
    }
}
