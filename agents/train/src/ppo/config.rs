//! [`Config`]: every hyper-parameter of a run, declared once with its meaning, default and range.
//!
//! A recipe is a TOML file with these keys and a `[game]` table; `--set key=value` overrides any of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use holotable_env::{excerpt, suggest};
use holotable_erased::AnyGame;
use holotable_net::shape::{Activation, NetShape};
use holotable_store::error::Error;
use holotable_store::limits::{LAYERS, PAST_SELVES, UPDATE_DECISIONS};
use holotable_store::toml_text::{self, shown};
use toml::{Table, Value};

use super::device::DeviceChoice;
use super::learner_kind::LearnerKind;
use super::setting::{Draws, Setting};
use super::value_lambda::ValueLambda;

/// The game of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameChoice {
    /// Its name, as in every command.
    pub name: String,
    /// The options that are not at their default, as written.
    pub options: BTreeMap<String, String>,
    /// Options that vary from game to game, each with its values: games are played under every combination.
    pub mix: BTreeMap<String, Vec<String>>,
}

macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $key:ident : $type:ty = $default:expr, $range:expr;)+) => {
        /// The recipe of a training run.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Config {
            /// What is learnt.
            pub game: GameChoice,
            $($(#[doc = $doc])+ pub $key: $type,)+
        }

        impl Default for Config {
            fn default() -> Self {
                Self { game: GameChoice::default(), $($key: $default,)+ }
            }
        }

        impl Config {
            /// The keys in the order of the documentation.
            pub const KEYS: &'static [&'static str] = &[$(stringify!($key)),+];

            /// Each key with its value as it is written.
            fn values(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($key), self.$key.show().to_string())),+]
            }

            fn set(&mut self, key: &str, value: &Value) -> Result<(), Error> {
                match key {
                    $(stringify!($key) => self.$key = read(key, value, $range)?,)+
                    _ => return Err(unknown(key, Self::KEYS.iter().copied().chain(["game"]))),
                }
                Ok(())
            }

            /// What may be drawn at random for a key.
            ///
            /// # Errors
            /// One line with the closest key if no key has this name.
            pub fn draws(key: &str) -> Result<Draws, Error> {
                match key {
                    $(stringify!($key) => Ok(<$type as Setting>::DRAWS),)+
                    _ => Err(unknown(key, Self::KEYS.iter().copied().chain(["game"]))),
                }
            }

            /// The recipe with every key, its meaning and its value, as saved beside the weights.
            pub fn to_toml(&self) -> String {
                let mut text = String::new();
                $(
                    for line in [$($doc),+] {
                        let _ = writeln!(text, "#{line}");
                    }
                    let _ = writeln!(text, "{} = {}\n", stringify!($key), self.$key.show());
                )+
                let _ = write!(text, "[game]\nname = {}\n\n[game.options]\n", Value::String(self.game.name.clone()));
                for (name, value) in &self.game.options {
                    let _ = writeln!(text, "{name} = {}", Value::String(value.clone()));
                }
                if !self.game.mix.is_empty() {
                    text.push_str("\n[game.mix]\n");
                }
                for (name, values) in &self.game.mix {
                    let values = values.iter().cloned().map(Value::String).collect();
                    let _ = writeln!(text, "{name} = {}", Value::Array(values));
                }
                text
            }
        }
    };
}

