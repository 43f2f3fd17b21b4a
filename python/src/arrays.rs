//! [`NumpyArrays`]: the numpy arrays that a batch writes into, handed out without copying.
//!
//! What Python holds is never written again: a set of arrays is used anew only when nothing else refers to
//! any of them. A loop that keeps the latest step alternates between two sets; whoever keeps more gets more.

use holotable_env::Buffers;
use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArray, PyReadwriteArray1,
    PyReadwriteArray2, PyUntypedArrayMethods, dtype,
};
use pyo3::intern;
use pyo3::prelude::*;

use crate::errors::Fault;

/// How many sets are remembered for another use.
const SETS: usize = 3;

/// The arrays of one step.
pub struct NumpyArrays {
    pub obs: Py<PyArray2<f32>>,
    pub mask: Py<PyArray2<bool>>,
    pub rewards: Py<PyArray2<f32>>,
    pub reward: Py<PyArray1<f64>>,
    pub player: Py<PyArray1<u8>>,
    pub terminated: Py<PyArray2<bool>>,
    pub over: Py<PyArray1<bool>>,
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

impl NumpyArrays {
    fn new(py: Python<'_>, n: Lengths) -> Self {
        let finals = if n.finals { n.slots } else { 0 };
        Self {
            obs: PyArray2::zeros(py, [n.slots, n.observation], false).unbind(),
            mask: PyArray2::zeros(py, [n.slots, n.actions], false).unbind(),
            rewards: PyArray2::zeros(py, [n.slots, n.players], false).unbind(),
            reward: PyArray1::zeros(py, n.slots, false).unbind(),
            player: PyArray1::zeros(py, n.slots, false).unbind(),
            terminated: PyArray2::zeros(py, [n.slots, n.players], false).unbind(),
            over: PyArray1::zeros(py, n.slots, false).unbind(),
            truncated: PyArray1::zeros(py, n.slots, false).unbind(),
            illegal: PyArray1::zeros(py, n.slots, false).unbind(),
            final_obs: PyArray2::zeros(py, [finals, n.observation], false).unbind(),
        }
    }

    /// The mask as Gymnasium's spaces want it: the same memory as `int8`.
    pub fn mask_int8<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.mask.bind(py).call_method1(intern!(py, "view"), (dtype::<i8>(py),))
    }

    /// Whether nobody else refers to any of the arrays.
    fn is_free(&self, py: Python<'_>) -> bool {
        [
            references(&self.obs, py),
            references(&self.mask, py),
            references(&self.rewards, py),
            references(&self.reward, py),
            references(&self.player, py),
            references(&self.terminated, py),
            references(&self.over, py),
            references(&self.truncated, py),
            references(&self.illegal, py),
            references(&self.final_obs, py),
        ] == [1; 10]
    }

    /// The arrays opened for writing, unless somebody has made one read-only or changed its shape or type.
    fn open<'py>(&self, py: Python<'py>, n: Lengths) -> Option<Open<'py>> {
        let mut open = Open {
            obs: self.obs.bind(py).try_readwrite().ok()?,
            mask: self.mask.bind(py).try_readwrite().ok()?,
            rewards: self.rewards.bind(py).try_readwrite().ok()?,
            reward: self.reward.bind(py).try_readwrite().ok()?,
            player: self.player.bind(py).try_readwrite().ok()?,
            terminated: self.terminated.bind(py).try_readwrite().ok()?,
            over: self.over.bind(py).try_readwrite().ok()?,
            truncated: self.truncated.bind(py).try_readwrite().ok()?,
            illegal: self.illegal.bind(py).try_readwrite().ok()?,
            final_obs: self.final_obs.bind(py).try_readwrite().ok()?,
        };
        let own = open.fit(py, n);
        own.then_some(open)
    }
}

/// Arrays borrowed for writing.
pub struct Open<'py> {
    obs: PyReadwriteArray2<'py, f32>,
    mask: PyReadwriteArray2<'py, bool>,
    rewards: PyReadwriteArray2<'py, f32>,
    reward: PyReadwriteArray1<'py, f64>,
    player: PyReadwriteArray1<'py, u8>,
    terminated: PyReadwriteArray2<'py, bool>,
    over: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    illegal: PyReadwriteArray1<'py, bool>,
    final_obs: PyReadwriteArray2<'py, f32>,
}

