//! Proximal policy optimisation, the literature's, on any game: [`train`] is the whole of it.

pub mod advantage_table;
mod board;
mod checkpoint_store;
pub mod config;
pub mod device;
mod entropy;
mod evaluate;
pub mod gae;
mod learn;
pub mod learner_kind;
pub mod learners;
mod luck;
pub mod metrics;
mod named_opponents;
pub mod opponent_pool;
pub mod parity;
mod pending_transition;
pub mod profile;
mod record;
mod restarts;
pub mod rollout;
pub mod rollout_buffer;
mod rollout_worker;
mod run;
pub(crate) mod sampling;
mod setting;
mod slots;
mod task;
pub mod value_lambda;
pub(crate) mod variants;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use holotable_store::checkpoint::Progress;
use holotable_store::error::Error;
use holotable_store::folder::{create, is_same_place, lock};
use holotable_store::threads;

use self::advantage_table::AdvantageTable;
use self::checkpoint_store::CheckpointStore;
use self::metrics::{Metrics, wall_time};
use self::profile::{Profile, Watch};
use self::run::Run;

pub use self::checkpoint_store::{EARLIER, LATEST};
pub use self::config::Config;
pub use self::learners::Learners;
pub use self::record::Record;
pub use self::setting::Draws;
pub use self::task::Task;
pub use holotable_store::checkpoint::BEST;

/// Where a training session starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// With a new run; the folder must not hold one.
    New,
    /// Where the run in the folder was saved last, or with a new one if there is none.
    Latest,
    /// Where the checkpoint in this folder was made.
    At(&'a Path),
}

/// The result of a training session.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSummary {
    /// How far the run has come.
    pub progress: Progress,
    /// How long the parts of this session took, in seconds.
    pub profile: Profile,
    /// How much the advantages of each kind of decision varied in this session.
    pub advantages: AdvantageTable,
    /// Whether there is nothing left to do: else a limit of the session or who follows it stopped it, and it can be resumed.
    pub finished: bool,
}

impl TrainingSummary {
    /// How the session ended, in words.
    pub fn ended(&self) -> &'static str {
        if self.finished { "finished" } else { "stopped; --resume goes on" }
    }
}

/// Checks that a recipe fits its game: that `game.mix` names options and values that it has, and that there
/// can be such a network for it.
///
/// # Errors
/// One line with what does not fit.
pub fn check(config: &Config, task: &Task) -> Result<(), Error> {
    run::shape(config, task.game.layout(task.features))?;
    run::games(config, task).map(drop)
}

/// Who follows a training session, update by update.
pub trait Follower: Send {
    /// Whether progress is shown on standard error too.
    fn shows_progress(&self) -> bool {
        true
    }

    /// Hears of an update; `Break` ends the session after it, with a checkpoint to go on from.
    fn hear(&mut self, record: &Record) -> ControlFlow<()>;
}

