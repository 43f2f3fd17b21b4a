//! Files as the rest of holotable writes and reads them.

use std::path::PathBuf;

use holotable_store::files;
use holotable_store::limits::STATE_BYTES;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Writes a file beside its place and renames it; what is there and is no regular file is written to. `OSError` where it cannot.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn write_file(py: Python<'_>, path: PathBuf, contents: &[u8]) -> PyResult<()> {
    py.detach(|| files::write(&path, contents)).map_err(|e| PyOSError::new_err(e.to_string()))
}

/// The `state.json` of a checkpoint, not checked yet. `OSError` if it is no regular file, or too large.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn read_state(folder: PathBuf) -> PyResult<Vec<u8>> {
    files::bytes(&folder.join("state.json"), STATE_BYTES).map_err(|e| PyOSError::new_err(e.to_string()))
}
