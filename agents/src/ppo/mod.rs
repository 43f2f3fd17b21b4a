//! Proximal policy optimisation, the literature's, on any game: [`train`] is the whole of it.

pub mod adam;
pub mod config;
pub mod crew;
mod curriculum;
mod evaluate;
pub mod gae;
pub mod gradient;
mod guide;
pub mod init;
mod learn;
pub mod loss;
pub mod metrics;
mod mix;
mod parallel;
pub mod rollout;
mod setting;
mod slots;
mod trunk;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use holotable_env::{Layout, Tabletop, generator};
use rand_chacha::ChaCha8Rng;

pub use self::config::Config;
pub use self::guide::{Guide, Guided, Unguided};

use self::adam::Adam;
use self::curriculum::Curriculum;
use self::metrics::{Metrics, Record};
use self::rollout::{Episode, Rollout, Worth};
use self::slots::{restore_stream, save_stream};
use crate::checkpoint::{Arrays, Checkpoint, GameMark, Progress, Training};
use crate::error::Error;
use crate::folder::recover;
use crate::net::Net;

/// The folder of the latest checkpoint in that of a run.
pub const LATEST: &str = "latest";
/// The folder of the checkpoint that did best in an evaluation; it plays, but holds nothing to train on from.
pub const BEST: &str = "best";

/// How a session of training ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How far the run has come.
    pub progress: Progress,
    /// The run is complete; otherwise a limit stopped it, and it can be resumed.
    pub finished: bool,
}

/// Trains a policy for `game` and keeps everything in `out_dir`: `latest/`, `best/`, `metrics.jsonl`,
/// `tensorboard/`. With `resume`, goes on from `latest/` if there is one.
///
/// # Errors
/// One line: a folder that cannot be written, that already holds a run that is not to be resumed, or a
/// checkpoint that does not fit.
pub fn train<G: Tabletop>(
    config: &Config,
    game: G,
    guide: &dyn Guide<G>,
    out_dir: &Path,
    resume: bool,
) -> Result<Outcome, Error> {
    let pool = parallel::pool(config.threads);
    let pool = pool.map_err(|e| Error::new(format!("cannot start {} threads: {e}", config.threads)))?;
    pool.install(|| session(config, game, guide, out_dir, resume))
}

fn session<G: Tabletop>(
    config: &Config,
    game: G,
    guide: &dyn Guide<G>,
    out_dir: &Path,
    resume: bool,
) -> Result<Outcome, Error> {
    fs::create_dir_all(out_dir).map_err(|e| Error::io("create", out_dir, e))?;
    let latest = out_dir.join(LATEST);
    let mut run = match (recover(&latest)?, resume) {
        (true, false) => return Err(Error::new(format!("{} already holds a run", out_dir.display()))),
        (true, true) => Run::resume(config, game, &latest)?,
        (false, _) => Run::new(config, game)?,
    };
    let mut metrics = Metrics::open(out_dir, run.progress.update, run.progress.steps, config.total_steps)?;
    let (began, spent, first) = (Instant::now(), run.progress.seconds, run.progress.update);
    let limit = Duration::try_from_secs_f64(config.time_limit_minutes * 60.0).unwrap_or(Duration::MAX);
    while !run.finished() {
        let update = Instant::now();
        let mut record = run.update(guide);
        run.progress.seconds = spent + began.elapsed().as_secs_f64();
        record.seconds = run.progress.seconds;
        record.steps_per_s = run.rollout.len() as f64 / update.elapsed().as_secs_f64();
        let out_of_time = config.time_limit_minutes > 0.0 && began.elapsed() >= limit;
        let out_of_updates = config.session_updates > 0 && record.update - first >= config.session_updates;
        let last = run.finished();
        if last || due(record.update, config.eval_every_updates) {
            record.eval_score = Some(run.evaluate(out_dir)?);
        }
        metrics.write(&record)?;
        if last || out_of_time || out_of_updates || due(record.update, config.checkpoint_every_updates) {
            run.checkpoint(true).save(&latest, &config.to_toml())?;
        }
        if out_of_time || out_of_updates {
            break;
        }
    }
    metrics.finish();
    Ok(Outcome { finished: run.finished(), progress: run.progress })
}

fn due(update: u64, every: u64) -> bool {
    every > 0 && update.is_multiple_of(every)
}

/// A run in memory.
struct Run<'a, G: Tabletop> {
    config: &'a Config,
    /// The game, and the games of its mix.
    game: G,
    games: Vec<G>,
    curriculum: Curriculum<G>,
    layout: Layout,
    net: Net,
    adam: Adam,
    rollout: Rollout<G>,
    rng: ChaCha8Rng,
    progress: Progress,
}

impl<'a, G: Tabletop> Run<'a, G> {
    fn new(config: &'a Config, game: G) -> Result<Self, Error> {
        let games = mix::games(&game, &config.game.mix).map_err(|e| e.within("game.mix"))?;
        let curriculum = Curriculum::new(config, &games)?;
        let layout = Layout::of(&game);
        let shape = config.shape();
        if shape.advice && shape.advice_at(&layout).is_none() {
            return Err(Error::new(format!("advice is true, but {} gives none", G::NAME)));
        }
        // Games use the streams of `seed`, `seed` + 1, ...; their complements are free.
        let net = init::net(&shape, &layout, &mut generator(!config.seed, 0));
        let adam = Adam::new(&net);
        let (rollout, rng) = (Rollout::new(&games, config), generator(!config.seed, 1));
        let progress = Progress::default();
        Ok(Self { config, game, games, curriculum, layout, net, adam, rollout, rng, progress })
    }

