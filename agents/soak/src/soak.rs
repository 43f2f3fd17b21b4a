//! [`soak`]: jobs by turns, each in a process of its own, until the time is up.

use std::collections::BTreeMap;
use std::env::current_exe;
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use holotable_games::GAMES;

use crate::counts::Counts;
use crate::faults::WORKS;
use crate::target::{TARGETS, applies};

/// How often a line says how it goes.
const LINE: Duration = Duration::from_mins(1);
/// How often a job is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// A job that takes longer hangs: on a busy machine it takes a minute.
const LONGEST: Duration = Duration::from_mins(20);

/// What to do, and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The time after which no new job begins.
    pub time: Duration,
    /// The seed of the first job; the next one is that of the second.
    pub seed: u64,
    /// The same program built otherwise, with which every other job is done.
    pub other: Option<PathBuf>,
    /// Where inputs that do harm are kept.
    pub keep: PathBuf,
}

/// A job by its arguments, and how its counts are called.
struct Job {
    kind: String,
    words: Vec<String>,
}

/// Does jobs until the time is up, says every minute how it goes, and sums up at the end; whether nothing was found.
///
/// # Errors
/// One line if no job can be started.
pub fn soak(plan: &Plan, mut say: impl FnMut(&str)) -> Result<bool, String> {
    let own = current_exe().map_err(|e| e.to_string())?;
    let programs: Vec<&Path> = [Some(own.as_path()), plan.other.as_deref()].into_iter().flatten().collect();
    let (began, mut said) = (Instant::now(), Instant::now());
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    let (mut jobs, mut failures, mut seed) = (0_u64, Vec::new(), plan.seed);
    // Every kind of job is done by each program before any is done again.
    'time: loop {
        for turn in 0..programs.len() {
            for (number, Job { kind, words }) in kinds(seed, &plan.keep).into_iter().enumerate() {
                if began.elapsed() >= plan.time {
                    break 'time;
                }
                let program = programs[(turn + number) % programs.len()];
                jobs += 1;
                let found = done(program, &words, || {
                    if said.elapsed() >= LINE {
                        said = Instant::now();
                        let minutes = began.elapsed().as_secs() / 60;
                        let failed = failures.len();
                        say(&format!("{minutes} min, {jobs} jobs, {failed} failed: {}", brief(&counts)));
                    }
                });
                match found? {
                    Ok(more) => counts.entry(kind).or_default().join(&more),
                    Err(why) => {
                        let failure = format!("{why}\n  again: {} {}", program.display(), words.join(" "));
                        say(&format!("FAILED {kind}: {failure}"));
                        failures.push(failure);
                    }
                }
            }
            seed = seed.wrapping_add(1);
        }
    }
    say(&summary(jobs, &counts, &failures));
    Ok(failures.is_empty())
}

/// One job of every kind, for every game or every command that writes.
fn kinds(seed: u64, keep: &Path) -> Vec<Job> {
    let mut jobs = Vec::new();
    for game in GAMES {
        let mut add = |kind: String, words: &[&str]| {
            let more = ["--game", game, "--seed", &seed.to_string()].map(str::to_owned);
            let words = words.iter().map(|&word| word.to_owned()).chain(more).collect();
            jobs.push(Job { kind, words });
        };
        for target in TARGETS.iter().filter(|target| applies(target, game)) {
            let inputs = inputs(target);
            let keep = keep.display().to_string();
            add(format!("fuzz {target}"), &["fuzz", "--target", target, "--inputs", inputs, "--keep", &keep]);
        }
        add("options".to_owned(), &["options", "--sets", "3"]);
        add("resume".to_owned(), &["resume"]);
    }
    // They take a shell.
    for work in WORKS.iter().filter(|_| cfg!(unix)) {
        let words = ["faults", "--command", work.name, "--seed", &seed.to_string()].map(str::to_owned).into();
        jobs.push(Job { kind: format!("faults {}", work.name), words });
    }
    jobs
}

/// How many inputs of a target take a few seconds.
fn inputs(target: &str) -> &'static str {
    match target {
        "data_set" => "150",
        "checkpoint" => "100",
        "recipe" => "500",
        "space" | "replay" => "1000",
        _ => "4000",
    }
}

/// Does a job; what it counted, or how it failed.
///
/// # Errors
/// One line if it cannot be started.
fn done(program: &Path, words: &[String], tick: impl FnMut()) -> Result<Result<Counts, String>, String> {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut job = command.spawn().map_err(|e| format!("cannot start {}: {e}", program.display()))?;
    let (out, err) = (read(job.stdout.take()), read(job.stderr.take()));
    let status = watched(&mut job, tick)?;
    let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
    Ok(match status {
        None => Err(format!("no end after {} minutes", LONGEST.as_secs() / 60)),
        Some(status) if status.success() => {
            serde_json::from_str(out.trim()).map_err(|e| format!("it counts '{out}': {e}"))
        }
        Some(status) => Err(format!("{status}: {}", err.trim())),
    })
}

/// Waits for a job, and kills it when it hangs.
fn watched(job: &mut Child, mut tick: impl FnMut()) -> Result<Option<ExitStatus>, String> {
    let began = Instant::now();
    loop {
        if let Some(status) = job.try_wait().map_err(|e| e.to_string())? {
            return Ok(Some(status));
        }
        if began.elapsed() > LONGEST {
            job.kill().and_then(|()| job.wait()).map_err(|e| e.to_string())?;
            return Ok(None);
        }
        tick();
        sleep(LOOK);
    }
}

fn read(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut text = Vec::new();
        // What could be read is shown.
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// All counts of inputs together, then the others.
fn brief(counts: &BTreeMap<String, Counts>) -> String {
    let mut all = Counts::default();
    for more in counts.values() {
        all.join(more);
    }
    all.to_string()
}

fn summary(jobs: u64, counts: &BTreeMap<String, Counts>, failures: &[String]) -> String {
    let mut text = format!("{jobs} jobs, {} failed\n", failures.len());
    for (kind, counts) in counts {
        let _ = writeln!(text, "  {kind:<16} {counts}");
    }
    for failure in failures {
        let _ = writeln!(text, "FAILED {failure}");
    }
    text.trim_end().to_owned()
}
