//! [`Game`] and [`State`]: the classes that make each other; what they do is in `game.rs` and `state.rs`.

#![expect(clippy::doc_markdown, reason = "docstrings for Python, which holds them against the stubs")]

use std::sync::Arc;

use holotable_erased::{AnyGame, AnyState};
use pyo3::prelude::*;

/// The rules of a game with its options; immutable, compared by name, version, options and data set.
///
/// Args:
///     name: as in :func:`games`.
///     data: a folder with another data set than the built-in one.
///     options: whole numbers, flags or strings, as :func:`games` lists them.
///
/// Raises:
///     ValueError: an unknown name (the line names the nearest) or a value outside its range.
///     TypeError: an unknown option (the line names the nearest), or one of another type.
///     OSError: a data set that cannot be read.
#[pyclass(module = "holotable", frozen)]
#[expect(missing_debug_implementations, reason = "Python shows it by __repr__")]
pub struct Game {
    pub rules: Arc<dyn AnyGame>,
}

/// A position, with a generator of its own unless it was made without one.
///
/// Made by :class:`Game`. Copies, pickles and ``copy.deepcopy`` keep the generator. Two states are equal if their
/// positions are, whatever their generators. In a notebook a state shows itself as a picture of the table.
#[pyclass(module = "holotable")]
#[expect(missing_debug_implementations, reason = "Python shows it by __repr__")]
pub struct State {
    pub inner: Box<dyn AnyState>,
}
