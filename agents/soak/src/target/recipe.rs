//! Recipes of training runs.

use holotable_env::GameRng;
use holotable_train::ppo::{self, Config, Learners, Start, Task};

use super::{Target, Verdict, file, refused, rng_of, text};
use crate::options::Given;
use crate::rng::{one_in, one_of};
use crate::scratch::{Files, Scratch};

const NAME: &str = "recipe.toml";

/// Whatever a recipe asks for, its run is this small.
const SMALL: [&str; 9] = [
    "total_steps=32",
    "num_envs=2",
    "rollout_steps=8",
    "minibatch_size=8",
    "num_epochs=1",
    "threads=1",
    "eval_games=2",
    "session_updates=1",
    "start_from=\"\"",
];

/// Recipes of runs of a game.
pub struct Recipe {
    pub game: &'static str,
    pub given: Given,
}

/// A short recipe of a game under these options.
pub fn short(game: &str, given: &Given, set: &[&str]) -> Result<Config, String> {
    let mut overrides: Vec<String> = SMALL.iter().chain(set).map(|&item| item.to_owned()).collect();
    overrides.push(format!("game.name={game}"));
    overrides.extend(given.iter().map(|(name, value)| format!("game.options.{name}=\"{value}\"")));
    Config::from_toml("", &overrides).map_err(|e| e.to_string())
}

/// Nobody follows.
pub struct Silent;

impl ppo::Follower for Silent {
    fn shows_progress(&self) -> bool {
        false
    }

    fn hear(&mut self, _: &ppo::Record) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }
}

impl Target for Recipe {
    fn seeds(&self, rng: &mut GameRng) -> Result<Vec<Files>, String> {
        let more: [&[&str]; 5] = [
            &[],
            &["hidden_sizes=[16]", "activation=relu", "odds_features=false"],
            &["entropy_targets={}", "past_every_updates=1", "past_share=0.5"],
            &["hidden_sizes=[8, 8]", "warmup_updates=2", "expert_features=true"],
            &[
                "max_decisions=50",
                "anneal_lr=false",
                "value_lambda=1",
                "chance_samples=2",
                "restart_share=0.5",
            ],
        ];
        let write = |set: &&[&str]| Ok(file(NAME, short(self.game, &self.given, set)?.to_toml()));
        let mut seeds = more.iter().map(write).collect::<Result<Vec<Files>, String>>()?;
        seeds.push(file(NAME, format!("[game]\nname = \"{}\"\n", self.game)));
        let first = one_of(rng, &seeds).clone();
        seeds.push(first);
        Ok(seeds)
    }

    fn check(&self, files: &Files) -> Result<Verdict, String> {
        let Some(text) = text(files, NAME) else { return refused("not text") };
        let config = match Config::from_toml(text, &[]) {
            Ok(config) => config,
            Err(e) => return refused(e),
        };
        match Config::from_toml(&config.to_toml(), &[]) {
            Ok(again) if again == config => {}
            Ok(_) => return Err("a recipe changes when written and read".to_owned()),
            Err(e) => return Err(format!("a recipe is refused as it is written: {e}")),
        }
        let checked = Task::of(&config).and_then(|task| ppo::check(&config, &task));
        if let Err(e) = checked {
            return refused(e);
        }
        if !one_in(&mut rng_of(files), 6) {
            return Ok(Verdict::Accepted);
        }
        train(text, &config)
    }
}

/// Trains for one update by a recipe made small.
fn train(text: &str, config: &Config) -> Result<Verdict, String> {
    let mut small: Vec<String> = SMALL.iter().map(|&item| item.to_owned()).collect();
    if config.hidden_sizes.len() > 4 || config.hidden_sizes.iter().any(|&width| width > 256) {
        small.push("hidden_sizes=[8]".to_owned());
    }
    let config = match Config::from_toml(text, &small) {
        Ok(config) => config,
        Err(e) => return refused(e),
    };
    let task = Task::of(&config).map_err(|e| e.to_string())?;
    let scratch = Scratch::new().map_err(|e| e.to_string())?;
    match ppo::train_with(Learners::OWN, &config, &task, scratch.path(), Start::New, &mut Silent) {
        Ok(_) => Ok(Verdict::Accepted),
        Err(e) => refused(e),
    }
}
