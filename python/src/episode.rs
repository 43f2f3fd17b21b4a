//! `Episode`: one environment, whose steps come back as Gymnasium's tuples.

use std::sync::Arc;

use holotable_agents::any::View;
use holotable_env::{AutoReset, BatchConfig, Buffers};
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
use crate::signals;
use crate::slots::Slots;

/// One environment.
#[pyclass(module = "holotable._native")]
#[expect(missing_debug_implementations, reason = "Python shows it by __repr__")]
pub struct Episode {
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
        let layout = game.rules.layout(View::PLAIN);
        let mut buffer = Buffer {
            obs: vec![0.0; layout.observation],
            mask: vec![false; layout.actions],
            reward: vec![0.0; game.rules.teams().players()],
            actor: [0],
            terminated: vec![false; game.rules.teams().players()],
            over: [false],
            truncated: [false],
        };
        let batch = Arc::clone(&game.rules).batch(View::PLAIN, 1, config);
        batch.write(&mut buffer.buffers());
        let opponents = opponents.map(|seats| opponents::read(game, &seats, 1, 1)).transpose()?;
        let slots = Slots::new(batch, illegal_mode(illegal, penalty)?, opponents);
        Ok(Self { slots, endings: Endings::of(py, &game.rules)?, nested, buffer })
    }

    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.slots.batch.rules() }
    }

    #[getter]
    fn player(&self) -> u8 {
        self.buffer.actor[0]
    }

    #[getter]
    fn rewards(&self) -> Vec<f32> {
        self.buffer.reward.clone()
    }

    #[getter]
    fn terminated(&self) -> bool {
        self.buffer.over[0]
    }

    /// Of each seat, whether its result is final: it is out, or the game is over.
    #[getter]
    fn ended(&self) -> Vec<bool> {
        (0..self.buffer.reward.len()).map(|player| self.slots.batch.ended(0, player)).collect()
    }

    #[getter]
    fn truncated(&self) -> bool {
        self.buffer.truncated[0]
    }

    #[pyo3(signature = (seed = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let seed = seed.map(|seed| convert::seed(Some(seed))).transpose()?;
        self.slots.reset(0, seed);
        self.look(py)
    }

    /// Observation and info as they are.
    fn look<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { slots, buffer, .. } = self;
        without_lock(py, slots, |slots| slots.look(&mut buffer.buffers()))??;
        let info = self.info(py, false)?;
        PyTuple::new(py, [self.observation(py, &info)?, info.into_any()])
    }

    fn step<'py>(&mut self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let action = convert::below(action, self.buffer.mask.len(), "action")?;
        self.play(py, action)
    }

    /// As an illegal action does: for who may pass at other times.
    fn miss<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.play(py, self.buffer.mask.len())
    }

    /// What may be done: 1 for each legal action; all 1 once the episode is over.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        filled(py, self.buffer.mask.iter().map(|&legal| i8::from(legal)), self.buffer.mask.len())
    }

    fn action_masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, &self.buffer.mask)
    }

    fn observe<'py>(
        &self,
        py: Python<'py>,
        player: &Bound<'py, PyAny>,
    ) -> Result<Bound<'py, PyArray1<f32>>, Fault> {
        let player = convert::below(player, self.buffer.reward.len(), "player")?;
        let mut obs = vec![0.0; self.buffer.obs.len()];
        let batch = self.slots.batch.as_ref();
        batch.observe(batch.save(0).state.as_ref(), player, &mut obs);
        Ok(PyArray1::from_vec(py, obs))
    }

    fn state(&self) -> State {
        State { inner: self.slots.state(0) }
    }

    fn set_state(&mut self, state: &State) -> Result<(), Fault> {
        self.slots.set_state(0, state.inner.as_ref())
    }

    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.slots.save(0))
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), Fault> {
        self.slots.restore(0, saved)?;
        self.slots.batch.write(&mut self.buffer.buffers());
        Ok(())
    }
}

impl Episode {
    /// Plays the action with this number, or one that is never legal.
    fn play<'py>(&mut self, py: Python<'py>, action: usize) -> PyResult<Bound<'py, PyTuple>> {
        let (player, mut illegal) = (usize::from(self.buffer.actor[0]), [false]);
        let Self { slots, buffer, .. } = self;
        without_lock(py, slots, |slots| slots.step(&[action], &mut illegal, &mut buffer.buffers()))??;
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
