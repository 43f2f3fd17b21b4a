//! `read_answer`: the action that an answer in words says.

use holotable_arena::answer::read;
use pyo3::prelude::*;

use crate::classes::State;

/// The legal action that an answer in words says or None, what stands where an action is due or None, and why there is no action
/// or None. See :func:`holotable.text.read`.
#[pyfunction]
pub fn read_answer(state: &State, answer: &str) -> (Option<usize>, Option<String>, Option<String>) {
    let found = read(state.inner.as_ref(), answer);
    let why = found.action.as_ref().err().map(ToString::to_string);
    (found.action.ok(), found.said, why)
}
