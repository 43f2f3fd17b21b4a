//! `Episode`: one environment, whose steps come back as Gymnasium's tuples.

use std::iter;
use std::sync::Arc;

use holotable_env::{AutoReset, BatchConfig, Buffers};
use holotable_players::observation_wrapper::FeatureSet;
use numpy::PyArray1;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::arrays::filled;
use crate::batch::{illegal_mode, most_decisions};
use crate::classes::Game;
use crate::classes::State;
use crate::convert;
use crate::ending::Endings;
use crate::errors::Fault;
use crate::opponents;
use crate::own::{self, Own};
use crate::signals;
use crate::slots::Slots;

/// One environment.
#[pyclass(module = "holotable._native", frozen)]
#[expect(missing_debug_implementations, reason = "Python shows it by __repr__")]
pub struct Episode(Own<Inner>);

/// The fields of an episode, under one lock.
struct Inner {
    slots: Slots,
    endings: Endings,
    /// Observations as a dict with the mask inside.
    nested: bool,
    buffer: Buffer,
}

/// The arrays that a batch of one game writes.
struct Buffer {
    obs: Vec<f32>,
    mask: Vec<bool>,
    reward: Vec<f32>,
    actor: [u8; 1],
    terminated: Vec<bool>,
    over: [bool; 1],
    truncated: [bool; 1],
}

impl Buffer {
    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            obs: &mut self.obs,
            mask: &mut self.mask,
            reward: &mut self.reward,
            actor: &mut self.actor,
            terminated: &mut self.terminated,
            over: &mut self.over,
            truncated: &mut self.truncated,
            final_obs: &mut [],
        }
    }
}

#[pymethods]
impl Episode {
    #[new]
    #[pyo3(signature = (game, *, seed = None, illegal = "raise", penalty = -1.0, skip_forced = true,
                        max_decisions = None, nested = false, seat = None, opponents = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python class")]
    fn new(
        py: Python<'_>,
        game: &Game,
        seed: Option<&Bound<'_, PyAny>>,
        illegal: &str,
        penalty: f32,
        skip_forced: bool,
        max_decisions: Option<&Bound<'_, PyAny>>,
        nested: bool,
        seat: Option<&Bound<'_, PyAny>>,
        opponents: Option<Vec<Bound<'_, PyAny>>>,
    ) -> Result<Self, Fault> {
        let auto_reset = AutoReset::Disabled;
        let seed = convert::seed(seed)?;
        let config = BatchConfig {
            seed,
            auto_reset,
            skip_forced,
            learner: opponents::learner(seat, game.rules.teams().players())?,
            max_decisions: most_decisions(max_decisions)?,
            ..BatchConfig::default()
        };
        let layout = game.rules.layout(FeatureSet::PLAIN);
        let mut buffer = Buffer {
            obs: vec![0.0; layout.observation],
            mask: vec![false; layout.actions],
            reward: vec![0.0; game.rules.teams().players()],
            actor: [0],
            terminated: vec![false; game.rules.teams().players()],
            over: [false],
            truncated: [false],
        };
        let batch = Arc::clone(&game.rules).batch(FeatureSet::PLAIN, 1, config);
        batch.write(&mut buffer.buffers());
        let opponents = opponents.map(|seats| opponents::read(game, &seats, 1, 1)).transpose()?;
        let slots = Slots::new(batch, illegal_mode(illegal, penalty)?, opponents);
        Ok(Self(Own::new(Inner { slots, endings: Endings::of(py, &game.rules)?, nested, buffer })))
    }

    #[getter]
    fn game(&self) -> Result<Game, Fault> {
        Ok(Game { rules: self.0.take()?.slots.batch.rules() })
    }

    #[getter]
    fn player(&self) -> Result<u8, Fault> {
        Ok(self.0.take()?.buffer.actor[0])
    }

    #[getter]
    fn rewards(&self) -> Result<Vec<f32>, Fault> {
        Ok(self.0.take()?.buffer.reward.clone())
    }

    #[getter]
    fn terminated(&self) -> Result<bool, Fault> {
        Ok(self.0.take()?.buffer.over[0])
    }

    /// Of each seat, whether its result is final: it is out, or the game is over.
    #[getter]
    fn ended(&self) -> Result<Vec<bool>, Fault> {
        let own = self.0.take()?;
        Ok((0..own.buffer.reward.len()).map(|player| own.slots.batch.ended(0, player)).collect())
    }

    #[getter]
    fn truncated(&self) -> Result<bool, Fault> {
        Ok(self.0.take()?.buffer.truncated[0])
    }

