//! The native half of the Python package `holotable`: every registered game behind a few classes.
//!
//! The games, which are types in Rust, come as values of `holotable_erased`; the classes that Python sees (`Game`,
//! `State`, `Batch`, `Episode`, `Agent`) know only those. What is public here is documented for users in `holotable/_native.pyi`.

mod agent;
mod answer;
mod arrays;
mod batch;
mod classes;
mod command;
mod convert;
mod dataset;
mod ending;
mod episode;
mod errors;
mod files;
mod function;
mod game;
mod opponents;
mod own;
mod page;
mod pixels;
mod plot;
mod shard;
mod signals;
mod slots;
mod sparse;
mod state;
mod stats;
mod sweep;
mod tick;
mod tournament;
mod training;
mod weights;

use pyo3::prelude::*;

/// The module `holotable._native`. Whether an array is free to be written again is told by the number of references to it, which
/// nobody may change meanwhile: that needs Python's lock.
#[pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use crate::agent::Agent;
    #[pymodule_export]
    use crate::answer::read_answer;
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::classes::{Game, State};
    #[pymodule_export]
    use crate::command::main;
    #[pymodule_export]
    use crate::dataset::{Games, GamesFolder, games_file, games_provenance, generate, parts};
    #[pymodule_export]
    use crate::episode::Episode;
    #[pymodule_export]
    use crate::errors::{GameOverError, IllegalActionError, TooManyOutcomesError};
    #[pymodule_export]
    use crate::files::{read_state, write_file};
    #[pymodule_export]
    use crate::game::games;
    #[pymodule_export]
    use crate::page::page;
    #[pymodule_export]
    use crate::plot::plot;
    #[pymodule_export]
    use crate::shard::{merge, play_shard, provenance};
    #[pymodule_export]
    use crate::sparse::csr;
    #[pymodule_export]
    use crate::stats::{newcombe, wilson};
    #[pymodule_export]
    use crate::sweep::{Trials, set_program, sweep};
    #[pymodule_export]
    use crate::tournament::{compare, solve, tournament};
    #[pymodule_export]
    use crate::training::train;
    #[pymodule_export]
    use crate::weights::save_weights;
}
