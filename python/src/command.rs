//! The command `holotable` from Python.

use std::ffi::OsString;

use holotable_agents::cli;
use holotable_train::ppo::Learners;
use pyo3::prelude::*;

/// Runs the command that these arguments say, the program's name among them; the exit code.
#[pyfunction]
pub fn main(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| cli::run(args, Learners::OWN, None))
}
