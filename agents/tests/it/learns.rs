//! A game with a known optimum must be learnt.

use std::collections::BTreeMap;

use holotable_agents::net::NetPolicy;
use holotable_agents::policy::{Luck, Policy};
use holotable_agents::ppo::{Config, LATEST, Unguided, train};
use holotable_env::{Game, Sample, Walk, generator};

use crate::scratch::Scratch;
use crate::solo_pig::{chance_to_win, solo_pig};
use crate::toy::secret_pig;

/// The recipe for small games, on one thread so that tests beside it change nothing.
pub fn recipe(overrides: &[&str]) -> Config {
    let small = "num_envs = 32\nrollout_steps = 32\nminibatch_size = 256\nhidden_sizes = [32, 32]\n\
                 learning_rate = 0.003\ngamma = 1.0\nthreads = 1\neval_games = 20";
    let overrides: Vec<String> = overrides.iter().map(|&s| s.to_owned()).collect();
    Config::from_toml(small, &overrides).unwrap()
}

#[test]
fn ppo_solves_solo_pig() {
    const GAP: f64 = 0.01;
    let (game, folder) = (solo_pig(), Scratch::new("solo_pig"));
    let start = game.start(&mut Walk::default());
    let optimum = chance_to_win(&game, start, &mut |_, all| all, &mut BTreeMap::new());

    let config = recipe(&["total_steps=300000", "eval_every_updates=0", "checkpoint_every_updates=0"]);
    let outcome = train(&config, game.clone(), &Unguided, folder.path(), false).unwrap();
    assert!(outcome.finished);

    let mut player = NetPolicy::load(&folder.path().join(LATEST), &game).unwrap();
    let mut luck: Luck = Sample(generator(0, 0));
    let mut chosen = |s: &_, _| vec![player.choose(&game, s, &mut luck)];
    let learnt = chance_to_win(&game, start, &mut chosen, &mut BTreeMap::new());
    let rash = chance_to_win(&game, start, &mut |_, all| all[..1].to_vec(), &mut BTreeMap::new());
    println!("optimum {optimum:.4}, learnt {learnt:.4}, always rolling {rash:.4}");
    assert!(learnt <= optimum + 1e-9, "nobody beats the optimum: {learnt} > {optimum}");
    assert!(rash < optimum - 10.0 * GAP, "the game is too easy to show anything: {rash}");
    assert!(learnt > optimum - GAP, "learnt {learnt:.4} of {optimum:.4}");
}

#[test]
fn self_play_of_three_teams_beats_random_play() {
    let folder = Scratch::new("secret_pig");
    let config = recipe(&["total_steps=60000", "eval_games=600", "eval_every_updates=0"]);
    let outcome = train(&config, secret_pig(3), &Unguided, folder.path(), false).unwrap();
    let score = outcome.progress.score.unwrap();
    println!("against random play: {score:.3}");
    assert!(score > 0.45, "{score}, random play has a third");
}
