//! `Batch`: games stepped together into numpy arrays, the engine of the vector environments.

use std::sync::Arc;

use holotable_env::{AutoReset, BatchConfig};
use holotable_players::observation_wrapper::FeatureSet;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arrays::{Lengths, NumpyArrays, Pool};
use crate::classes::Game;
use crate::classes::State;
use crate::convert;
use crate::ending::Endings;
use crate::errors::Fault;
use crate::opponents;
use crate::own::Own;
use crate::signals;
use crate::slots::{Illegal, Slots};

const MOST_SLOTS: usize = 1 << 16;
const MOST_THREADS: usize = 256;

/// Several games stepped together.
#[pyclass(module = "holotable._native", frozen)]
#[expect(missing_debug_implementations, reason = "Python shows it by __repr__")]
pub struct Batch {
    own: Own<Inner>,
    lengths: Lengths,
}

/// The fields of a batch, under one lock.
struct Inner {
    slots: Slots,
    endings: Endings,
    pool: Pool,
    lengths: Lengths,
    /// The acting seats before the step.
    actors: Vec<u8>,
    actions: Vec<usize>,
}

/// How many decisions an episode may have; 0, the default, for any number.
pub fn most_decisions(given: Option<&Bound<'_, PyAny>>) -> Result<u32, Fault> {
    Ok(given.map_or(Ok(0), |n| convert::below(n, 1 << 32, "max_decisions"))? as u32)
}

/// Reads from Python's words how to handle an illegal action.
pub fn illegal_mode(word: &str, penalty: f32) -> Result<Illegal, Fault> {
    if !penalty.is_finite() {
        return Err(Fault::Value(format!("penalty is {penalty} but must be a finite number")));
    }
    match word {
        "raise" => Ok(Illegal::Raise),
        "penalty" => Ok(Illegal::Stay(penalty)),
        "noop" => Ok(Illegal::Stay(0.0)),
        "terminate" => Ok(Illegal::End(penalty)),
        _ => Err(Fault::Value(format!(
            "illegal is '{word}' but must be 'raise', 'penalty', 'noop' or 'terminate'"
        ))),
    }
}

/// Reads from Python's words when episodes start again.
fn auto_reset(word: &str) -> Result<AutoReset, Fault> {
    match word {
        "next_step" => Ok(AutoReset::NextStep),
        "same_step" => Ok(AutoReset::SameStep),
        "disabled" => Ok(AutoReset::Disabled),
        _ => Err(Fault::Value(format!(
            "auto_reset is '{word}' but must be 'next_step', 'same_step' or 'disabled'"
        ))),
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, *, seed = None, auto_reset = "next_step", illegal = "raise", penalty = -1.0,
                        skip_forced = true, max_decisions = None, threads = None, seat = None, opponents = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python class")]
    fn new(
        py: Python<'_>,
        game: &Game,
        n: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        auto_reset: &str,
        illegal: &str,
        penalty: f32,
        skip_forced: bool,
        max_decisions: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        seat: Option<&Bound<'_, PyAny>>,
        opponents: Option<Vec<Bound<'_, PyAny>>>,
    ) -> Result<Self, Fault> {
        let n = convert::below(n, MOST_SLOTS + 1, "the number of environments")?;
        if n == 0 {
            return Err(Fault::Value("there must be at least one environment".into()));
        }
        let threads = threads.map_or(Ok(1), |t| convert::below(t, MOST_THREADS + 1, "threads"))?;
        let auto_reset = self::auto_reset(auto_reset)?;
        let config = BatchConfig {
            seed: convert::seed(seed)?,
            auto_reset,
            skip_forced,
            learner: opponents::learner(seat, game.rules.teams().players())?,
            max_decisions: most_decisions(max_decisions)?,
            ..BatchConfig::default()
        };
        let lengths = Lengths {
            slots: n,
            observation: game.rules.layout(FeatureSet::PLAIN).observation,
            actions: game.rules.layout(FeatureSet::PLAIN).actions,
            players: game.rules.teams().players(),
            finals: auto_reset == AutoReset::SameStep,
        };
        let mut batch = Arc::clone(&game.rules).batch(FeatureSet::PLAIN, n, config);
        batch.set_threads(threads)?;
        let opponents = opponents.map(|seats| opponents::read(game, &seats, n, threads)).transpose()?;
        let own = Inner {
            slots: Slots::new(batch, illegal_mode(illegal, penalty)?, opponents),
            endings: Endings::of(py, &game.rules)?,
            pool: Pool::new(lengths),
            lengths,
            actors: vec![0; n],
            actions: vec![0; n],
        };
        Ok(Self { own: Own::new(own), lengths })
    }

    #[getter]
    fn game(&self) -> Result<Game, Fault> {
        Ok(Game { rules: self.own.take()?.slots.batch.rules() })
    }

    fn __len__(&self) -> usize {
        self.lengths.slots
    }

    /// Where every slot stands.
    fn look<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut own = self.own.take()?;
        let Inner { slots, pool, actors, .. } = &mut *own;
        let (arrays, mut open) = pool.free(py)?;
        let (mut out, reward, illegal) = open.slices();
        reward.fill(0.0);
        illegal.fill(false);
        signals::awake(py, || slots.look(&mut out))??;
        actors.copy_from_slice(out.actor);
        drop(open);
        as_dict(py, arrays, (false, false))
    }

    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let mut own = self.own.take()?;
        own.read_actions(actions)?;
        let Inner { slots, pool, lengths, actors, actions, .. } = &mut *own;
        let (arrays, mut open) = pool.free(py)?;
        let (mut out, reward, illegal) = open.slices();
        let any = signals::awake(py, || {
            slots.step(actions.iter().copied().map(Some), illegal, &mut out)?;
            for (i, actor) in actors.iter_mut().enumerate() {
                reward[i] = f64::from(out.reward[i * lengths.players + usize::from(*actor)]);
                *actor = out.actor[i];
            }
            let over = out.over.contains(&true) || out.truncated.contains(&true);
            Ok::<_, Fault>((illegal.contains(&true), over))
        })??;
        drop(open);
        as_dict(py, arrays, any)
    }

    /// Starts slots anew: at the first episode of a seed, or at their next.
    fn reset(&self, slot: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> Result<(), Fault> {
        let slot = convert::below(slot, self.lengths.slots, "slot")?;
        let seed = seed.map(|seed| convert::seed(Some(seed))).transpose()?;
        self.own.take()?.slots.reset(slot, seed);
        Ok(())
    }

    fn state(&self, slot: &Bound<'_, PyAny>) -> Result<State, Fault> {
        let slot = convert::below(slot, self.lengths.slots, "slot")?;
        Ok(State { inner: self.own.take()?.slots.state(slot) })
    }

    /// How the latest finished episodes of these slots ended, as Gymnasium gathers dicts: an array a key, and
    /// `_key` says which slots it is about.
    fn endings<'py>(
        &self,
        py: Python<'py>,
        over: &Bound<'py, PyArray1<bool>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let n = self.lengths.slots;
        if over.len() != n {
            return Err(Fault::Value(format!("{} flags for {n} environments", over.len())).into());
        }
        let own = self.own.take()?;
        own.endings.arrays(py, over, |i| own.slots.batch.last(i))
    }

    fn save<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyBytes>>, Fault> {
        let own = self.own.take()?;
        Ok((0..self.lengths.slots).map(|i| PyBytes::new(py, &own.slots.save(i))).collect())
    }

    fn restore(&self, saved: &Bound<'_, PyAny>) -> Result<(), Fault> {
        let saved: Result<Vec<Vec<u8>>, _> = saved.extract();
        let saved =
            saved.map_err(|_| Fault::Type("environments are restored from a list of bytes".into()))?;
        if saved.len() != self.lengths.slots {
            let line = format!("{} environments were saved, here are {}", saved.len(), self.lengths.slots);
            return Err(Fault::Value(line));
        }
        let slots = &mut self.own.take()?.slots;
        saved.iter().enumerate().try_for_each(|(i, bytes)| slots.restore(i, bytes))
    }
}

