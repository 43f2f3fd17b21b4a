//! `holotable distil`: a network learns what a search over it finds.

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;

use holotable_store::checkpoint::BEST;
use holotable_store::progress;
use holotable_store::stop::Stop as _;
use holotable_train::distil::{self, Epoch, Fit, Plan};
use holotable_train::ppo::Learners;

use super::{CommandResult, Fault, asked, table};

/// Train a network to play like a search that uses it (expert iteration)
///
/// The search plays games of the checkpoint's recipe, all variants in turn, and labels each searched decision with its scores of
/// the moves. The network is then fitted to the labels. It gains much of the search's strength at its own speed. Labels are saved
/// in the folder, and the same command resumes from them. One round of the variants in 16 is held out, to choose the best epoch.
/// On Ctrl-C, SIGTERM or SIGHUP the command keeps the labels and exits with code 130. For another round, distil the new network.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The network to start from: the folder of a checkpoint or of a run
    #[arg(value_name = "FOLDER")]
    start: PathBuf,
    /// The folder for the labels and, in best/, the new network
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Games to play and to learn from
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The search that labels decisions; without @KIND, those decisions where a search gains most for its time
    #[arg(long, default_value = "flat:384")]
    search: String,
    /// The seed of the first game
    #[arg(long, default_value_t = 1 << 40)]
    seed: u64,
    /// A move whose score is higher by this much becomes e times as likely in the labels
    #[arg(long, default_value_t = 0.03, value_parser = positive)]
    temperature: f64,
    /// Passes over the labels
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=1000))]
    epochs: u16,
    /// Decisions in a gradient step
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    minibatch_size: u32,
    /// Adam's step size, which falls to zero
    #[arg(long, default_value_t = 3e-4, value_parser = positive)]
    learning_rate: f64,
    /// Threads, 0 for one a core
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

const EXAMPLES: &str = "\
Examples:
  holotable distil checkpoints/dark_side_rising --out runs/round1
  holotable compare dark_side_rising runs/round1 ppo --games 2000
  holotable distil runs/round1 --out runs/round2 --search flat:384 --games 5000";

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite());
    number.ok_or_else(|| "it must be a number above 0".to_owned())
}

pub fn run(args: &Args, learners: Learners, out: &mut dyn Write) -> CommandResult {
    let bar =
        progress::bar(args.games, "{bar:40} {human_pos}/{human_len} games, {elapsed} of about {duration}");
    let games = args.games as usize;
    let shown = stderr().is_terminal();
    let labelled = |done: usize| {
        bar.set_position(done as u64);
        if !shown && done > 0 && (done.is_multiple_of(100) || done == games) {
            // Where no bar is drawn, a line tells as much.
            progress::say(&format!("{done} of {games} games"));
        }
    };
    let stop = asked::to_end()?;
    let plan = Plan {
        start: &args.start,
        out: &args.out,
        search: &args.search,
        games,
        seed: args.seed,
        fit: Fit {
            temperature: args.temperature,
            epochs: usize::from(args.epochs),
            minibatch_size: args.minibatch_size as usize,
            learning_rate: args.learning_rate,
            vf_coef: 0.5,
        },
        learners,
        threads: usize::from(args.threads),
        stop: &stop,
        labelled: &labelled,
    };
    let made = distil::run(&plan);
    bar.finish_and_clear();
    let (epochs, best) = match made {
        Err(why) if stop.is_asked() => {
            progress::say(&format!("{why}; the same command goes on"));
            return Err(Fault::Stopped);
        }
        made => made?,
    };
    let heads = ["epoch", "divergence", "value loss", "points a searched decision", "of at most"];
    let row = |e: &Epoch| {
        vec![
            e.number.to_string(),
            format!("{:.4}", e.divergence),
            format!("{:.4}", e.value_loss),
            format!("{:+.3}", e.gain),
            format!("{:+.3}", e.most),
        ]
    };
    table::print(out, &heads, &[], &epochs.iter().map(row).collect::<Vec<_>>())?;
    writeln!(out, "\nby the games held out, epoch {best} is best: {}", args.out.join(BEST).display())?;
    Ok(())
}
