//! `soak`: jobs that look for faults. The last line on standard output is what was counted, as JSON.

use std::env::current_exe;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use clap::Parser;
use holotable_agents::cli;
use holotable_games::GAMES;
use holotable_soak::case::Case;
use holotable_soak::counts::Counts;
use holotable_soak::fault::{caught, keep_panics};
use holotable_soak::faults::{WORKS, faults};
use holotable_soak::fuzz::{self, fuzz};
use holotable_soak::option_sets::option_sets;
use holotable_soak::resume::{HOLOTABLE, resume};
use holotable_soak::soak::{self, soak};
use holotable_soak::target::{TARGETS, Verdict, applies};
use holotable_store::program;
use holotable_train::ppo::Learners;

/// An input that takes longer hangs.
const LONGEST: Duration = Duration::from_mins(3);

/// Look for faults in holotable
#[derive(Debug, Parser)]
#[command(name = "soak")]
enum Job {
    /// Hand inputs in that are nearly good
    Fuzz {
        /// What to hand in; all by turns unless given
        #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(TARGETS))]
        target: Option<String>,
        /// Of which game; all by turns unless given
        #[arg(long)]
        game: Option<String>,
        /// The seed of all random numbers
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many of each
        #[arg(long, default_value_t = 1000)]
        inputs: u64,
        /// Go on with the next seeds for about so long
        #[arg(long)]
        seconds: Option<f64>,
        /// Where inputs that do harm are kept
        #[arg(long, default_value = "target/fuzz")]
        keep: PathBuf,
    },
    /// Hand in what did harm before
    Again {
        /// The files in which it was kept
        #[arg(required = true)]
        cases: Vec<PathBuf>,
    },
    /// Play under options drawn at random
    Options {
        /// The name of the game, as in every command
        #[arg(long)]
        game: String,
        /// The seed of all random numbers
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many sets of options
        #[arg(long, default_value_t = 10)]
        sets: u64,
    },
    /// Kill a training run at any moment and go on with it
    Resume {
        /// The name of the game, as in every command
        #[arg(long)]
        game: String,
        /// The seed of all random numbers; when the program is killed depends on the clock
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Disturb a command that writes: signals, no room, nobody who listens, damaged files
    Faults {
        /// Which one; all by turns unless given
        #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(WORKS.iter().map(|work| work.name)))]
        command: Option<String>,
        /// The seed of all random numbers; when a signal comes depends on the clock
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How often of each kind
        #[arg(long, default_value_t = 4)]
        rounds: u64,
    },
    /// Do all of these by turns
    Run {
        /// For how long
        #[arg(long, default_value_t = 1.0)]
        hours: f64,
        /// The seed of the first jobs
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The same program built otherwise, for every other job
        #[arg(long)]
        other: Option<PathBuf>,
        /// Where inputs that do harm are kept
        #[arg(long, default_value = "target/fuzz")]
        keep: PathBuf,
    },
}

fn main() -> ExitCode {
    let mut words: Vec<_> = std::env::args_os().collect();
    // The runs that are killed are those of this program: no other need be built.
    if words.get(1).is_some_and(|word| word == HOLOTABLE) {
        // A sweep starts its trials so, too.
        program::set(words.drain(..2).collect());
        words.insert(0, HOLOTABLE.into());
        return ExitCode::from(cli::run(words, Learners::OWN, None));
    }
    let done = match Job::parse() {
        Job::Fuzz { target, game, seed, inputs, seconds, keep } => {
            keep_panics();
            rounds(target.as_deref(), game.as_deref(), (seed, inputs), seconds, &keep)
        }
        Job::Again { cases } => again(&cases),
        Job::Options { game, seed, sets } => {
            keep_panics();
            option_sets(&game, seed, sets)
        }
        Job::Resume { game, seed } => resume(&game, seed),
        Job::Faults { command, seed, rounds } => disturbed(command.as_deref(), seed, rounds),
        Job::Run { hours, seed, other, keep } => return run(hours, seed, other, keep),
    };
    match done.map(|counts| serde_json::to_string(&counts)) {
        Ok(Ok(counts)) => say(&counts),
        Ok(Err(e)) => return fail(&e.to_string()),
        Err(why) => return fail(&why),
    }
    ExitCode::SUCCESS
}

fn run(hours: f64, seed: u64, other: Option<PathBuf>, keep: PathBuf) -> ExitCode {
    let plan = soak::Plan { time: Duration::from_secs_f64(hours * 3600.0), seed, other, keep };
    match soak(&plan, say) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => fail(&why),
    }
}