impl Open<'_> {
    /// Whether the arrays still have the shapes and types that they were made with.
    fn fit(&mut self, py: Python<'_>, n: Lengths) -> bool {
        let flat = [n.slots];
        self.obs.shape() == [n.slots, n.observation]
            && self.mask.shape() == [n.slots, n.actions]
            && self.rewards.shape() == [n.slots, n.players]
            && self.final_obs.shape() == [if n.finals { n.slots } else { 0 }, n.observation]
            && self.reward.shape() == flat
            && self.player.shape() == flat
            && self.terminated.shape() == [n.slots, n.players]
            && self.over.shape() == flat
            && self.truncated.shape() == flat
            && self.illegal.shape() == flat
            && [&self.obs, &self.rewards, &self.final_obs].iter().all(|a| is::<f32, _>(py, a))
            && [&self.mask, &self.terminated].iter().all(|a| is::<bool, _>(py, a))
            && is::<f64, _>(py, &self.reward)
            && is::<u8, _>(py, &self.player)
            && [&self.over, &self.truncated, &self.illegal].iter().all(|a| is::<bool, _>(py, a))
            && self.obs.is_c_contiguous()
            && self.mask.is_c_contiguous()
            && self.rewards.is_c_contiguous()
            && self.terminated.is_c_contiguous()
            && self.final_obs.is_c_contiguous()
    }

    /// The memory: what a batch writes, the reward of whoever acted, and who stayed.
    pub fn slices(&mut self) -> (Buffers<'_>, &mut [f64], &mut [bool]) {
        const OWN: &str = "arrays that fit are contiguous";
        let buffers = Buffers {
            obs: self.obs.as_slice_mut().expect(OWN),
            mask: self.mask.as_slice_mut().expect(OWN),
            reward: self.rewards.as_slice_mut().expect(OWN),
            actor: self.player.as_slice_mut().expect(OWN),
            terminated: self.terminated.as_slice_mut().expect(OWN),
            over: self.over.as_slice_mut().expect(OWN),
            truncated: self.truncated.as_slice_mut().expect(OWN),
            final_obs: self.final_obs.as_slice_mut().expect(OWN),
        };
        (buffers, self.reward.as_slice_mut().expect(OWN), self.illegal.as_slice_mut().expect(OWN))
    }
}

/// Whether the array still has this type of values.
fn is<'py, T: Element, D: Dimension>(py: Python<'py>, array: &PyReadwriteArray<'py, T, D>) -> bool {
    array.dtype().is_equiv_to(&T::get_dtype(py))
}

/// Sets of arrays that take turns.
pub struct Pool {
    lengths: Lengths,
    sets: Vec<NumpyArrays>,
}

impl Pool {
    pub fn new(lengths: Lengths) -> Self {
        Self { lengths, sets: Vec::with_capacity(SETS) }
    }

    /// A set that nobody else refers to, opened for writing.
    pub fn free<'py>(&mut self, py: Python<'py>) -> PyResult<(&NumpyArrays, Open<'py>)> {
        let n = self.lengths;
        let mut free = self.sets.iter().enumerate().filter(|(_, set)| set.is_free(py));
        if let Some((i, open)) = free.find_map(|(i, set)| Some((i, set.open(py, n)?))) {
            return Ok((&self.sets[i], open));
        }
        if self.sets.len() == SETS {
            // Whoever holds the oldest keeps it; we forget it.
            self.sets.remove(0);
        }
        self.sets.push(NumpyArrays::new(py, n));
        let set = &self.sets[self.sets.len() - 1];
        let open = set.open(py, n).ok_or_else(|| Fault::Value("new arrays cannot be written".into()))?;
        Ok((set, open))
    }
}

/// How many references to an object there are, ours included.
#[expect(deprecated, reason = "the form of Py_REFCNT that is safe to call")]
fn references<T>(object: &Py<T>, py: Python<'_>) -> isize {
    object.get_refcnt(py)
}

/// An array of `n` values.
pub fn filled<T: numpy::Element + Copy>(
    py: Python<'_>,
    values: impl Iterator<Item = T>,
    n: usize,
) -> PyResult<Bound<'_, PyArray1<T>>> {
    let array = PyArray1::zeros(py, n, false);
    {
        let mut open = array.readwrite();
        for (to, from) in open.as_slice_mut()?.iter_mut().zip(values) {
            *to = from;
        }
    }
    Ok(array)
}