settings! {
    /// Decisions to learn from in the whole run, over all slots; forced moves do not count.
    total_steps: u64 = 10_000_000, (1.0, 1e15);
    /// Games played side by side.
    num_envs: usize = 128, (1.0, 65_536.0);
    /// Of these, how many a thread plays together, with one call of the network for all, or fewer so that each variant of game.mix
    /// has some; a GPU wants hundreds.
    envs_per_worker: usize = 16, (1.0, 65_536.0);
    /// Decisions of each game between two updates.
    rollout_steps: usize = 64, (1.0, 65_536.0);
    /// Passes over the decisions of one update.
    num_epochs: usize = 4, (1.0, 100.0);
    /// Decisions in one gradient step; those of an update are shared out evenly in about this size.
    minibatch_size: usize = 1024, (1.0, 1e7);
    /// Adam's step size.
    learning_rate: f64 = 3e-4, (1e-9, 1.0);
    /// Let the step size fall linearly to zero over the run.
    anneal_lr: bool = true, (0.0, 1.0);
    /// The discount from one decision of a team to its next; with 1 values are chances to win.
    gamma: f64 = 1.0, (0.001, 1.0);
    /// The trace decay of generalised advantage estimation: at the end of each turn, in a game without turns at each decision. Turns of
    /// 13 decisions want less than single ones: 0.5 reaches as far as 0.95 a decision.
    gae_lambda: f64 = 0.95, (0.0, 1.0);
    /// The trace decay of the values' targets: a number, or the word `gae_lambda` for that of the advantages. With 1 the target is the
    /// result of the game, discounted as ever; where the rollout ends before the game does, the network's value there stands for the rest.
    value_lambda: ValueLambda = ValueLambda::Advantages, (0.0, 1.0);
    /// Take luck off the returns: what the network sees in the state that came, less the mean of what it sees in all results of the
    /// action, or in so many drawn ones where there are more than 64 (0: leave luck in).
    chance_samples: usize = 0, (0.0, 1024.0);
    /// How far the probability ratio may leave 1 and still count.
    clip_range: f64 = 0.2, (1e-6, 10.0);
    /// The weight of the entropy in the loss.
    ent_coef: f64 = 0.01, (0.0, 10.0);
    /// The mean entropy in nats that decisions of a kind, a block of actions, are to keep: `{ Deploy = 0.5 }`. From `ent_coef`
    /// on their weight grows and falls until they do.
    entropy_targets: BTreeMap<String, f64> = BTreeMap::new(), (1e-6, 100.0);
    /// The weight of the value in the loss.
    vf_coef: f64 = 0.5, (0.0, 100.0);
    /// The gradient's greatest norm.
    max_grad_norm: f64 = 0.5, (1e-6, 1e6);
    /// End the passes of an update at the first minibatch whose policy has moved this far (0: never).
    target_kl: f64 = 0.02, (0.0, 100.0);
    /// The widths of the layers that policy and value share.
    hidden_sizes: Vec<usize> = vec![128, 128], (1.0, 65_535.0);
    /// The width of the layers that score actions by the rows of the observation that they name, such as sectors, cards or dice: a
    /// multiple of 16 (0: none).
    row_width: usize = 0, (0.0, 1024.0);
    /// What follows each of those layers: "tanh" or "relu".
    activation: Activation = Activation::Tanh, (0.0, 1.0);
    /// Who learns: "fast", our own code on the CPU, or "torch", the same on any device. Parity tests compare the two.
    learner: LearnerKind = LearnerKind::Fast, (0.0, 1.0);
    /// Where learner = "torch" computes: "auto" (on a GPU if there is one), "cpu" or "cuda".
    device: DeviceChoice = DeviceChoice::Auto, (0.0, 1.0);
    /// Show the network exact chances too, by arithmetic from the rules: of completing each card, of paying each price.
    odds_features: bool = true, (0.0, 1.0);
    /// Show it too what the game's hand-written expert makes of a position: what cards, abilities and healing are worth to it.
    expert_features: bool = false, (0.0, 1.0);
    /// Start from what the game's hand-written expert would do: the network learns where to depart from it.
    expert_prior: bool = false, (0.0, 1.0);
    /// Let the network choose what to complete next where that leaves a matter of arithmetic, such as which dice to keep; the step
    /// most likely to get there is then taken, and it chooses again.
    subgoals: bool = false, (0.0, 1.0);
    /// The folder of a checkpoint or a run whose weights to start with ("": fresh ones); its options may differ.
    start_from: String = String::new(), (0.0, 1.0);
    /// Updates at the start in which only the head of the values learns, so that the policy is not led astray by values that
    /// know nothing yet.
    warmup_updates: u64 = 0, (0.0, 1e9);
    /// Past selves of the learner that are kept as opponents (0: it plays itself alone, as it must where all win together).
    past_selves: usize = 0, (0.0, PAST_SELVES as f64);
    /// A past self joins them after every so many updates, and the oldest makes room.
    past_every_updates: u64 = 20, (1.0, 1e9);
    /// The share of games in which a past self plays one team; nothing is learnt from its decisions.
    past_share: f64 = 0.25, (0.0, 1.0);
    /// Bots of the game that are opponents too, or the network that comes with it: `["expert"]`. One of them plays all teams but one, so
    /// that the learner, which by itself meets nobody but itself, does not forget how to beat them.
    opponents: Vec<String> = Vec::new(), (0.0, 1.0);
    /// The share of games against one of these; of the others `past_share` are against past selves.
    opponent_share: f64 = 0.25, (0.0, 1.0);
    /// The share of new games that begin in a state of an earlier game, one whose decision had a very great advantage, up or down, and
    /// have luck of their own (0: none). It falls to 0 over the last tenth of the run. These games count in no win rate.
    restart_share: f64 = 0.0, (0.0, 1.0);
    /// Cut a game after this many decisions (0: at the game's own bound).
    max_decisions: u64 = 0, (0.0, 1e9);
    /// The seed of all random numbers of the run; runs of different seeds have none of them in common.
    seed: u64 = 1, (0.0, 9e15);
    /// Threads for games and network (0: one a core); a run is the same on any number.
    threads: usize = 0, (0.0, 1024.0);
    /// Save after every so many updates (0: by the clock alone, and at the end).
    checkpoint_every_updates: u64 = 25, (0.0, 1e9);
    /// Save after so many minutes too, once the update under way is done (0: not by the clock).
    checkpoint_every_minutes: f64 = 2.0, (0.0, 1e7);
    /// The checkpoints to go on from that are kept, the latest among them.
    keep_checkpoints: usize = 3, (1.0, 1000.0);
    /// Play the evaluation games after every so many updates (0: only at the end).
    eval_every_updates: u64 = 25, (0.0, 1e9);
    /// Who plays the other teams in evaluation games: "random", a bot of the game, or the network that comes with it.
    eval_opponent: String = "random".into(), (0.0, 1.0);
    /// Evaluation games: fixed seeds, the likeliest action.
    eval_games: usize = 200, (1.0, 1e6);
    /// Stop after so many minutes, with a checkpoint to go on from and, if there was none, an evaluation (0: no limit).
    time_limit_minutes: f64 = 0.0, (0.0, 1e7);
    /// Stop after so many updates, with a checkpoint to go on from (0: no limit).
    session_updates: u64 = 0, (0.0, 1e9);
}

