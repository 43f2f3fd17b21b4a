//! `holotable-torch`: the command line of `holotable` with the learner on torch.

use std::process::ExitCode;

use holotable_agents::cli;

fn main() -> ExitCode {
    ExitCode::from(cli::run(std::env::args_os(), holotable_torch::learners(), None))
}
