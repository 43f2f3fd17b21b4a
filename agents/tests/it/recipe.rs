//! The recipe of small runs.

use holotable_train::ppo::Config;

/// The recipe for small games, on one thread so that tests beside it change nothing.
pub fn recipe(overrides: &[&str]) -> Config {
    let small = "num_envs = 32\nrollout_steps = 32\nminibatch_size = 256\nhidden_sizes = [32, 32]\n\
                 learning_rate = 0.003\ngamma = 1.0\nthreads = 1\neval_games = 20";
    let overrides: Vec<String> = overrides.iter().map(|&s| s.to_owned()).collect();
    Config::from_toml(small, &overrides).unwrap()
}