impl Config {
    /// The recipe in `text` with `overrides` (`key=value`, `game.options.players=2`) on top.
    ///
    /// # Errors
    /// One line that names the key, the value and the allowed values, or the key that is closest to an unknown one.
    pub fn from_toml(text: &str, overrides: &[String]) -> Result<Self, Error> {
        let mut table = toml_text::read(text)?;
        for item in overrides {
            put(&mut table, item).map_err(|e| e.within(format!("--set {}", excerpt(item, 0))))?;
        }
        let mut config = Self::default();
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("game", Value::Table(game)) => config.game = game_choice(game)?,
                ("game", _) => return Err(Error::new("game must be a table: [game] with name and options")),
                _ => config.set(key, value)?,
            }
        }
        let (size, update) = (config.minibatch_size, config.num_envs * config.rollout_steps);
        if update > UPDATE_DECISIONS {
            let product =
                format!("num_envs x rollout_steps = {} x {}", config.num_envs, config.rollout_steps);
            return Err(Error::new(format!(
                "{product} is {update} but must be at most {UPDATE_DECISIONS}: all of an update is in memory"
            )));
        }
        if size > update {
            let product = format!("num_envs x rollout_steps = {update}");
            return Err(Error::new(format!(
                "minibatch_size is {size} but an update has only {product} decisions"
            )));
        }
        config.check_network()?;
        Ok(config)
    }

    /// What a run that goes on by this recipe does otherwise than by the one it was saved with, a line for each key. How long a
    /// session is, on how many threads it runs and what it saves changes nothing that is learnt.
    pub fn changes(&self, saved: &Self) -> Vec<String> {
        const HARMLESS: [&str; 7] = [
            "threads",
            "session_updates",
            "time_limit_minutes",
            "checkpoint_every_updates",
            "checkpoint_every_minutes",
            "keep_checkpoints",
            "start_from",
        ];
        let both = saved.values().into_iter().zip(self.values());
        let changed = both.filter(|((key, before), (_, now))| before != now && !HARMLESS.contains(key));
        changed
            .map(|((key, before), (_, now))| format!("{key} was {before} and is {now} from here on"))
            .collect()
    }

    /// Checks that the keys of the network and the learner fit each other.
    fn check_network(&self) -> Result<(), Error> {
        if self.subgoals && self.expert_prior {
            return Err(Error::new(
                "subgoals and expert_prior are both true, but the expert advises actions, not subgoals",
            ));
        }
        let layers = self.hidden_sizes.len();
        if layers > LAYERS {
            return Err(Error::new(format!(
                "hidden_sizes has {layers} layers but must have at most {LAYERS}"
            )));
        }
        if self.learner == LearnerKind::Fast && self.device == DeviceChoice::Cuda {
            return Err(Error::new(
                "device is \"cuda\", but learner = \"fast\" is on the CPU: use learner = \"torch\"",
            ));
        }
        self.shape().check().map_err(Error::new)
    }

    /// The network that the recipe asks for.
    pub fn shape(&self) -> NetShape {
        NetShape {
            hidden_sizes: self.hidden_sizes.clone(),
            activation: self.activation,
            prior: self.expert_prior,
            subgoals: self.subgoals,
            row_width: self.row_width,
        }
    }

    /// The greatest number of decisions in an episode.
    pub fn bound(&self, game: &dyn AnyGame) -> u32 {
        if self.max_decisions == 0 { game.facts().max_decisions as u32 } else { self.max_decisions as u32 }
    }
}

