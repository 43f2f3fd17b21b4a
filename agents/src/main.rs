//! `holotable`: play, compare, train and inspect tabletop games from the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(holotable_agents::cli::run(std::env::args_os()))
}