    fn resume(config: &'a Config, game: G, folder: &Path) -> Result<Self, Error> {
        let Checkpoint { state, layout, arrays } = Checkpoint::load(folder, &game)?;
        let within = |e: Error| e.within(format!("checkpoint {}", folder.display()));
        let (shape, saved) = (config.shape(), state.network);
        if shape != saved {
            return Err(within(Error::new(format!("its network is {saved:?}, the recipe's is {shape:?}"))));
        }
        let options = mark(&game, config).options;
        if options != state.game.options {
            let theirs = state.game.options;
            return Err(within(Error::new(format!(
                "its game has options {theirs}, the recipe's has {options}"
            ))));
        }
        let Some(training) = state.training else {
            return Err(within(Error::new("it plays, but holds nothing to train on from")));
        };
        let net = Net::new(&shape, &layout, &arrays);
        let moment = |prefix: &str| {
            let mut net = net.zeros_like();
            for ((name, _), values) in shape.arrays(&layout).iter().zip(&mut net.weights) {
                values.clone_from(&arrays[&format!("{prefix}{name}")].values);
            }
            net
        };
        let (mean, square) = (moment("adam.m."), moment("adam.v."));
        let adam = Adam { mean, square, steps: state.progress.gradient_steps };
        let games = mix::games(&game, &config.game.mix).map_err(|e| e.within("game.mix"))?;
        let mut rollout = Rollout::new(&games, config);
        let [shuffles, actions @ ..] = &training.generators[..] else {
            return Err(within(Error::new("it holds no generators")));
        };
        rollout.restore(&training.slots, actions).map_err(within)?;
        let rng = restore_stream(shuffles).map_err(within)?;
        let (curriculum, progress) = (Curriculum::new(config, &games)?, state.progress);
        Ok(Self { config, game, games, curriculum, layout, net, adam, rollout, rng, progress })
    }

    fn finished(&self) -> bool {
        self.progress.steps >= self.config.total_steps
    }

    /// Plays, then learns from what was played.
    fn update(&mut self, guide: &dyn Guide<G>) -> Record {
        let config = self.config;
        let done = self.progress.steps as f64 / config.total_steps as f64;
        let shaping = config.shaping_coef * (1.0 - done / config.shaping_share).max(0.0);
        let learning_rate = config.learning_rate * if config.anneal_lr { 1.0 - done } else { 1.0 };
        let (gamma, lambda) = (config.gamma as f32, config.gae_lambda as f32);
        let worth = Worth { guide, shaping: shaping as f32, gamma, lambda };
        self.rollout.set_games(self.curriculum.games(&self.progress));
        self.rollout.collect(&self.net, &worth);
        let mut record = self.learn(learning_rate);
        self.progress.update += 1;
        self.progress.steps += self.rollout.len() as u64;
        self.progress.gradient_steps = self.adam.steps;
        (record.update, record.steps) = (self.progress.update, self.progress.steps);
        (record.learning_rate, record.shaping) = (learning_rate, shaping);
        record.brier = self.rollout.brier();
        describe(&self.rollout.episodes(), &mut record);
        record.level = self.progress.level;
        self.curriculum.advance(&mut self.progress, record.win_rate);
        record
    }

    /// Plays the evaluation games, and keeps the network if it is the best so far.
    fn evaluate(&mut self, out_dir: &Path) -> Result<f64, Error> {
        let (observation, games) = (self.layout.observation, self.config.eval_games);
        let score = evaluate::score(&self.games, &self.net, observation, games, self.config.bound::<G>());
        self.progress.score = Some(score);
        if self.progress.best_score.is_none_or(|best| score >= best) {
            self.progress.best_score = Some(score);
            self.checkpoint(false).save(&out_dir.join(BEST), &self.config.to_toml())?;
        }
        Ok(score)
    }

    fn checkpoint(&self, trains: bool) -> Checkpoint {
        let mut arrays = Arrays::new();
        self.net.store("", &self.layout, &mut arrays);
        if trains {
            self.adam.mean.store("adam.m.", &self.layout, &mut arrays);
            self.adam.square.store("adam.v.", &self.layout, &mut arrays);
        }
        let (game, shape, layout) =
            (mark(&self.game, self.config), self.net.shape.clone(), self.layout.clone());
        let mut checkpoint = Checkpoint::new(game, shape, self.progress.clone(), layout, arrays);
        let generators = || [save_stream(&self.rng)].into_iter().chain(self.rollout.save_luck()).collect();
        checkpoint.state.training =
            trains.then(|| Training { generators: generators(), slots: self.rollout.save() });
        checkpoint
    }
}

/// The mark of a game, with all values of the options that vary.
fn mark<G: Tabletop>(game: &G, config: &Config) -> GameMark {
    let mut mark = GameMark::of(game);
    for (name, values) in &config.game.mix {
        mark.options[name] = values.clone().into();
    }
    mark
}

/// Puts what became of the games into the record.
fn describe(episodes: &[Episode], record: &mut Record) {
    let mean = |x: &[f64]| (!x.is_empty()).then(|| x.iter().sum::<f64>() / x.len() as f64);
    let scores: Vec<f64> = episodes.iter().filter_map(|e| e.score).map(f64::from).collect();
    let wins: Vec<f64> = scores.iter().map(|&s| f64::from(u8::from(s >= 1.0))).collect();
    let lengths: Vec<f64> = episodes.iter().map(|e| f64::from(e.length)).collect();
    record.episodes = episodes.len();
    record.truncated = episodes.len() - scores.len();
    (record.mean_score, record.win_rate, record.episode_length) =
        (mean(&scores), mean(&wins), mean(&lengths));
}
