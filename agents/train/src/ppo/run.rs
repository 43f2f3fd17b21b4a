//! [`Run`]: a training run in memory, which plays, learns, evaluates, and saves all its state in a checkpoint.

use std::path::Path;
use std::sync::Arc;

use holotable_arena::elo::{Meeting, ratings};
use holotable_arena::stats::wilson_share;
use holotable_env::streams::{SHUFFLES, WEIGHTS};
use holotable_env::{Layout, generator};
use holotable_erased::AnyGame;
use holotable_net::Net;
use holotable_net::arrays::NamedArrays;
use holotable_net::init;
use holotable_net::learner::Learner;
use holotable_net::shape::NetShape;
use holotable_players::observation_wrapper::PRIOR_SPAN;
use holotable_store::checkpoint::{Checkpoint, GameMark, Progress, RunState, Training, playing};
use holotable_store::error::Error;
use holotable_store::limits::MODEL_BYTES;
use rand_chacha::ChaCha8Rng;

use super::advantage_table::AdvantageTable;
use super::checkpoint_store::CheckpointStore;
use super::entropy::EntropyWeights;
use super::evaluate::Scores;
use super::gae::Discounts;
use super::opponent_pool::OpponentPool;
use super::profile::{Profile, Watch};
use super::record::Record;
use super::rollout::Rollout;
use super::rollout_worker::Episode;
use super::slots::{restore_stream, save_stream};
use super::{Config, Learners, Task, evaluate, variants};

/// Over this last share of the run the share of games that begin in states of earlier ones falls to 0.
const LAST: f64 = 0.1;

/// A run in memory.
pub(super) struct Run<'a> {
    pub(super) config: &'a Config,
    /// The game as the recipe has it, and its variants.
    task: &'a Task,
    games: Vec<Arc<dyn AnyGame>>,
    /// What tells each of these from the others.
    variants: Vec<String>,
    entropy: EntropyWeights,
    pub(super) layout: Layout,
    pub(super) learner: Box<dyn Learner>,
    pub(super) rollout: Rollout,
    opponents: OpponentPool,
    pub(super) rng: ChaCha8Rng,
    pub(super) progress: Progress,
    /// The advantages of this session.
    pub(super) advantages: AdvantageTable,
}

impl<'a> Run<'a> {
    /// A run at its start.
    ///
    /// # Errors
    /// One line if the recipe does not fit the game, or `start_from` does not fit both.
    pub(super) fn new(learners: Learners, config: &'a Config, task: &'a Task) -> Result<Self, Error> {
        let layout = task.game.layout(task.features).clone();
        let shape = shape(config, &layout)?;
        let facts = task.game.facts();
        if shape.prior && !facts.gives_prior {
            return Err(Error::new(format!(
                "expert_prior is true, but {} has no expert that gives it",
                facts.name
            )));
        }
        if shape.subgoals && !facts.has_subgoals {
            return Err(Error::new(format!("subgoals is true, but {} has no subgoals", facts.name)));
        }
        let network = match config.start_from.as_str() {
            "" => init::net(&shape, &layout, PRIOR_SPAN, &mut generator(config.seed, WEIGHTS)),
            folder => {
                let folder_of_best = playing(Path::new(folder));
                let Checkpoint { state, arrays, .. } = task.checkpoint(&folder_of_best)?;
                check_shape(&shape, &state.network).map_err(|e| e.within(format!("start_from {folder}")))?;
                Net::new(&shape, &layout, &arrays)
            }
        };
        Self::with(learners, config, task, layout, network)
    }

    /// A run of this network at its start.
    fn with(
        learners: Learners,
        config: &'a Config,
        task: &'a Task,
        layout: Layout,
        network: Net,
    ) -> Result<Self, Error> {
        let games = games(config, task)?;
        let progress = Progress::default();
        let opponents = OpponentPool::default();
        Ok(Self {
            variants: variants::names(&config.game.mix),
            entropy: EntropyWeights::new(config, &layout)?,
            learner: learners.build(config.learner, network, &layout, config.device)?,
            rollout: Rollout::new(&games, task.features, config),
            opponents,
            rng: generator(config.seed, SHUFFLES),
            advantages: AdvantageTable::new(&layout),
            progress,
            config,
            task,
            games,
            layout,
        })
    }