/// Rounds with one seed after the other until the time is up; one without a time.
fn rounds(
    target: Option<&str>,
    game: Option<&str>,
    (first, inputs): (u64, u64),
    seconds: Option<f64>,
    keep: &Path,
) -> Result<Counts, String> {
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let watch = Watch::start(keep.to_owned());
    let mut counts = Counts::default();
    for seed in first.. {
        for target in TARGETS.iter().filter(|name| target.is_none_or(|only| only == **name)) {
            for game in GAMES.iter().filter(|name| game.is_none_or(|only| only == **name)) {
                if until.is_some_and(|until| Instant::now() >= until) {
                    return Ok(counts);
                }
                if !applies(target, game) {
                    continue;
                }
                let plan = fuzz::Plan { target: (*target).into(), game: (*game).into(), seed, inputs, until };
                let round = fuzz(&plan, |case| watch.see(case)).map_err(|case| kept(&case, keep))?;
                counts.join(&round);
            }
        }
        if until.is_none() {
            break;
        }
    }
    Ok(counts)
}

/// Disturbs commands that write.
fn disturbed(command: Option<&str>, seed: u64, rounds: u64) -> Result<Counts, String> {
    let own = current_exe().map_err(|e| e.to_string())?;
    let mut counts = Counts::default();
    for work in WORKS.iter().filter(|work| command.is_none_or(|only| only == work.name)) {
        counts.join(&faults(&own, work, seed, rounds)?);
    }
    Ok(counts)
}

/// Hands cases in once more.
fn again(cases: &[PathBuf]) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for path in cases {
        let at = |why: String| format!("{}: {why}", path.display());
        let text = fs::read_to_string(path).map_err(|e| at(e.to_string()))?;
        let case: Case = serde_json::from_str(&text).map_err(|e| at(e.to_string()))?;
        let verdict = caught(|| case.check()).map_err(at)?;
        counts.add(if verdict == Verdict::Accepted { "accepted" } else { "refused" }, 1);
    }
    Ok(counts)
}

/// Keeps a case in a file and says how to hand it in again.
fn kept(case: &Case, keep: &Path) -> String {
    let text = serde_json::to_string_pretty(case).unwrap_or_default() + "\n";
    let name = holotable_env::short_hash([text.as_bytes()]);
    let path = keep.join(format!("{}-{}-{name}.json", case.target, case.game));
    let written = fs::create_dir_all(keep).and_then(|()| fs::write(&path, text));
    let place = match written {
        Ok(()) => format!("again: soak again {}", path.display()),
        Err(e) => format!("it cannot be kept in {}: {e}", path.display()),
    };
    format!("{} of {} {:?}: {}; {place}", case.target, case.game, case.options, case.why)
}

/// Ends the program when an input takes too long.
struct Watch(Arc<Mutex<Option<(Instant, Case)>>>);

impl Watch {
    fn start(keep: PathBuf) -> Self {
        let seen: Arc<Mutex<Option<(Instant, Case)>>> = Arc::default();
        let watched = Arc::clone(&seen);
        thread::spawn(move || {
            loop {
                sleep(Duration::from_secs(1));
                let seen = watched.lock().unwrap_or_else(PoisonError::into_inner).clone();
                if let Some((_, case)) = seen.filter(|(began, _)| began.elapsed() > LONGEST) {
                    fail(&kept(&case, &keep));
                    exit(2);
                }
            }
        });
        Self(seen)
    }

    fn see(&self, case: &Case) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), case.clone()));
    }
}

fn say(line: &str) {
    // Who does not listen is not told.
    let _ = writeln!(io::stdout(), "{line}");
}

fn fail(why: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{why}");
    ExitCode::from(2)
}
