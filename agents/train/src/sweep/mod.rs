//! Sweeps: many runs of one recipe that differ in a few keys, to find the values that do best.
//!
//! A [`Space`] defines the keys and their values; each of its points is a [`Trial`], trained in a process and a folder of its own.
//! Trials that differ in their seed only are a [`Group`], and it is groups that are compared. The folder
//! of a sweep keeps what it was begun with, so that the same command goes on with it: `recipe.toml`, `space.toml`,
//! `trial-001/`, `trial-002/`, ... and at the end `sweep.json`.

pub mod distribution;
pub mod group;
pub mod space;
pub mod trial;

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering as Atomic};
use std::sync::mpsc;
use std::thread;

use holotable_erased::Kind;
use holotable_store::error::Error;
use holotable_store::folder::Lock;
use holotable_store::stop::{Stop as _, Token};
use holotable_store::{files, program};
use serde::Serialize;

use self::trial::Starter;
use crate::ppo::{self, Config, Learners, Task};

pub use self::distribution::Distribution;
pub use self::group::Group;
pub use self::space::{Point, Space};
pub use self::trial::{Trial, TrialResult, parent_ended};

/// The recipe of a sweep in its folder.
const RECIPE: &str = "recipe.toml";
/// The space of a sweep in its folder.
const SPACE: &str = "space.toml";
/// The report of the sweep.
const REPORT: &str = "sweep.json";

/// A TOML text, and what errors call it.
#[derive(Clone, Debug)]
pub struct Source {
    /// A path, or another word for it.
    pub name: String,
    /// The contents of the file.
    pub text: String,
}

/// A sweep that is ready to run.
#[derive(Debug)]
pub struct Sweep {
    out: PathBuf,
    space: Space,
    trials: Vec<Trial>,
    /// Decisions that the recipe asks for.
    steps: u64,
    /// Threads that the recipe asks for, or 0.
    threads: usize,
    /// Keeps other sessions out.
    _mine: Lock,
}

/// The results of a sweep.
#[derive(Clone, Debug, Serialize)]
pub struct SweepReport {
    /// The folder of the best network of the best group.
    pub best: Option<PathBuf>,
    /// The trials by what they have in common beside the seed, the best group first: by the lower end of the interval of the
    /// mean score.
    pub groups: Vec<Group>,
    /// All trials, the best first: by the lower end of the interval of the best score.
    pub trials: Vec<TrialResult>,
}

impl Sweep {
    /// The sweep of a recipe (its text and the overrides on top) over a space, in the folder `out`, by a program that has these
    /// learners. Every trial is checked before anything is written.
    ///
    /// # Errors
    /// One line: what is wrong with the recipe, the space or one of its trials; a learner that is not there; or that the folder
    /// holds another sweep.
    pub fn open(
        recipe: &Source,
        set: &[String],
        space: &Source,
        out: &Path,
        learners: Learners,
    ) -> Result<Self, Error> {
        if out.to_str().is_none() {
            let name = out.display();
            return Err(Error::new(format!(
                "{name} is no name for a sweep: {REPORT} can name UTF-8 folders alone"
            )));
        }
        let config = Config::from_toml(&recipe.text, set);
        let mut config = config.map_err(|e| e.within(&recipe.name))?;
        // Runs are the same on any number of threads, so a sweep may be resumed with another number.
        let threads = std::mem::take(&mut config.threads);
        let specs = Kind::named(&config.game.name)?.options;
        let found = Space::from_toml(&space.text, specs).map_err(|e| e.within(&space.name))?;
        let base = config.to_toml();
        let trials = found.points().into_iter().zip(1..).map(|(point, number)| {
            let mut trial =
                Trial { number, point, folder: out.join(format!("trial-{number:03}")), eval_games: 0 };
            let config = check(&base, &trial.overrides(), learners)
                .map_err(|e| e.within(format!("{}: trial {number}", space.name)))?;
            trial.eval_games = config.eval_games as u64;
            Ok(trial)
        });
        let trials = trials.collect::<Result<Vec<_>, Error>>()?;
        let mine = trial::claim(out)?;
        let another = |what: &str, why: String| {
            Error::new(format!(
                "{} holds a sweep of another {what} ({why}); choose another --out",
                out.display()
            ))
        };
        let kept = out.join(RECIPE);
        if kept.exists() {
            let theirs =
                Config::from_toml(&files::read(&kept)?, &[]).map_err(|e| e.within(kept.display()))?;
            if let Some(why) = difference(&theirs, &config) {
                return Err(another("recipe", why));
            }
        }
        let kept = out.join(SPACE);
        if kept.exists() {
            let theirs = Space::from_toml(&files::read(&kept)?, specs);
            if !theirs.map_err(|e| e.within(kept.display()))?.agrees(&found) {
                return Err(another("space", format!("{} differs from {}", kept.display(), space.name)));
            }
        }
        files::write(&out.join(RECIPE), &base)?;
        files::write(&out.join(SPACE), &space.text)?;
        Ok(Self {
            out: out.to_owned(),
            space: found,
            trials,
            steps: config.total_steps,
            threads,
            _mine: mine,
        })
    }

