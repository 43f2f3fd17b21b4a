//! Every recipe that comes with the project begins a run: its keys are known, its game has its options, and its learner learns.

use std::fs;
use std::path::{Path, PathBuf};

use holotable_agents::ppo::{Config, LATEST, Start, Task};

use crate::scratch::Scratch;
use crate::train::train;

/// One update of a few decisions and nothing else, whatever the recipe asks for.
const SHORT: [&str; 9] = [
    "total_steps=64",
    "num_envs=4",
    "rollout_steps=16",
    "minibatch_size=64",
    "num_epochs=1",
    "warmup_updates=0",
    "eval_games=1",
    "threads=1",
    "device=cpu",
];

#[test]
fn every_recipe_begins_a_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/train");
    let mut recipes: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    recipes.sort();
    assert!(recipes.len() >= 10, "{recipes:?}");
    for recipe in recipes {
        let text = fs::read_to_string(&recipe).unwrap();
        let config = Config::from_toml(&text, &SHORT.map(str::to_owned)).unwrap();
        let run = Scratch::new("recipe");
        let done = train(&config, &Task::of(&config).unwrap(), run.path(), Start::New);
        let done = done.unwrap_or_else(|e| panic!("{}: {e}", recipe.display()));
        assert_eq!((done.progress.update, done.progress.steps), (1, 64), "{}", recipe.display());
        assert!(run.path().join(LATEST).join("model.safetensors").exists());
    }
}
