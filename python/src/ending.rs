//! [`Endings`]: how episodes ended, in numbers under the same names at every step.

use std::sync::Arc;

use holotable_agents::any::{AnyGame, AnyState};
use holotable_env::{Sample, generator};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The number of a reason that there is none of: the episode goes on, or was cut.
const NONE: i64 = -1;

/// How episodes of a game end: the number of the reason in `Game.facts()["reasons"]`, and the counts by name.
pub struct Endings {
    reasons: &'static [&'static str],
    counts: Vec<&'static str>,
}

impl Endings {
    pub fn of(game: &Arc<dyn AnyGame>) -> Self {
        let start = Arc::clone(game).start(Sample(generator(0, 0)));
        let counts = start.summary().counts.into_iter().map(|(name, _)| name).collect();
        Self { reasons: game.facts().reasons, counts }
    }

    /// Of one episode, whose last position this is if it has ended.
    pub fn dict<'py>(&self, py: Python<'py>, last: Option<&dyn AnyState>) -> PyResult<Bound<'py, PyDict>> {
        let (reason, counts) = self.numbers(last);
        let dict = PyDict::new(py);
        dict.set_item("reason", reason)?;
        self.counts.iter().zip(counts).try_for_each(|(name, n)| dict.set_item(*name, n))?;
        Ok(dict)
    }

    /// Of the episodes of many slots, as Gymnasium gathers dicts: an array a key; `over` says which are about anything.
    pub fn arrays<'py>(
        &self,
        py: Python<'py>,
        over: &Bound<'py, PyArray1<bool>>,
        last: impl Iterator<Item = Option<Box<dyn AnyState>>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut reasons = Vec::new();
        let mut columns = vec![Vec::new(); self.counts.len()];
        for state in last {
            let (reason, counts) = self.numbers(state.as_deref());
            reasons.push(reason);
            columns.iter_mut().zip(counts).for_each(|(column, n)| column.push(n));
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

    fn numbers(&self, last: Option<&dyn AnyState>) -> (i64, Vec<f64>) {
        let Some(state) = last else { return (NONE, vec![0.0; self.counts.len()]) };
        let summary = state.summary();
        let number = self.reasons.iter().position(|reason| *reason == summary.reason);
        let reason = number.filter(|_| state.actor().is_none()).map_or(NONE, |i| i as i64);
        (reason, summary.counts.into_iter().map(|(_, n)| n).collect())
    }
}
