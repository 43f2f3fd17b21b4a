//! The command `holotable` from Python, and where the agents lie that come with the package.

use std::ffi::OsString;
use std::path::PathBuf;

use holotable_agents::cli;
use holotable_agents::ppo::Learners;
use pyo3::prelude::*;

/// Runs the command that these arguments say, the program's name among them; the exit code.
#[pyfunction]
pub fn main(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| cli::run(args, Learners::OWN, None))
}

/// Says in which folder the checkpoints of the package lie.
#[pyfunction]
pub fn set_shipped(folder: PathBuf) {
    holotable_agents::shipped::set_folder(folder);
}
