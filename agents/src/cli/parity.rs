//! `holotable parity`: the fast learner beside the one on torch.

use std::io::{self, Write};

use holotable_net::shape::Activation;
use holotable_store::error::Error;
use holotable_train::ppo::parity::{Apart, Pair, Parity, TOLERANCE, parity};
use holotable_train::ppo::{Learners, Task};

use super::recipe::Recipe;
use super::{CommandResult, table};

/// Compare one update of a recipe by the fast learner and by the learner on torch
///
/// Both play the first update of the recipe, the same games from the same weights, and learn from them: the fast learner by
/// hand-written gradients, torch by autograd. All losses, weights and moments of Adam must agree to 0.00001, or the command fails.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    recipe: Recipe,
}

const EXAMPLES: &str = "\
Examples:
  holotable parity dark_side_rising
  holotable parity rebellion_combat --set num_envs=64 --set hidden_sizes=[256,256]";

pub fn run(args: &Args, learners: Learners, out: &mut dyn Write) -> CommandResult {
    let mut config = args.recipe.read()?;
    let task = Task::of(&config)?;
    let mut found = parity(learners, &config, &task)?;
    writeln!(
        out,
        "One update of {}: {} decisions, {} steps of Adam.\n",
        args.recipe.path.display(),
        found.decisions,
        found.steps
    )?;
    print(&found, out)?;
    if !found.holds() && config.activation == Activation::Relu {
        writeln!(
            out,
            "\nrelu has a kink: a sum that is 0 but for rounding counts by one learner and not by the other, and Adam makes as much \
             of a small gradient as of a large one. So the same update with tanh, which has none:\n"
        )?;
        config.activation = Activation::Tanh;
        found = parity(learners, &config, &task)?;
        print(&found, out)?;
    }
    if !found.holds() {
        out.flush()?;
        let largest = found.largest();
        return Err(Error::new(format!(
            "the learners are apart by {largest:.1e}, more than the {TOLERANCE:.0e} that the order of sums explains"
        ))
        .into());
    }
    writeln!(out, "\nThe fast learner does as torch does, to {TOLERANCE:.0e}.")?;
    Ok(())
}

fn print(found: &Parity, out: &mut dyn Write) -> io::Result<()> {
    let metric = |pair: &Pair| {
        let Pair { name, fast, torch } = pair;
        vec![(*name).to_owned(), format!("{fast:.6}"), format!("{torch:.6}"), format!("{:.1e}", pair.apart())]
    };
    let many = |name: &str, Apart { numbers, largest }: Apart| {
        vec![format!("{numbers} {name}"), String::new(), String::new(), format!("{largest:.1e}")]
    };
    let mut rows: Vec<_> = found.metrics.iter().map(metric).collect();
    rows.extend([many("weights", found.weights), many("moments", found.moments)]);
    table::print(out, &["", "fast", "torch", "apart by at most"], &[0], &rows)
}
