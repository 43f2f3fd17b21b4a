//! [`Trial`]: one run of a sweep, in a process of its own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use holotable_arena::stats::wilson_share;
use holotable_store::checkpoint::{BEST, Checkpoint};
use holotable_store::error::Error;
use holotable_store::stop::{Stop as _, Token};
use holotable_store::{checksummed, disk, files, folder, progress};
use serde::{Deserialize, Serialize};

use super::space::Point;
use crate::ppo::LATEST;

/// The file with the result of a finished trial, in its folder.
const RESULT: &str = "result.json";
/// The file with the output of its process.
const LOG: &str = "train.log";
/// How often its process is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long the process of a sweep that was killed may take for its update and to save.
const PATIENCE: Duration = Duration::from_mins(2);

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialResult {
    /// Its number, from 1.
    pub trial: usize,
    /// The keys that vary with their values.
    pub set: Point,
    /// The best score of an evaluation, from 0 to 1; none if there was no evaluation.
    pub score: Option<f64>,
    /// The lower end of its 95 % interval.
    pub ci_low: Option<f64>,
    /// The upper end of the interval.
    pub ci_high: Option<f64>,
    /// Decisions played.
    pub decisions: u64,
    /// Minutes of training.
    pub minutes: f64,
    /// The folder of the network that had the best score.
    pub best: Option<PathBuf>,
    /// Why it failed, if it did.
    pub failed: Option<String>,
}

/// A run of a sweep.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its number, from 1.
    pub number: usize,
    /// The keys that vary with their values.
    pub point: Point,
    /// The folder of the run.
    pub folder: PathBuf,
    /// How many games its evaluations play.
    pub eval_games: u64,
}

/// How the processes of a sweep are started.
#[derive(Clone, Copy, Debug)]
pub struct Starter<'a> {
    /// The words that start `holotable`.
    pub program: &'a [OsString],
    /// The recipe of all trials.
    pub recipe: &'a Path,
    /// Threads for each.
    pub threads: usize,
    /// Says whether the sweep is to end: the processes save and end with it, and the same sweep goes on with them later.
    pub stop: &'a Token,
}

impl Trial {
    /// The overrides of the recipe as `train --set` takes them.
    pub fn overrides(&self) -> Vec<String> {
        self.point.iter().map(|(key, value)| format!("{key}={value}")).collect()
    }

    /// The result from an earlier session, if the trial was finished.
    ///
    /// # Errors
    /// One line if its result is of another trial. One that cannot be read is none: it is made anew from the trial's checkpoint.
    pub fn result(&self) -> Result<Option<TrialResult>, Error> {
        let path = self.folder.join(RESULT);
        if !path.exists() {
            return Ok(None);
        }
        let read =
            files::read(&path).and_then(|text| checksummed::read::<TrialResult>(&text, "result of a trial"));
        let mut result = match read {
            Ok(result) => result,
            Err(why) => {
                progress::say(&format!("note: {}: {why}; it is made anew", path.display()));
                return Ok(None);
            }
        };
        if (result.trial, &result.set) != (self.number, &self.point) {
            let line =
                format!("it is of trial {} with other values: this folder is of another sweep", result.trial);
            return Err(Error::io("take over", &path, line));
        }
        // The folder of the sweep may have moved.
        result.best = result.best.map(|_| self.folder.join(BEST));
        Ok(Some(result))
    }

    /// Trains until the run is finished or fails.
    pub fn run(&self, starter: Starter<'_>) -> TrialResult {
        let done = self.train(starter).and_then(|()| self.close());
        done.unwrap_or_else(|e| self.summarise(Some(e.to_string())))
    }

    /// Keeps the result of the run that lies in its folder, so that it is not trained again.
    ///
    /// # Errors
    /// One line if it cannot be written.
    pub fn close(&self) -> Result<TrialResult, Error> {
        let result = self.summarise(None);
        let text = serde_json::to_string_pretty(&result).expect("plain data is JSON");
        files::write(&self.folder.join(RESULT), &checksummed::with_checksum(&text))?;
        Ok(result)
    }

    fn train(&self, starter: Starter<'_>) -> Result<(), Error> {
        folder::create(&self.folder)?;
        self.wait_for_the_last_session();
        let path = self.folder.join(LOG);
        let log = disk::append(&path).map_err(|e| Error::io("open", &path, e))?.into_file();
        let said = log.metadata().map_or(0, |file| file.len());
        let [program, words @ ..] = starter.program else {
            unreachable!("a program has a name");
        };
        let mut command = Command::new(program);
        command.args(words).arg("train").arg(starter.recipe);
        command.args([format!("--set=threads={}", starter.threads)]);
        command.args(self.overrides().iter().map(|item| format!("--set={item}")));
        command.arg("--out").arg(&self.folder).args(["--resume", "--die-with-parent"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        let program = Path::new(program);
        let mut child = command.spawn().map_err(|e| Error::io("start", program, e))?;
        // Held until the child ends: it ends when this process does, however that happens.
        let mut child_stdin = child.stdin.take();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(|e| Error::io("wait for", program, e))? {
                break status;
            }
            if starter.stop.is_asked() {
                child_stdin = None;
            }
            sleep(LOOK);
        };
        drop(child_stdin);
        if starter.stop.is_asked() {
            return Err(Error::new("stopped"));
        }
        if status.success() { Ok(()) } else { Err(complaint(&path, said, status)) }
    }

    /// The process of a sweep that was killed may live for a moment longer.
    fn wait_for_the_last_session(&self) {
        let began = Instant::now();
        while folder::lock(&self.folder).is_err() && began.elapsed() < PATIENCE {
            sleep(Duration::from_millis(20));
        }
    }

    /// What the run in its folder is worth, or why it failed.
    pub fn summarise(&self, failed: Option<String>) -> TrialResult {
        let progress = Checkpoint::progress_of(&self.folder.join(LATEST)).unwrap_or_default();
        let best = self.folder.join(BEST);
        TrialResult {
            trial: self.number,
            set: self.point.clone(),
            score: progress.best_score,
            ci_low: progress.best_low,
            ci_high: progress.best_score.map(|score| wilson_share(score, self.eval_games).1),
            decisions: progress.steps,
            minutes: progress.seconds / 60.0,
            best: best.is_dir().then_some(best),
            failed,
        }
    }
}

/// The last line that a process wrote after the first `said` bytes of its log, or how it ended.
fn complaint(log: &Path, said: u64, status: ExitStatus) -> Error {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(text.get(said as usize..).unwrap_or_default()).into_owned();
    let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    Error::new(match (last, status.code()) {
        (Some(line), Some(_)) => line.strip_prefix("error: ").unwrap_or(line).to_owned(),
        (line, _) => format!("{status}; its last line: {}", line.unwrap_or("none")),
    })
}

/// Asks for the end once standard input ends: `train --die-with-parent` under the sweep that started it.
pub fn parent_ended() -> Token {
    let ended = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ended);
    std::thread::spawn(move || {
        // Whatever comes is of no interest, only that nothing comes any more.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        flag.store(true, Ordering::Relaxed);
    });
    Token::new(move || ended.load(Ordering::Relaxed))
}

/// Keeps other sweeps out of a folder.
pub(super) fn claim(out: &Path) -> Result<folder::Lock, Error> {
    folder::create(out)?;
    folder::lock(out)
}
