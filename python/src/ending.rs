//! [`Endings`]: how episodes ended, in numbers under the same names at every step.

use std::sync::Arc;

use holotable_env::{Sample, generator};
use holotable_erased::{AnyGame, AnyState};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The number of a reason that there is none of: the episode goes on, or was cut.
const NONE: i64 = -1;

/// How episodes of a game end: the number of the reason in `Game.facts()["reasons"]`, and the counts by name.
pub struct Endings {
    reasons: &'static [&'static str],
    counts: Vec<&'static str>,
    /// What is told of an episode that goes on: made once, as most steps tell it.
    none: Py<PyDict>,
}

impl Endings {
    pub fn of(py: Python<'_>, game: &Arc<dyn AnyGame>) -> PyResult<Self> {
        let start = Arc::clone(game).start(Sample(generator(0, 0)));
        let counts: Vec<&'static str> = start.summary().counts.into_iter().map(|(name, _)| name).collect();
        let none = PyDict::new(py);
        none.set_item("reason", NONE)?;
        counts.iter().try_for_each(|name| none.set_item(*name, 0.0))?;
        Ok(Self { reasons: game.facts().reasons, counts, none: none.unbind() })
    }

    /// Of one episode, whose last position this is if it has ended.
    pub fn dict<'py>(&self, py: Python<'py>, last: Option<&dyn AnyState>) -> PyResult<Bound<'py, PyDict>> {
        let dict = self.none.bind(py).copy()?;
        if let Some(last) = last {
            let (reason, counts) = self.numbers(last);
            dict.set_item("reason", reason)?;
            counts.into_iter().try_for_each(|(name, n)| dict.set_item(name, n))?;
        }
        Ok(dict)
    }

    /// Of the episodes of many slots, as Gymnasium gathers dicts: an array a key; `over` says which have ended, and `last`
    /// in which position.
    pub fn arrays<'py>(
        &self,
        py: Python<'py>,
        over: &Bound<'py, PyArray1<bool>>,
        last: impl Fn(usize) -> Box<dyn AnyState>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let flags = over.readonly();
        let mut reasons = vec![NONE; flags.len()];
        let mut columns = vec![vec![0.0; flags.len()]; self.counts.len()];
        for (i, _) in flags.as_array().iter().enumerate().filter(|(_, over)| **over) {
            let (reason, counts) = self.numbers(last(i).as_ref());
            reasons[i] = reason;
            columns.iter_mut().zip(counts).for_each(|(column, (_, n))| column[i] = n);
        }
        let dict = PyDict::new(py);
        dict.set_item("reason", PyArray1::from_vec(py, reasons))?;
        dict.set_item("_reason", over)?;
        for (name, column) in self.counts.iter().zip(columns) {
            dict.set_item(*name, PyArray1::from_vec(py, column))?;
            dict.set_item(format!("_{name}"), over)?;
        }
        Ok(dict)
    }

    fn numbers(&self, last: &dyn AnyState) -> (i64, Vec<(&'static str, f64)>) {
        let summary = last.summary();
        let number = self.reasons.iter().position(|reason| *reason == summary.reason);
        let reason = number.filter(|_| last.actor().is_none()).map_or(NONE, |i| i as i64);
        (reason, summary.counts)
    }
}
