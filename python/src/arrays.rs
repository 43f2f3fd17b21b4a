//! [`Arrays`]: the numpy arrays that a batch writes into, handed out without copying.
//!
//! What Python holds is never written again: a set of arrays is used anew only when nothing else refers to
//! any of them. A loop that keeps the latest step alternates between two sets; whoever keeps more gets more.

use holotable_env::Buffers;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

/// How many sets are remembered for another use.
const SETS: usize = 3;

/// The arrays of one step.
pub struct Arrays {
    pub obs: Py<PyArray2<f32>>,
    pub mask: Py<PyArray2<bool>>,
    /// The mask as Gymnasium's spaces want it: the same memory as `int8`.
    pub mask_int8: Py<PyAny>,
    pub rewards: Py<PyArray2<f32>>,
    pub reward: Py<PyArray1<f64>>,
    pub player: Py<PyArray1<u8>>,
    pub terminated: Py<PyArray1<bool>>,
    pub truncated: Py<PyArray1<bool>>,
    pub illegal: Py<PyArray1<bool>>,
    pub final_obs: Py<PyArray2<f32>>,
}

/// The lengths of the arrays.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    pub slots: usize,
    pub observation: usize,
    pub actions: usize,
    pub players: usize,
    /// Whether last observations are written at all.
    pub finals: bool,
}

impl Arrays {
    fn new(py: Python<'_>, n: Lengths) -> PyResult<Self> {
        let mask = PyArray2::zeros(py, [n.slots, n.actions], false);
        let mask_int8 = mask.call_method1("view", ("int8",))?.unbind();
        let finals = if n.finals { n.slots } else { 0 };
        Ok(Self {
            obs: PyArray2::zeros(py, [n.slots, n.observation], false).unbind(),
            mask: mask.unbind(),
            mask_int8,
            rewards: PyArray2::zeros(py, [n.slots, n.players], false).unbind(),
            reward: PyArray1::zeros(py, n.slots, false).unbind(),
            player: PyArray1::zeros(py, n.slots, false).unbind(),
            terminated: PyArray1::zeros(py, n.slots, false).unbind(),
            truncated: PyArray1::zeros(py, n.slots, false).unbind(),
            illegal: PyArray1::zeros(py, n.slots, false).unbind(),
            final_obs: PyArray2::zeros(py, [finals, n.observation], false).unbind(),
        })
    }

    /// Whether nobody else refers to any of the arrays.
    fn is_free(&self, py: Python<'_>) -> bool {
        // The mask is also referred to by its view.
        references(&self.mask, py) == 2
            && [
                references(&self.obs, py),
                references(&self.mask_int8, py),
                references(&self.rewards, py),
                references(&self.reward, py),
                references(&self.player, py),
                references(&self.terminated, py),
                references(&self.truncated, py),
                references(&self.illegal, py),
                references(&self.final_obs, py),
            ] == [1; 9]
    }

    /// The arrays opened for writing.
    pub fn open<'py>(&self, py: Python<'py>) -> Open<'py> {
        Open {
            obs: self.obs.bind(py).readwrite(),
            mask: self.mask.bind(py).readwrite(),
            rewards: self.rewards.bind(py).readwrite(),
            reward: self.reward.bind(py).readwrite(),
            player: self.player.bind(py).readwrite(),
            terminated: self.terminated.bind(py).readwrite(),
            truncated: self.truncated.bind(py).readwrite(),
            illegal: self.illegal.bind(py).readwrite(),
            final_obs: self.final_obs.bind(py).readwrite(),
        }
    }
}

/// Arrays borrowed for writing.
pub struct Open<'py> {
    obs: PyReadwriteArray2<'py, f32>,
    mask: PyReadwriteArray2<'py, bool>,
    rewards: PyReadwriteArray2<'py, f32>,
    reward: PyReadwriteArray1<'py, f64>,
    player: PyReadwriteArray1<'py, u8>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    illegal: PyReadwriteArray1<'py, bool>,
    final_obs: PyReadwriteArray2<'py, f32>,
}

impl Open<'_> {
    /// The memory: what a batch writes, the reward of whoever acted, and who stayed.
    pub fn slices(&mut self) -> (Buffers<'_>, &mut [f64], &mut [bool]) {
        const OWN: &str = "our own arrays are contiguous";
        let buffers = Buffers {
            obs: self.obs.as_slice_mut().expect(OWN),
            mask: self.mask.as_slice_mut().expect(OWN),
            reward: self.rewards.as_slice_mut().expect(OWN),
            actor: self.player.as_slice_mut().expect(OWN),
            terminated: self.terminated.as_slice_mut().expect(OWN),
            truncated: self.truncated.as_slice_mut().expect(OWN),
            final_obs: self.final_obs.as_slice_mut().expect(OWN),
        };
        (buffers, self.reward.as_slice_mut().expect(OWN), self.illegal.as_slice_mut().expect(OWN))
    }
}

/// Sets of arrays that take turns.
pub struct Pool {
    lengths: Lengths,
    sets: Vec<Arrays>,
}

impl Pool {
    pub fn new(lengths: Lengths) -> Self {
        Self { lengths, sets: Vec::with_capacity(SETS) }
    }

    /// A set that nobody else refers to.
    pub fn free(&mut self, py: Python<'_>) -> PyResult<&Arrays> {
        let i = match self.sets.iter().position(|set| set.is_free(py)) {
            Some(i) => i,
            None if self.sets.len() < SETS => {
                self.sets.push(Arrays::new(py, self.lengths)?);
                self.sets.len() - 1
            }
            None => {
                // Whoever holds the oldest keeps it; we forget it.
                self.sets.rotate_left(1);
                self.sets[SETS - 1] = Arrays::new(py, self.lengths)?;
                SETS - 1
            }
        };
        Ok(&self.sets[i])
    }
}

/// How many references to an object there are, ours included.
#[expect(deprecated, reason = "the form of Py_REFCNT that is safe to call")]
fn references<T>(object: &Py<T>, py: Python<'_>) -> isize {
    object.get_refcnt(py)
}