    /// The run that was saved in `folder`.
    ///
    /// # Errors
    /// One line if it is damaged or was made by another recipe or for another game.
    pub(super) fn resume(
        learners: Learners,
        config: &'a Config,
        task: &'a Task,
        folder: &Path,
    ) -> Result<Self, Error> {
        let Checkpoint { state, layout, arrays } = task.checkpoint(folder)?;
        Self::restore(learners, config, task, state, layout, &arrays)
            .map_err(|e| e.within(format!("checkpoint {}", folder.display())))
    }

    fn restore(
        learners: Learners,
        config: &'a Config,
        task: &'a Task,
        state: RunState,
        layout: Layout,
        arrays: &NamedArrays,
    ) -> Result<Self, Error> {
        let shape = shape(config, &layout)?;
        check_shape(&shape, &state.network)?;
        let options = mark(task, config).options;
        if options != state.game.options {
            let theirs = state.game.options;
            return Err(Error::new(format!("its game has options {theirs}, the recipe's has {options}")));
        }
        let Some(training) = state.training else {
            return Err(Error::new(
                "it plays, but holds nothing to train on from (start_from takes its weights)",
            ));
        };
        let network = Net::new(&shape, &layout, arrays);
        let [shuffles, actions @ ..] = &training.generators[..] else {
            return Err(Error::new("it holds no generators"));
        };
        // Older versions drew from the complement of the seed: their runs go on as they began.
        if ![config.seed, !config.seed].contains(&shuffles.seed) {
            return Err(Error::new(format!("the run was begun with another seed than {}", config.seed)));
        }
        let rng = restore_stream(shuffles)?;
        let opponents = OpponentPool::restore(training.past, &shape, &layout, arrays);
        let mut run = Self::with(learners, config, task, layout, network)?;
        run.learner.restore_moments(arrays, state.progress.gradient_steps);
        run.rollout.restore(&training.slots, actions)?;
        run.rollout.restore_kept(&training.kept)?;
        run.entropy.restore(&training.entropy_weights)?;
        (run.opponents, run.rng, run.progress) = (opponents, rng, state.progress);
        Ok(run)
    }

    /// Whether all decisions were played.
    pub(super) fn is_complete(&self) -> bool {
        self.progress.steps >= self.config.total_steps
    }

    /// Plays, then learns from what was played.
    ///
    /// # Errors
    /// One line if a loss or a gradient is no number: what was saved before is whole.
    pub(super) fn update(&mut self) -> Result<Record, Error> {
        let config = self.config;
        let done = self.progress.steps as f64 / config.total_steps as f64;
        let learning_rate = config.learning_rate * if config.anneal_lr { 1.0 - done } else { 1.0 };
        let discounts = Discounts {
            gamma: config.gamma as f32,
            lambda: config.gae_lambda as f32,
            value_lambda: config.value_lambda.own().map(|lambda| lambda as f32),
        };
        self.rollout.entropy_weights = self.entropy.weights().iter().map(|&weight| weight as f32).collect();
        self.rollout.set_restart_share(config.restart_share * ((1.0 - done) / LAST).min(1.0));
        self.rollout.set_opponents(|| self.opponents.draw(config, &mut self.rng));
        let profile = self.rollout.collect(&self.learner.player(), discounts);
        let mut watch = Watch::start();
        let mut record = self.learn(learning_rate)?;
        record.profile = Profile { learning: watch.lap(), ..profile };
        self.progress.update += 1;
        self.progress.steps += self.rollout.len() as u64;
        self.progress.gradient_steps = self.learner.steps();
        self.opponents.add_when_due(self.progress.update, self.learner.as_ref(), config);
        (record.update, record.steps) = (self.progress.update, self.progress.steps);
        record.learning_rate = learning_rate;
        let calibration = self.rollout.calibration();
        (record.brier, record.calibration_table) = (calibration.brier(), calibration.table());
        let entropies = self.rollout.entropies();
        self.entropy.adapt(&entropies);
        let kinds = self.layout.action_blocks.iter().map(|block| block.name.clone());
        record.entropy_of = kinds.zip(entropies).filter_map(|(kind, found)| Some((kind, found?))).collect();
        self.describe_advantages(&mut record);
        record.restarts = self.rollout.restarts();
        describe(&self.rollout.episodes(), &mut record);
        for (variant, name) in self.variants.iter().enumerate().filter(|_| self.variants.len() > 1) {
            let mut of = Record::default();
            describe(&self.rollout.episodes_of(variant), &mut of);
            record.variant_win_rate.extend(of.win_rate.map(|rate| (name.clone(), rate)));
            record.variant_value.extend(of.first_value.map(|value| (name.clone(), value)));
        }
        Ok(record)
    }

