//! Whatever fails on the disk, and whenever: what was saved is whole, and the next session goes on as if nothing had happened.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use holotable_arena::dataset::{generate, parts, read};
use holotable_arena::tournament::Plan;
use holotable_erased::erase;
use holotable_games::toys::secret_pig::secret_pig;
use holotable_store::checkpoint::BEST;
use holotable_store::disk::faults::{FAULTS, Fault, during};
use holotable_store::files;
use holotable_store::stop::Token;
use serde_json::Value;

use crate::ppo::{Config, Follower, LATEST, Learners, Record, Start, Task, train_with};
use crate::sweep::trial::{Starter, Trial};

/// Updates of a run.
const UPDATES: u64 = 3;
/// No work has so many operations.
const NEVER: usize = usize::MAX;

/// A folder in memory, if the system has such, that goes away with this value: thousands of files are written.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let path = place.join(format!("holotable-{name}-{}", process::id()));
        let scratch = Self(path);
        scratch.empty();
        scratch
    }

    fn empty(&self) {
        let _ = fs::remove_dir_all(&self.0);
        fs::create_dir_all(&self.0).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Lets every operation of `work` fail in every way, and has `check` look at what is left; how many faults that were.
fn at_every_point<T>(
    folder: &Scratch,
    mut prepare: impl FnMut(&Path),
    mut work: impl FnMut(&Path) -> T,
    mut check: impl FnMut(&Path, Fault, T),
) -> usize {
    prepare(&folder.0);
    let (_, operations) = during(&folder.0, Fault::Error, NEVER, || work(&folder.0));
    for fault in FAULTS {
        for at in 0..operations {
            folder.empty();
            prepare(&folder.0);
            let (found, _) = during(&folder.0, fault, at, || work(&folder.0));
            check(&folder.0, fault, found);
        }
    }
    operations * FAULTS.len()
}

/// Held by one test at a time: a process that one of them starts has for a moment the locked files of the others.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Silent;

impl Follower for Silent {
    fn shows_progress(&self) -> bool {
        false
    }

    fn hear(&mut self, _: &Record) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn config() -> Config {
    let text = format!(
        "total_steps = {}\nnum_envs = 1\nrollout_steps = 4\nminibatch_size = 4\nnum_epochs = 1\nhidden_sizes = [2]\n\
         checkpoint_every_updates = 1\neval_every_updates = 1\neval_games = 2\nkeep_checkpoints = 2\nthreads = 1\n\
         odds_features = false\n",
        4 * UPDATES
    );
    Config::from_toml(&text, &[]).unwrap()
}

fn task() -> Task {
    Task::plain(erase(secret_pig(2)))
}

fn train(folder: &Path) -> Result<(), String> {
    let (config, task) = (config(), task());
    let session = train_with(Learners::OWN, &config, &task, &folder.join("run"), Start::Latest, &mut Silent);
    session.map(drop).map_err(|e| e.to_string())
}

/// The weights of both checkpoints, and the updates on record.
fn outcome(folder: &Path) -> (Vec<Vec<u8>>, Vec<u64>) {
    let run = folder.join("run");
    let weights = [LATEST, BEST].map(|name| fs::read(run.join(name).join("model.safetensors")).unwrap());
    let text = fs::read_to_string(run.join("metrics.jsonl")).unwrap();
    let update = |line| serde_json::from_str::<Value>(line).unwrap()["update"].as_u64().unwrap();
    (weights.to_vec(), text.lines().map(update).collect())
}

#[test]
fn a_run_survives_every_fault_of_the_disk() {
    let _alone = alone();
    let folder = Scratch::new("faults-run");
    train(&folder.0).unwrap();
    let whole = outcome(&folder.0);
    assert_eq!(whole.1, (1..=UPDATES).collect::<Vec<_>>());
    folder.empty();
    let mut refusals = 0;
    let points = at_every_point(
        &folder,
        |_| {},
        train,
        |folder, fault, session| {
            if let Err(why) = session {
                assert_eq!(why.lines().count(), 1, "{why}");
                refusals += 1;
            }
            train(folder).unwrap_or_else(|why| panic!("after {fault:?}: {why}"));
            assert!(outcome(folder) == whole, "after {fault:?} it ends otherwise");
            for name in [LATEST, BEST] {
                task().checkpoint(&folder.join("run").join(name)).unwrap();
            }
            let beside = fs::read_dir(folder.join("run")).unwrap().flatten();
            let left = beside.map(|entry| entry.file_name().into_string().unwrap());
            let left: Vec<String> =
                left.filter(|name| [".new", ".old"].iter().any(|end| name.ends_with(end))).collect();
            assert!(left.is_empty(), "after {fault:?} there are {left:?}");
        },
    );
    println!("{points} faults in a run, {refusals} of which ended it");
    assert!(points >= 500, "only {points} faults");
    assert!(refusals > points / 2, "only {refusals} of {points} ended it");
}

/// Replays, results of sweeps and plots are written so.
#[test]
fn a_file_is_the_old_or_the_new_one() {
    let _alone = alone();
    let folder = Scratch::new("faults-file");
    let name = |folder: &Path| folder.join("game.jsonl");
    let (old, new) = ("old\n".repeat(100), "new\n".repeat(200));
    let prepare = |folder: &Path| fs::write(name(folder), &old).unwrap();
    let work = |folder: &Path| files::write(&name(folder), &new);
    let points = at_every_point(&folder, prepare, work, |folder, fault, written| {
        let text = fs::read_to_string(name(folder)).unwrap();
        assert!(text == new || written.is_err() && text == old, "{fault:?} left {} bytes", text.len());
        let left = fs::read_dir(folder).unwrap().count();
        assert!(left == 1 || fault == Fault::Crash, "{fault:?} left {left} files");
    });
    println!("{points} faults of a file");
    assert!(points > 10, "only {points} faults");
}

/// Whatever fails, the games in the folder are those that were written last, and the same call goes on.
#[test]
fn a_folder_of_games_survives_every_fault_of_the_disk() {
    let _alone = alone();
    let folder = Scratch::new("faults-games");
    let game = erase(secret_pig(2));
    let plan = Plan { games: 4, seed: 9, threads: 1, check: false, progress: &|_| {}, stop: &|| false };
    let work = |folder: &Path| generate(&game, &["random"], &folder.join("games"), &plan, Duration::ZERO);
    let rows = |folder: &Path| {
        let parts = parts(&folder.join("games")).map_err(|e| e.to_string())?;
        let rows = parts.iter().map(|part| read(&part.path, part.sums.as_deref()).map_err(|e| e.to_string()));
        Ok::<_, String>(rows.collect::<Result<Vec<_>, _>>()?.concat())
    };
    work(&folder.0).unwrap();
    let whole = rows(&folder.0).unwrap();
    folder.empty();
    let points = at_every_point(
        &folder,
        |_| {},
        work,
        |folder, fault, made| {
            match rows(folder) {
                Ok(found) => assert!(found == whole[..found.len()], "{fault:?}"),
                Err(why) => {
                    let none = why.starts_with("there are no games in") || !folder.join("games").exists();
                    assert!(none, "{fault:?}: {why}");
                }
            }
            assert!(made.is_err() || rows(folder).unwrap() == whole, "{fault:?}");
            let again = work(folder).unwrap_or_else(|why| panic!("after {fault:?}: {why}"));
            assert!(
                again.notes.is_empty() && rows(folder).unwrap() == whole,
                "after {fault:?}: {:?}",
                again.notes
            );
        },
    );
    println!("{points} faults of games");
    assert!(points > 100, "only {points} faults");
}

/// A trial whose process has nothing to do is finished or begun anew, but never half finished.
#[cfg(unix)]
#[test]
fn a_trial_of_a_sweep_is_finished_or_begins_anew() {
    let _alone = alone();
    let folder = Scratch::new("faults-trial");
    let (program, stop) = (["true".into()], Token::new(|| false));
    let starter = Starter { program: &program, recipe: Path::new("recipe.toml"), threads: 1, stop: &stop };
    let trial = |folder: &Path| Trial {
        number: 1,
        point: [("seed".to_owned(), 3.into())].into(),
        folder: folder.join("1"),
        eval_games: 2,
    };
    let work = |folder: &Path| trial(folder).run(starter);
    let points = at_every_point(
        &folder,
        |_| {},
        work,
        |folder, fault, result| {
            let found = trial(folder).result().unwrap_or_else(|why| panic!("after {fault:?}: {why}"));
            assert!(found.is_some() || result.failed.is_some(), "after {fault:?} the result is lost");
            assert!(found.is_none_or(|found| found.failed.is_none()), "a trial that failed is not finished");
            let again = trial(folder).run(starter);
            assert_eq!(
                (again.failed.as_deref(), trial(folder).result().unwrap()),
                (None, Some(again.clone()))
            );
        },
    );
    println!("{points} faults of a trial");
    assert!(points > 10, "only {points} faults");

    let mut other = trial(&folder.0);
    other.point = [("seed".to_owned(), 4.into())].into();
    let why = other.result().unwrap_err().to_string();
    assert!(why.contains("this folder is of another sweep"), "{why}");
}
