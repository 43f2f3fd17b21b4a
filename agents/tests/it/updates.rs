//! What an update of PPO does to its run: what is measured over whole games, which side's results count, when epochs end, what
//! warms up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use holotable_env::streams::{WEIGHTS, slot_seed};
use holotable_env::{Finite, Layout, generator};
use holotable_erased::{AnyGame, Kind, erase};
use holotable_games::toys::secret_pig::{Move, secret_pig};
use holotable_net::Net;
use holotable_net::init;
use holotable_net::packed::PackedNet;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::observation_wrapper::PRIOR_SPAN;
use holotable_train::ppo::opponent_pool::Opponent;
use holotable_train::ppo::rollout::Rollout;
use holotable_train::ppo::{LATEST, Start, Task, TrainingSummary, check, train};
use safetensors::SafeTensors;
use serde_json::Value;

use crate::recipe::recipe;
use crate::scratch::Scratch;
use crate::solo_pig::solo_pig;

fn session(folder: &Path, overrides: &[&str]) -> Result<TrainingSummary, String> {
    let task = Task::plain(erase(secret_pig(2)));
    train(&recipe(overrides), &task, folder, Start::New).map_err(|e| e.to_string())
}

fn records(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("metrics.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A network that gives every action and every result the same chance, but for `rolling`, the logit of rolling.
fn even(rolling: f32) -> Net {
    let layout = Layout::of(&secret_pig(2));
    let mut net = init::net(&recipe(&[]).shape(), &layout, PRIOR_SPAN, &mut generator(1, 0)).zeros_like();
    let biases = net.weights.iter_mut().find(|array| array.len() == layout.actions).unwrap();
    biases[Move::Roll.index()] = rolling;
    net
}

#[test]
fn runs_of_neighbouring_seeds_share_no_stream_and_slots_are_the_same_whichever_worker_plays_them() {
    let streams = |set: &[&str]| {
        let config = recipe(&[&["num_envs=32"][..], set].concat());
        let rollout = Rollout::new(&[erase(secret_pig(2))], FeatureSet::PLAIN, &config);
        let games: Vec<u64> = rollout.save().iter().map(|slot| slot.chance.seed).collect();
        let choices: Vec<(u64, u64)> = rollout.save_rngs().iter().map(|rng| (rng.seed, rng.stream)).collect();
        (games, choices)
    };
    let seeds: Vec<String> = (0..20).map(|seed| format!("seed={seed}")).collect();
    let all: Vec<_> = seeds.iter().map(|seed| streams(&[seed])).collect();
    let games: BTreeSet<u64> = all.iter().flat_map(|run| run.0.clone()).collect();
    let choices: BTreeSet<(u64, u64)> = all.iter().flat_map(|run| run.1.clone()).collect();
    assert_eq!((games.len(), choices.len()), (20 * 32, 20 * 2));
    assert_eq!(all[1].0, (0..32).map(|slot| slot_seed(1, slot)).collect::<Vec<_>>());
    assert_eq!(streams(&["seed=1", "envs_per_worker=5"]).0, all[1].0);
}

#[test]
fn values_are_held_against_the_results_of_whole_games() {
    // Rollouts of two decisions cut every game in pieces, whose values must wait for the result.
    let config = recipe(&["rollout_steps=2", "num_envs=32", "minibatch_size=64"]);
    let mut rollout = Rollout::new(&[erase(secret_pig(2))], FeatureSet::PLAIN, &config);
    let (net, mut counted, mut played) = (even(0.0), 0, 0);
    for _ in 0..100 {
        rollout.collect(&PackedNet::new(&net), (1.0, 0.9));
        counted += rollout.calibration().table().iter().map(|row| row.0).sum::<u64>();
        played += rollout.episodes().iter().map(|episode| u64::from(episode.length)).sum::<u64>();
        assert!(
            rollout
                .episodes()
                .iter()
                .all(|episode| episode.first_value.is_none_or(|value| (value - 0.5).abs() < 1e-6))
        );
    }
    assert!(played > 4_000 && counted == played, "{counted} of {played} decisions were counted");
}

#[test]
fn games_that_begin_in_states_of_others_count_in_no_result() {
    let config = recipe(&["rollout_steps=8", "num_envs=32", "minibatch_size=64", "restart_share=0.5"]);
    let mut rollout = Rollout::new(&[erase(secret_pig(2))], FeatureSet::PLAIN, &config);
    let (net, mut counted, mut played, mut ended, mut whole, mut begun) = (even(0.0), 0, 0, 0, 0, 0);
    let running = |rollout: &Rollout| rollout.save().iter().filter(|slot| slot.restarted).count();
    for _ in 0..100 {
        rollout.collect(&PackedNet::new(&net), (1.0, 0.9));
        counted += rollout.calibration().table().iter().map(|row| row.0).sum::<u64>();
        played += rollout.episodes().iter().map(|episode| u64::from(episode.length)).sum::<u64>();
        // Both seats get their results at the end.
        (ended, whole) = (ended + rollout.terminations() / 2, whole + rollout.episodes().len());
        begun += rollout.restarts();
        assert_eq!(ended, whole + begun - running(&rollout), "every game is of one sort or the other");
    }
    assert!(played > 4_000 && counted == played, "{counted} of {played} decisions were counted");
    let share = begun as f64 / (whole + begun) as f64;
    assert!(begun > 500 && (0.4..0.6).contains(&share), "{begun} beside {whole}");
    rollout.set_restart_share(0.0);
    rollout.collect(&PackedNet::new(&net), (1.0, 0.9));
    assert_eq!(rollout.restarts(), 0);
}

#[test]
fn the_results_that_count_are_those_of_the_learner() {
    let config = recipe(&["rollout_steps=256", "num_envs=32"]);
    let mut rollout = Rollout::new(&[erase(secret_pig(2))], FeatureSet::PLAIN, &config);
    // One always rolls and one holds at once; whoever learns, its results count, on whichever side of the table it sits.
    let mut score = |learner: f32| {
        rollout.set_opponents(|| Some(Opponent::Past(Arc::new(even(-learner)))));
        rollout.collect(&PackedNet::new(&even(learner)), (1.0, 0.9));
        let scores: Vec<f32> = rollout.episodes().iter().filter_map(|episode| episode.score).collect();
        assert!(scores.len() > 200, "{} games", scores.len());
        scores.iter().sum::<f32>() / scores.len() as f32
    };
    let (rolls, holds) = (score(50.0), score(-50.0));
    assert!((rolls - 0.5).abs() > 0.1 && (rolls + holds - 1.0).abs() < 0.08, "{rolls} and {holds}");
}

#[test]
fn a_bot_plays_all_teams_but_one() {
    let config = recipe(&["rollout_steps=256", "num_envs=32", r#"opponents=["random", "coward"]"#]);
    // The learner rolls as long as it may, in seat 0 of the first slot, in seat 1 of the second and so on.
    let games = |bot| {
        let mut rollout = Rollout::new(&[erase(secret_pig(3))], FeatureSet::PLAIN, &config);
        rollout.set_opponents(|| Some(Opponent::Bot(bot)));
        rollout.collect(&PackedNet::new(&even(50.0)), (1.0, 0.9));
        let episodes = rollout.episodes().iter().map(|one| (one.score, one.length)).collect::<Vec<_>>();
        (episodes, rollout.learnable().len(), rollout.len())
    };
    let (coward, learnt, played) = games(1);
    assert!(coward.len() > 200, "{} games", coward.len());
    // Who holds at once decides twice a turn, who rolls on decides more often.
    assert!(learnt > played / 3 && learnt < played, "{learnt} of {played}");
    assert_ne!(coward, games(0).0, "at random it is another game");
}

#[test]
fn rivals_play_a_game_of_several_teams() {
    let check = |game: Arc<dyn AnyGame>, set: &str| {
        check(&recipe(&[set]), &Task::plain(game)).map_err(|e| e.to_string())
    };
    let (several, alone) = (|| erase(secret_pig(2)), || erase(solo_pig()));
    assert_eq!(check(several(), r#"opponents=["coward", "random"]"#), Ok(()));
    let unknown = check(several(), r#"opponents=["expert"]"#).unwrap_err();
    assert_eq!(unknown, "opponents holds 'expert' but each must be one of random, coward");
    let unknown = check(several(), "eval_opponent=expert").unwrap_err();
    assert_eq!(unknown, "eval_opponent is 'expert' but must be one of random, coward");
    // The network that comes with a game is one where it knows all variants.
    let combat = |set| check(Kind::named("rebellion_combat").unwrap().build([], None).unwrap(), set);
    assert_eq!(combat(r#"opponents=["ppo"]"#), Ok(()));
    assert_eq!(combat("eval_opponent=ppo"), Ok(()));
    let together = check(alone(), r#"opponents=["random"]"#).unwrap_err();
    assert!(together.contains("must be []: all seats of") && together.contains("win together"), "{together}");
}

/// Variants share the environments evenly, in groups that are small enough for all of them.
#[test]
fn each_variant_of_a_mix_is_played() {
    let game = || Kind::named("dark_side_rising").unwrap().build([], None).unwrap();
    let mix = |imperials: &str| recipe(&["total_steps=16384", &format!("game.mix.imperials=[{imperials}]")]);
    let folder = Scratch::new("variants");
    train(&mix("1, 2, 3, 4"), &Task::plain(game()), folder.path(), Start::New).unwrap();
    let lines = fs::read_to_string(folder.path().join("metrics.jsonl")).unwrap();
    let metrics: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    let values = metrics["variant_value"].as_object().unwrap();
    assert!(values.len() == 4 && values.values().all(Value::is_number), "{values:?}");

    let many = vec!["1"; 33].join(", ");
    let refused = check(&mix(&many), &Task::plain(game())).unwrap_err().to_string();
    assert_eq!(
        refused,
        "num_envs is 32 but must be at least 33, one environment for each variant of game.mix"
    );
}

#[test]
fn epochs_end_at_the_first_minibatch_that_moved_too_far() {
    let (free, kept) = (Scratch::new("kl_free"), Scratch::new("kl_kept"));
    let run = |folder: &Path, kl: &str| session(folder, &["total_steps=4096", "num_epochs=3", kl]).unwrap();
    let all = run(free.path(), "target_kl=0");
    assert_eq!(
        (all.progress.update, all.progress.gradient_steps),
        (4, 4 * 3 * 4),
        "four minibatches an epoch"
    );
    // The first minibatch of an update has not moved at all; the second one has.
    let few = run(kept.path(), "target_kl=0.00001");
    let few = few.progress.gradient_steps;
    // Decisions that waited for their return were made by the policy before, so that the first may be too far already.
    assert!((4..=4 * 2).contains(&few), "{few} steps in four updates");
}

#[test]
fn while_the_values_warm_up_nothing_else_moves() {
    let folder = Scratch::new("warm");
    session(folder.path(), &["total_steps=3072", "warmup_updates=3"]).unwrap();
    let config = recipe(&[]);
    let layout = Layout::of(&secret_pig(2));
    let start = init::net(&config.shape(), &layout, PRIOR_SPAN, &mut generator(config.seed, WEIGHTS));
    let bytes = fs::read(folder.path().join(LATEST).join("model.safetensors")).unwrap();
    let arrays = SafeTensors::deserialize(&bytes).unwrap();
    let mut moved: BTreeMap<String, bool> = BTreeMap::new();
    for ((name, _), values) in config.shape().arrays(&layout).into_iter().zip(&start.weights) {
        let before: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        moved.insert(name.clone(), arrays.tensor(&name).unwrap().data() != before);
    }
    let only: Vec<&str> = moved.iter().filter(|(_, moved)| **moved).map(|(name, _)| name.as_str()).collect();
    assert_eq!(only, ["value.bias", "value.weight"]);
}

#[test]
fn each_variant_and_each_kind_of_decision_has_figures_of_its_own() {
    let folder = Scratch::new("figures");
    let set = ["game.mix.players=[2, 3]", "total_steps=4096", "entropy_targets.Roll=0.1"];
    session(folder.path(), &set).unwrap();
    let last = records(folder.path()).pop().unwrap();
    for figure in ["variant_win_rate", "variant_value"] {
        let names: Vec<&String> = last[figure].as_object().unwrap().keys().collect();
        assert_eq!(names, ["players=2", "players=3"], "{figure}");
    }
    let entropy = last["entropy_of"].as_object().unwrap();
    assert!(!entropy.is_empty() && entropy.values().all(|v| (0.0..=1.1).contains(&v.as_f64().unwrap())));
    let [decisions, variances] =
        ["decisions_of", "advantage_variance_of"].map(|of| last[of].as_object().unwrap());
    // Holding is a decision only where rolling is another choice.
    assert_eq!(decisions.keys().collect::<Vec<_>>(), ["Roll"]);
    assert!((500..=1100).contains(&decisions["Roll"].as_u64().unwrap()), "{decisions:?}");
    assert!((1e-4..0.25).contains(&variances["Roll"].as_f64().unwrap()), "{variances:?}");
    let state = fs::read_to_string(folder.path().join(LATEST).join("state.json")).unwrap();
    let state: Value = serde_json::from_str(&state).unwrap();
    let weights = &state["training"]["entropy_weights"];
    assert!(weights[0].as_f64().unwrap() < 0.01, "its entropy is above the target: {weights}");
}

#[test]
fn an_unknown_kind_of_decision_is_named() {
    let folder = Scratch::new("kind");
    let line = session(folder.path(), &["entropy_targets.Rol=0.1"]).unwrap_err();
    assert!(
        line.contains("unknown kind of decision 'Rol'; did you mean 'Roll'?") && line.contains("Hold"),
        "{line}"
    );
}