    /// Writes how much the advantages of each kind of decision vary into the record.
    fn describe_advantages(&mut self, record: &mut Record) {
        let (kinds, mut now) = (self.rollout.advantages(), AdvantageTable::new(&self.layout));
        now.add(&kinds);
        self.advantages.add(&kinds);
        (record.decisions_of, record.advantage_variance_of) = (now.counts(), now.variances());
    }

    /// Plays the evaluation games, and keeps the network if it is the best so far: by the lower end of the interval,
    /// so that a score of more games counts for more.
    pub(super) fn evaluate(&mut self, store: &CheckpointStore, record: &mut Record) -> Result<(), Error> {
        let network = self.learner.network();
        let (learner, games) = ((self.task, &network), self.config.eval_games);
        let bound = self.config.bound(self.task.game.as_ref());
        let Scores { mean: score, of_team } =
            evaluate::scores(&self.games, learner, games, bound, &self.config.eval_opponent)?;
        record.eval_of_team = of_team;
        let (low, high) = wilson_share(score, games as u64);
        (record.eval_score, record.eval_low, record.eval_high) = (Some(score), Some(low), Some(high));
        let meeting = Meeting { a: 1, b: 0, games: games as u64, score: score * games as f64 };
        record.eval_elo = (self.task.game.teams().leads().len() == 2).then(|| ratings(2, &[meeting])[1]);
        self.progress.score = Some(score);
        let better = self.progress.best_low.is_none_or(|best| low > best);
        // Of equals the later one has learnt more, even if it does not show yet. Where the best was given up, another takes its place.
        if better || !store.best().exists() || self.progress.best_low == Some(low) {
            (self.progress.best_score, self.progress.best_low) = (Some(score), Some(low));
            self.checkpoint(false).save(&store.best(), &self.config.to_toml(), None)?;
        }
        Ok(())
    }

    /// The whole state of the run; only the network if the checkpoint is not `resumable`.
    pub(super) fn checkpoint(&self, resumable: bool) -> Checkpoint {
        let (mut arrays, network) = (NamedArrays::new(), self.learner.network());
        network.store("", &self.layout, &mut arrays);
        if resumable {
            self.learner.store_moments(&mut arrays);
            self.opponents.store(&self.layout, &mut arrays);
        }
        let (game, shape, layout) =
            (mark(self.task, self.config), network.shape.clone(), self.layout.clone());
        let mut checkpoint = Checkpoint::new(game, shape, self.progress.clone(), layout, arrays);
        let generators = || [save_stream(&self.rng)].into_iter().chain(self.rollout.save_rngs()).collect();
        checkpoint.state.training = resumable.then(|| Training {
            generators: generators(),
            slots: self.rollout.save(),
            kept: self.rollout.save_kept(),
            entropy_weights: self.entropy.weights().to_vec(),
            past: self.opponents.past(),
        });
        checkpoint
    }
}

