//! holotable with one game more: Kuhn's poker. All commands of `holotable` know it by its name, `kuhn_poker`.

mod kuhn_poker;

use std::process::ExitCode;

use holotable_agents::cli;
use holotable_erased::Kind;
use holotable_train::ppo::Learners;

fn main() -> ExitCode {
    Kind::register::<kuhn_poker::KuhnPoker>();
    ExitCode::from(cli::run(std::env::args_os(), Learners::OWN, None))
}