/// Nobody: the session goes on to its end.
impl Follower for () {
    fn hear(&mut self, _: &Record) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Trains a policy for a task by the fast learner and keeps everything in `out_dir`: `latest/`, `earlier/`, `best/`,
/// `metrics.jsonl`, `tensorboard/`.
///
/// # Errors
/// One line: a folder that cannot be written, that another session trains in, that already holds a run that is not
/// to be resumed, that is moved away meanwhile, a checkpoint that does not fit, a learner that is not there, or losses that are no
/// numbers any more.
pub fn train(
    config: &Config,
    task: &Task,
    out_dir: &Path,
    start: Start<'_>,
) -> Result<TrainingSummary, Error> {
    train_with(Learners::OWN, config, task, out_dir, start, &mut ())
}

/// The same by the learner of these that the recipe names, and before the eyes of a follower, who hears on another thread than
/// this one.
///
/// # Errors
/// As [`train`].
pub fn train_with(
    learners: Learners,
    config: &Config,
    task: &Task,
    out_dir: &Path,
    start: Start<'_>,
    follower: &mut dyn Follower,
) -> Result<TrainingSummary, Error> {
    threads::pool(config.threads)?.install(|| session(learners, config, task, out_dir, start, follower))
}

fn session(
    learners: Learners,
    config: &Config,
    task: &Task,
    out_dir: &Path,
    start: Start<'_>,
    follower: &mut dyn Follower,
) -> Result<TrainingSummary, Error> {
    create(out_dir)?;
    let mine = lock(out_dir)?;
    let store = CheckpointStore::new(out_dir, config.keep_checkpoints);
    let mut run = begin(learners, config, task, &store, start)?;
    let shown = follower.shows_progress();
    let mut metrics = Metrics::open(out_dir, run.progress.update, run.progress.steps, config, shown)?;
    let (began, spent, first) = (Instant::now(), run.progress.seconds, run.progress.update);
    let limit = minutes(config.time_limit_minutes);
    let every = minutes(config.checkpoint_every_minutes);
    let (mut profile, mut saved) = (Profile::default(), Instant::now());
    let (mut watch, mut logging) = (Watch::start(), 0.0);
    while !run.is_complete() {
        let mut record = run.update()?;
        record.profile.logging = logging;
        run.progress.seconds = spent + began.elapsed().as_secs_f64();
        record.seconds = run.progress.seconds;
        record.steps_per_s = run.rollout.len() as f64 / watch.lap();
        let out_of_time = limit.is_some_and(|limit| began.elapsed() >= limit);
        // A session that its time limit ends reports a score, even if no evaluation was due so far.
        let unseen = out_of_time && run.progress.score.is_none();
        if run.is_complete() || due(record.update, config.eval_every_updates) || unseen {
            mine.must_be_of(out_dir)?;
            run.evaluate(&store, &mut record)?;
            record.profile.evaluation = watch.lap();
        }
        let out_of_updates = config.session_updates > 0 && record.update - first >= config.session_updates;
        profile.add(&record.profile);
        record.wall_time = wall_time();
        metrics.write(&record)?;
        let told_to = follower.hear(&record).is_break();
        let last = run.is_complete() || out_of_time || out_of_updates || told_to;
        let late = every.is_some_and(|every| saved.elapsed() >= every);
        if last || late || due(record.update, config.checkpoint_every_updates) {
            mine.must_be_of(out_dir)?;
            store.save(&run.checkpoint(true), &config.to_toml())?;
            saved = Instant::now();
        }
        logging = watch.lap();
        if last {
            break;
        }
    }
    metrics.finish();
    Ok(TrainingSummary {
        finished: run.is_complete(),
        progress: run.progress,
        profile,
        advantages: run.advantages,
    })
}

/// The run where it starts, which is saved there: whenever it is killed, it goes on from a checkpoint of its own.
fn begin<'a>(
    learners: Learners,
    config: &'a Config,
    task: &'a Task,
    store: &CheckpointStore,
    start: Start<'_>,
) -> Result<Run<'a>, Error> {
    let (saved, latest) = (store.recover()?, store.latest());
    let goes_on = saved
        && match start {
            Start::New => false,
            Start::Latest => true,
            Start::At(folder) => is_same_place(folder, &latest),
        };
    let resume = |folder: &Path| Run::resume(learners, config, task, folder);
    let run = match start {
        _ if goes_on => resume(&latest).map_err(|e| store.suggest_other(task, e))?,
        Start::At(folder) => {
            store.must_be_of(folder)?;
            resume(folder)?
        }
        Start::New | Start::Latest => {
            store.must_be_free(task)?;
            Run::new(learners, config, task)?
        }
    };
    if !goes_on {
        store.give_up_best_after(run.progress.update)?;
        store.save(&run.checkpoint(true), &config.to_toml())?;
    }
    Ok(run)
}

/// A time in minutes, of which 0 is none.
fn minutes(number: f64) -> Option<Duration> {
    (number > 0.0).then(|| Duration::try_from_secs_f64(number * 60.0).unwrap_or(Duration::MAX))
}

fn due(update: u64, every: u64) -> bool {
    every > 0 && update.is_multiple_of(every)
}
