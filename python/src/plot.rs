//! Learning curves of training runs for Python.

use std::path::PathBuf;

use holotable_train::runs::{Axis, Curves, read};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::convert;
use crate::errors::Fault;

/// The picture of these runs as SVG, and its numbers.
#[pyfunction]
pub fn plot(py: Python<'_>, runs: Vec<PathBuf>, x: &str) -> PyResult<(String, Py<PyAny>)> {
    let axis: Axis = x.parse().map_err(Fault::Agents)?;
    let drawn = py.detach(move || {
        let curves = Curves::of(&read(&runs)?, axis);
        let svg = holotable_train::plot::svg(&curves)?;
        Ok((svg, serde_json::to_value(&curves).expect("plain data is JSON")))
    });
    let (svg, data) = drawn.map_err(Fault::Agents)?;
    Ok((svg, convert::to_python(py, &data)?.unbind()))
}