    /// How many trials there are.
    pub fn len(&self) -> usize {
        self.trials.len()
    }

    /// Whether there are no trials.
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// The names of the keys that vary.
    pub fn keys(&self) -> Vec<&str> {
        self.space.keys()
    }

    /// The space of which the trials are points.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The trials in their order.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// How many decisions a trial plays.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The recipe of all trials, in a file.
    pub fn recipe(&self) -> PathBuf {
        self.out.join(RECIPE)
    }

    /// Writes the report of trials that were trained here or elsewhere.
    ///
    /// # Errors
    /// One line if it cannot be written.
    pub fn report(&self, results: Vec<TrialResult>) -> Result<SweepReport, Error> {
        let report = SweepReport::of(results);
        let text = serde_json::to_string_pretty(&report).expect("plain data is JSON");
        files::write(&self.out.join(REPORT), &format!("{text}\n"))?;
        Ok(report)
    }

    /// Trains all trials that are not finished, `jobs` trials at a time in processes of their own, and calls `done` with each
    /// trial that is finished or failed. Once `stop` asks for it, those under way save and end, and no
    /// others begin.
    ///
    /// # Errors
    /// One line if a result is of another trial or the report cannot be written. Trials that fail are in the report.
    pub fn run(
        &self,
        jobs: usize,
        stop: &Token,
        mut done: impl FnMut(&TrialResult),
    ) -> Result<SweepReport, Error> {
        let (mut results, mut todo) = (Vec::new(), Vec::new());
        for trial in &self.trials {
            match trial.result()? {
                Some(result) => results.push(result),
                None => todo.push(trial),
            }
        }
        results.iter().for_each(&mut done);
        let jobs = jobs.clamp(1, todo.len().max(1));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = if self.threads == 0 { (cores / jobs).max(1) } else { self.threads };
        let starter = Starter { program: &program::words()?, recipe: &self.recipe(), threads, stop };
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..jobs {
                let (sender, todo, next) = (sender.clone(), &todo, &next);
                scope.spawn(move || {
                    while let Some(trial) = todo.get(next.fetch_add(1, Atomic::Relaxed)) {
                        if stop.is_asked() || sender.send(trial.run(starter)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for result in receiver {
                done(&result);
                results.push(result);
            }
        });
        self.report(results)
    }
}

impl SweepReport {
    fn of(mut trials: Vec<TrialResult>) -> Self {
        trials.sort_by(better);
        let groups = Group::all(&trials);
        let first = groups.first().and_then(|group| group.trials.first());
        let best = trials.iter().find(|trial| Some(&trial.trial) == first && trial.failed.is_none());
        Self { best: best.and_then(|trial| trial.best.clone()), groups, trials }
    }
}

/// Orders trials by the lower end of the interval, the highest first; then those without a score, then failed ones; ties by number.
fn better(a: &TrialResult, b: &TrialResult) -> Ordering {
    let key = |result: &TrialResult| (result.failed.is_none(), result.ci_low.unwrap_or(-1.0));
    let ((ran, low), (other_ran, other_low)) = (key(a), key(b));
    other_ran.cmp(&ran).then(other_low.total_cmp(&low)).then(a.trial.cmp(&b.trial))
}

/// The recipe of a trial, which must fit its game.
fn check(base: &str, set: &[String], learners: Learners) -> Result<Config, Error> {
    let config = Config::from_toml(base, set)?;
    learners.check(config.learner)?;
    ppo::check(&config, &Task::of(&config)?)?;
    Ok(config)
}

/// The first line in which two recipes differ.
fn difference(theirs: &Config, ours: &Config) -> Option<String> {
    let [theirs, ours] = [theirs, ours].map(Config::to_toml);
    let lines = |text: &str| {
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    let (theirs, ours) = (lines(&theirs), lines(&ours));
    let at = (0..theirs.len().max(ours.len())).find(|&i| theirs.get(i) != ours.get(i))?;
    let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "nothing".to_owned());
    Some(format!("it has {}, not {}", line(&theirs), line(&ours)))
}
