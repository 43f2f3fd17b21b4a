//! What looks for faults in holotable: hostile inputs, and runs that go on for hours.
//!
//! - [`target`]: what a stranger may hand in, of what kinds, and what must hold once it is accepted.
//! - [`fuzz`]: changes good inputs and those that were accepted, again and again.
//! - [`case`]: an input in a small file, by which a fault is found again.
//! - [`option_sets`]: games under options drawn at random, with every promise of the core checked.
//! - [`resume`]: training that is killed at any moment and goes on.
//! - [`faults`]: commands that write, under signals, short of room and of listeners, and with damaged files.
//! - [`soak`]: all of these by turns until the time is up, each in a process of its own.
//!
//! All random numbers come from seeds, so that a command finds the same fault again.

pub mod case;
mod continue_game;
pub mod counts;
pub mod fault;
pub mod faults;
pub mod fuzz;
pub mod mutate;
pub mod option_sets;
pub mod options;
pub mod resume;
pub mod rng;
mod same;
mod scratch;
pub mod soak;
pub mod target;
