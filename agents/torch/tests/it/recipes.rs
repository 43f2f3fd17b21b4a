//! Every recipe that comes with the project begins a run: its keys are known, its game has its options, and its learner learns.
//! Where that learner is the fast one, an update of the recipe is that of torch.

use std::fs;
use std::path::{Path, PathBuf};

use holotable_torch::learners;
use holotable_train::ppo::learner_kind::LearnerKind;
use holotable_train::ppo::parity::parity;
use holotable_train::ppo::{Config, LATEST, Start, Task};

use crate::scratch::Scratch;
use crate::train::train;

/// One update of a few decisions and nothing else, whatever the recipe asks for.
const SHORT: [&str; 9] = [
    "total_steps=64",
    "num_envs=16",
    "rollout_steps=4",
    "minibatch_size=64",
    "num_epochs=1",
    "warmup_updates=0",
    "eval_games=1",
    "threads=1",
    "device=cpu",
];

/// Every recipe by its path, with these keys set.
fn recipes(set: &[&str]) -> Vec<(PathBuf, Config)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/train");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 10, "{paths:?}");
    let set: Vec<String> = set.iter().map(|&key| key.to_owned()).collect();
    let read = |path: &Path| Config::from_toml(&fs::read_to_string(path).unwrap(), &set).unwrap();
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// A rollout of 512 decisions in two minibatches, twice. relu has a kink, where rounding decides which gradient is zero.
const UPDATE: [&str; 6] =
    ["num_envs=16", "rollout_steps=32", "minibatch_size=256", "num_epochs=2", "threads=1", "activation=tanh"];

#[test]
fn every_recipe_of_the_fast_learner_learns_as_torch_does() {
    let mut held = 0;
    for (path, config) in
        recipes(&UPDATE).into_iter().filter(|(_, config)| config.learner == LearnerKind::Fast)
    {
        let found = parity(learners(), &config, &Task::of(&config).unwrap());
        let found = found.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(found.decisions == 512 && found.holds(), "{}: {found:?}", path.display());
        held += 1;
    }
    assert!(held >= 9, "{held}");
}

#[test]
fn every_recipe_begins_a_run() {
    for (recipe, config) in recipes(&SHORT) {
        let run = Scratch::new("recipe");
        let done = train(&config, &Task::of(&config).unwrap(), run.path(), Start::New);
        let done = done.unwrap_or_else(|e| panic!("{}: {e}", recipe.display()));
        assert_eq!((done.progress.update, done.progress.steps), (1, 64), "{}", recipe.display());
        assert!(run.path().join(LATEST).join("model.safetensors").exists());
    }
}