impl Inner {
    /// Puts the action numbers into `self.actions`, all of them in range.
    fn read_actions(&mut self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let (n, most) = (self.lengths.slots, self.lengths.actions);
        let array;
        let given: PyReadonlyArray1<'_, i64> = if let Ok(given) = actions.extract() {
            given
        } else {
            array = as_whole_numbers(actions)?;
            array.readonly()
        };
        if given.len() != n {
            return Err(Fault::Value(format!("{} actions for {n} environments", given.len())).into());
        }
        for (i, (to, &from)) in self.actions.iter_mut().zip(given.as_array()).enumerate() {
            *to = usize::try_from(from).ok().filter(|&a| a < most).ok_or_else(|| {
                Fault::Value(format!("action {from} of environment {i} is not in 0..{}", most - 1))
            })?;
        }
        Ok(())
    }
}

/// Any one-dimensional array or list of whole numbers as `int64`.
fn as_whole_numbers<'py>(actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let array = actions.py().import("numpy")?.call_method1("asarray", (actions,))?;
    let (kind, shape) = (array.getattr("dtype")?.getattr("kind")?.to_string(), array.getattr("shape")?);
    if shape.len()? != 1 {
        return Err(Fault::Value(format!("actions must have one dimension, not the shape {shape}")).into());
    }
    if !matches!(kind.as_str(), "i" | "u") {
        let line = format!("actions must be whole numbers, not {}", array.getattr("dtype")?);
        return Err(Fault::Type(line).into());
    }
    Ok(array.call_method1("astype", ("int64",))?.cast_into()?)
}

/// The arrays by name, and whether any slot stayed and any episode ended.
fn as_dict<'py>(py: Python<'py>, arrays: &NumpyArrays, any: (bool, bool)) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("observation", &arrays.obs)?;
    dict.set_item("mask", &arrays.mask)?;
    dict.set_item("action_mask", arrays.mask_int8(py)?)?;
    dict.set_item("rewards", &arrays.rewards)?;
    dict.set_item("reward", &arrays.reward)?;
    dict.set_item("player", &arrays.player)?;
    dict.set_item("terminated", &arrays.over)?;
    dict.set_item("seats_terminated", &arrays.terminated)?;
    dict.set_item("truncated", &arrays.truncated)?;
    dict.set_item("illegal", &arrays.illegal)?;
    dict.set_item("final_observation", &arrays.final_obs)?;
    dict.set_item("any_illegal", any.0)?;
    dict.set_item("any_over", any.1)?;
    Ok(dict)
}