    /// Starts the first episode of a seed, or the next, in a state if one is given; where that is refused nothing has changed.
    #[pyo3(signature = (seed = None, state = None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
        state: Option<&Bound<'py, State>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let seed = seed.map(|seed| convert::seed(Some(seed))).transpose()?;
        let state = state.map(own::copy).transpose()?;
        let mut own = self.0.take()?;
        let Inner { slots, buffer, .. } = &mut *own;
        without_lock(py, slots, |slots| slots.begin(0, seed, state.as_deref(), &mut buffer.buffers()))??;
        own.shown(py)
    }

    /// Observation and info as they are.
    fn look<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut own = self.0.take()?;
        let Inner { slots, buffer, .. } = &mut *own;
        without_lock(py, slots, |slots| slots.look(&mut buffer.buffers()))??;
        own.shown(py)
    }

    fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let most = self.0.take()?.buffer.mask.len();
        let action = convert::below(action, most, "action")?;
        self.0.take()?.play(py, Some(action))
    }

    /// As an illegal action does: for who may pass at other times.
    fn miss<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut own = self.0.take()?;
        own.play(py, None)
    }

    /// What may be done: 1 for each legal action; all 1 once the episode is over.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.0.take()?.action_mask(py)
    }

    fn action_masks<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray1<bool>>, Fault> {
        Ok(PyArray1::from_slice(py, &self.0.take()?.buffer.mask))
    }

    fn observe<'py>(
        &self,
        py: Python<'py>,
        player: &Bound<'py, PyAny>,
    ) -> Result<Bound<'py, PyArray1<f32>>, Fault> {
        let own = self.0.take()?;
        let player = convert::below(player, own.buffer.reward.len(), "player")?;
        let mut obs = vec![0.0; own.buffer.obs.len()];
        let batch = own.slots.batch.as_ref();
        batch.observe(batch.save(0).state.as_ref(), player, &mut obs);
        Ok(PyArray1::from_vec(py, obs))
    }

    fn state(&self) -> Result<State, Fault> {
        Ok(State { inner: self.0.take()?.slots.state(0) })
    }

    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Fault> {
        Ok(PyBytes::new(py, &self.0.take()?.slots.save(0)))
    }

    fn restore(&self, saved: &[u8]) -> Result<(), Fault> {
        let mut own = self.0.take()?;
        let Inner { slots, buffer, .. } = &mut *own;
        slots.restore(0, saved)?;
        slots.batch.write(&mut buffer.buffers());
        Ok(())
    }
}

impl Inner {
    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let info = self.info(py, false)?;
        PyTuple::new(py, [self.observation(py, &info)?, info.into_any()])
    }

    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        filled(py, self.buffer.mask.iter().map(|&legal| i8::from(legal)), self.buffer.mask.len())
    }

    /// Plays the action with this number, or one that is never legal.
    fn play<'py>(&mut self, py: Python<'py>, action: Option<usize>) -> PyResult<Bound<'py, PyTuple>> {
        let (player, mut illegal) = (usize::from(self.buffer.actor[0]), [false]);
        let Self { slots, buffer, .. } = self;
        without_lock(py, slots, |slots| {
            slots.step(iter::once(action), &mut illegal, &mut buffer.buffers())
        })??;
        let info = self.info(py, illegal[0])?;
        let (reward, buffer) = (f64::from(self.buffer.reward[player]), &self.buffer);
        let (terminated, truncated) = (buffer.over[0], buffer.truncated[0]);
        (self.observation(py, &info)?, reward, terminated, truncated, info).into_pyobject(py)
    }

    /// The same keys at every step, as libraries that gather infos in arrays need them.
    fn info<'py>(&self, py: Python<'py>, illegal: bool) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), self.action_mask(py)?)?;
        info.set_item(intern!(py, "player"), self.buffer.actor[0])?;
        info.set_item(intern!(py, "illegal"), illegal)?;
        let over = self.buffer.over[0] || self.buffer.truncated[0];
        let last = over.then(|| self.slots.batch.last(0));
        let ending = self.endings.dict(py, last.as_deref())?;
        info.set_item(intern!(py, "ending"), ending)?;
        Ok(info)
    }

    fn observation<'py>(&self, py: Python<'py>, info: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let flat = PyArray1::from_slice(py, &self.buffer.obs).into_any();
        if !self.nested {
            return Ok(flat);
        }
        let dict = PyDict::new(py);
        dict.set_item(intern!(py, "observation"), flat)?;
        dict.set_item(intern!(py, "action_mask"), info.get_item(intern!(py, "action_mask"))?)?;
        Ok(dict.into_any())
    }
}

/// Lets other threads of Python run while opponents think; for one step of the rules that would take longer than the step.
fn without_lock<T: Send>(
    py: Python<'_>,
    slots: &mut Slots,
    work: impl FnOnce(&mut Slots) -> T + Send,
) -> PyResult<T> {
    if slots.has_opponents() { signals::awake(py, || work(slots)) } else { Ok(work(slots)) }
}
