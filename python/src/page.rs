//! Games and positions as pages of HTML for Python.

use std::path::PathBuf;

use holotable_agents::session::GameSession;
use holotable_agents::session::page::evaluated;
use pyo3::prelude::*;

use crate::classes::State;
use crate::convert;
use crate::errors::Fault;
use crate::signals;

/// A replay, as its text, or a position as one HTML page that needs nothing else.
#[pyfunction]
#[pyo3(signature = (of, *, viewer = None, agent = None, data = None))]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn page(
    py: Python<'_>,
    of: &Bound<'_, PyAny>,
    viewer: Option<&Bound<'_, PyAny>>,
    agent: Option<&str>,
    data: Option<PathBuf>,
) -> PyResult<String> {
    let mut table = if let Ok(state) = of.cast::<State>() {
        GameSession::of_position(state.borrow().inner.as_ref())
    } else {
        let text = of.extract::<String>()?;
        signals::awake(py, || GameSession::of_text(&text, data.as_deref()))?.map_err(Fault::from)?
    };
    let viewer = convert::viewer(viewer, table.game.teams().players())?;
    Ok(signals::awake(py, || evaluated(&mut table, viewer, agent))?.map_err(Fault::from)?)
}