/// The network that the recipe asks for, which a checkpoint of the run has room for.
///
/// # Errors
/// One line: there can be no such network for the game, or it is too large.
pub(super) fn shape(config: &Config, layout: &Layout) -> Result<NetShape, Error> {
    let shape = config.shape();
    let size =
        |(_, shape): (String, Vec<usize>)| shape.iter().map(|&length| length as u128).product::<u128>();
    let weights: u128 = shape.arrays(layout).into_iter().map(size).sum();
    // Each has two moments, and every past self has its own.
    let copies = 3 + config.past_selves as u128;
    let bytes = 4 * weights * copies;
    if bytes > u128::from(MODEL_BYTES) {
        return Err(Error::new(format!(
            "the network has {weights} weights, of which a checkpoint holds {copies} x 4 bytes: {bytes}, but at most \
             {MODEL_BYTES} (hidden_sizes, past_selves)"
        )));
    }
    Ok(shape)
}

/// The variants of the game.
///
/// # Errors
/// One line if the game has not what the recipe asks for.
pub(super) fn games(config: &Config, task: &Task) -> Result<Vec<Arc<dyn AnyGame>>, Error> {
    let games = variants::all(task, &config.game.mix).map_err(|e| e.within("game.mix"))?;
    if games.len() > config.num_envs {
        let (variants, envs) = (games.len(), config.num_envs);
        return Err(Error::new(format!(
            "num_envs is {envs} but must be at least {variants}, one environment for each variant of game.mix"
        )));
    }
    let (past, opponents, name) = (config.past_selves, &config.opponents, task.game.facts().name);
    if games.iter().any(|game| game.teams().leads().len() < 2) {
        let all = format!("all seats of {name} win together");
        if past > 0 {
            return Err(Error::new(format!("past_selves is {past} but must be 0: {all}")));
        }
        if !opponents.is_empty() {
            return Err(Error::new(format!("opponents is {opponents:?} but must be []: {all}")));
        }
    }
    for game in &games {
        let bots = || ["random"].into_iter().chain(game.facts().bots.iter().map(|(name, _)| *name));
        let known = || bots().chain(game.networks()).collect::<Vec<_>>().join(", ");
        // Networks are read from their files to see whether they know this variant, so bots are looked for first.
        let plays = |name: &str| bots().any(|bot| bot == name) || game.networks().contains(&name);
        if let Some(name) = opponents.iter().find(|name| !plays(name)) {
            return Err(Error::new(format!("opponents holds '{name}' but each must be one of {}", known())));
        }
        let name = &config.eval_opponent;
        if !plays(name) {
            return Err(Error::new(format!("eval_opponent is '{name}' but must be one of {}", known())));
        }
    }
    Ok(games)
}

fn check_shape(recipe: &NetShape, saved: &NetShape) -> Result<(), Error> {
    if recipe == saved {
        return Ok(());
    }
    Err(Error::new(format!("its network is {saved:?}, the recipe's is {recipe:?}")))
}

/// The [`GameMark`] of a game, with all values of the options in which its variants differ.
fn mark(task: &Task, config: &Config) -> GameMark {
    let mut mark = task.game.mark();
    for (name, values) in &config.game.mix {
        mark.options[name] = values.clone().into();
    }
    mark
}

/// Writes the statistics of finished games into the record.
fn describe(episodes: &[Episode], record: &mut Record) {
    let mean = |x: &[f64]| (!x.is_empty()).then(|| x.iter().sum::<f64>() / x.len() as f64);
    let scores: Vec<f64> = episodes.iter().filter_map(|e| e.score).map(f64::from).collect();
    let wins: Vec<f64> = scores.iter().map(|&s| f64::from(u8::from(s >= 1.0))).collect();
    let lengths: Vec<f64> = episodes.iter().map(|e| f64::from(e.length)).collect();
    let values: Vec<f64> =
        episodes.iter().filter(|e| e.score.is_some()).filter_map(|e| e.first_value).map(f64::from).collect();
    record.first_value = mean(&values);
    record.episodes = episodes.len();
    record.truncated = episodes.len() - scores.len();
    (record.mean_score, record.win_rate, record.episode_length) =
        (mean(&scores), mean(&wins), mean(&lengths));
}