fn put(table: &mut Table, item: &str) -> Result<(), Error> {
    let (path, text) = item.split_once('=').ok_or_else(|| Error::new("write it as key=value"))?;
    let (path, text) = (path.trim(), text.trim());
    // A bare word is a string, as on any command line.
    let value = match format!("v = {text}").parse::<Table>() {
        Ok(mut parsed) if parsed.len() == 1 => parsed.remove("v").expect("just written"),
        _ => Value::String(text.to_owned()),
    };
    let mut table = table;
    let (folders, key) = path.rsplit_once('.').map_or((None, path), |(f, key)| (Some(f), key));
    for name in folders.into_iter().flat_map(|f| f.split('.')) {
        let entry = table.entry(name).or_insert_with(|| Value::Table(Table::new()));
        table =
            entry.as_table_mut().ok_or_else(|| Error::new(format!("{} is not a table", excerpt(name, 0))))?;
    }
    table.insert(key.to_owned(), value);
    Ok(())
}

fn game_choice(table: &Table) -> Result<GameChoice, Error> {
    let mut choice = GameChoice::default();
    let plain = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    for (key, value) in table {
        match (key.as_str(), value) {
            ("name", Value::String(name)) => choice.name.clone_from(name),
            ("options", Value::Table(options)) => {
                choice.options = options.iter().map(|(k, v)| (k.clone(), plain(v))).collect();
            }
            ("mix", Value::Table(mix)) => {
                for (name, values) in mix {
                    let values = values.as_array().filter(|values| !values.is_empty());
                    let values = values.ok_or_else(|| {
                        Error::new(format!(
                            "game.mix.{} must be a list of values, such as [2, 3]",
                            excerpt(name, 0)
                        ))
                    })?;
                    choice.mix.insert(name.clone(), values.iter().map(plain).collect());
                }
            }
            ("name", other) => {
                return Err(Error::new(format!("game.name is {} but must be a word", shown(other))));
            }
            ("options" | "mix", other) => {
                return Err(Error::new(format!("game.{key} is {} but must be a table", shown(other))));
            }
            (key, _) => return Err(unknown(key, ["name", "options", "mix"]).within("game")),
        }
    }
    if let Some(name) = choice.mix.keys().find(|name| choice.options.contains_key(*name)) {
        return Err(Error::new(format!("{} is both in game.options and in game.mix", excerpt(name, 0))));
    }
    Ok(choice)
}

fn read<T: Setting>(key: &str, value: &Value, (lo, hi): (f64, f64)) -> Result<T, Error> {
    let setting = T::read(value)
        .ok_or_else(|| Error::new(format!("{key} is {} but must be {}", shown(value), T::WHAT)))?;
    match setting.numbers().into_iter().find(|x| !(lo..=hi).contains(x)) {
        Some(x) => Err(Error::new(format!("{key} is {x} but must be from {lo} to {hi}"))),
        None => Ok(setting),
    }
}

/// Keys of former recipes, each with its name now.
const RENAMED: [(&str, &str); 7] = [
    ("chances", "odds_features"),
    ("worths", "expert_features"),
    ("advice", "expert_prior"),
    ("aims", "subgoals"),
    ("rivals", "opponents"),
    ("rival_share", "opponent_share"),
    ("eval_rival", "eval_opponent"),
];

/// Keys of former recipes that chose among networks.
const REMOVED: [&str; 4] = ["network", "token_width", "token_layers", "attention_heads"];

fn unknown<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> Error {
    if let Some((old, new)) = RENAMED.iter().find(|(old, _)| *old == key) {
        return Error::new(format!("{old} was renamed to {new}"));
    }
    if REMOVED.contains(&key) {
        return Error::new(format!(
            "{key} was removed with the networks that it was for: leave it out, and see row_width"
        ));
    }
    Error::new(format!("unknown key '{}'{}", excerpt(key, 0), suggest(key, known)))
}
