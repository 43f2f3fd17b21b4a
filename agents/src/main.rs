//! `holotable`: play, compare, train and inspect tabletop games from the command line.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
