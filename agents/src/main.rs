//! `holotable`: play, compare, train and inspect tabletop games from the command line.

use std::process::ExitCode;

use holotable_agents::cli;
use holotable_train::ppo::Learners;

fn main() -> ExitCode {
    // Torch takes a quarter of a second to load, so what needs it is a program of its own.
    ExitCode::from(cli::run(std::env::args_os(), Learners::OWN, Some("holotable-torch")))
}
