//! Rows of an observation without their zeros: nine in ten of the numbers are 0.

use holotable_net::sparse::Sparse;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::errors::Fault;

/// The values that are not 0, their columns, and where each row begins.
type Csr<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>);

/// Compressed rows of a matrix in row order; see `holotable.sparse`.
#[pyfunction]
pub fn csr<'py>(py: Python<'py>, rows: &Bound<'py, PyArray2<f32>>) -> PyResult<Csr<'py>> {
    let (count, width) = (rows.shape()[0], rows.shape()[1]);
    if u16::try_from(width).is_err() || i32::try_from(count * width).is_err() {
        let line = format!(
            "{count} rows of {width} numbers are too many: at most 65,535 columns and 2**31 - 1 numbers"
        );
        return Err(Fault::Value(line).into());
    }
    let rows = rows.try_readonly().map_err(|e| Fault::Value(e.to_string()))?;
    let rows = rows.as_slice()?;
    let mut sparse = Sparse::new(width);
    let (mut values, mut columns) = (Vec::new(), Vec::new());
    let mut starts = Vec::with_capacity(count + 1);
    starts.push(0);
    for i in 0..count {
        sparse.clear();
        sparse.push(&[&rows[i * width..(i + 1) * width]]);
        sparse.row(0).list(0, &mut columns, &mut values);
        starts.push(values.len() as i32);
    }
    Ok((PyArray1::from_vec(py, values), PyArray1::from_vec(py, columns), PyArray1::from_vec(py, starts)))
}
