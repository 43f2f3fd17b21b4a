//! The learner on torch: it learns what the fast one learns, and what it learnt plays without it.

use std::fs;
use std::sync::Arc;

use holotable_env::{Layout, generator};
use holotable_erased::{AnyGame, Kind, erase};
use holotable_games::toys::minefield::{Minefield, Move, minefield};
use holotable_games::toys::secret_pig::secret_pig;
use holotable_net::Net;
use holotable_net::arrays::NamedArrays;
use holotable_net::init;
use holotable_net::packed::PackedNet;
use holotable_net::shape::NetShape;
use holotable_players::net_policy::NetPolicy;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::observation_wrapper::PRIOR_SPAN;
use holotable_players::registry::load;
use holotable_torch::learners;
use holotable_torch::model::Model;
use holotable_train::ppo::parity::parity;
use holotable_train::ppo::rollout::Rollout;
use holotable_train::ppo::{Config, LATEST, Start, Task};
use tch::Device;

use crate::checksums::write_checksums;
use crate::gradient::same_answers;
use crate::recipe::recipe;
use crate::scratch::Scratch;
use crate::train::train;

fn named(game: &str) -> Arc<dyn AnyGame> {
    Kind::named(game).unwrap().build([], None).unwrap()
}

/// The smallest battles of Rebellion.
fn battle() -> Arc<dyn AnyGame> {
    let small =
        [("value", "6"), ("theatres", "space"), ("leaders", "0"), ("neighbours", "0"), ("tactics", "false")];
    Kind::named("rebellion_combat").unwrap().build(small, None).unwrap()
}

/// A small recipe for the learner on torch, of a network with this row width.
fn on_torch(row_width: usize, more: &[&str]) -> Config {
    let row_width = format!("row_width={row_width}");
    recipe(&[&["learner=torch", &row_width, "device=cpu"], more].concat())
}

/// A network of this shape, far from its start.
fn odd(shape: &NetShape, layout: &Layout) -> Net {
    let mut arrays = NamedArrays::new();
    init::net(shape, layout, PRIOR_SPAN, &mut generator(3, 0)).store("", layout, &mut arrays);
    for (i, w) in arrays.values_mut().flat_map(|array| &mut array.values).enumerate() {
        *w += 0.1 * (i as f32 * 0.7).sin();
    }
    Net::new(shape, layout, &arrays)
}

/// Decisions of games that a network plays.
fn played(game: &Arc<dyn AnyGame>, features: FeatureSet, network: &Net, config: &Config) -> Rollout {
    let mut rollout = Rollout::new(std::slice::from_ref(game), features, config);
    rollout.collect(&PackedNet::new(network), (0.99, 0.9));
    rollout
}

#[test]
fn a_whole_update_is_that_of_the_fast_learner() {
    let combat = [
        "game.name=rebellion_combat",
        "expert_features=true",
        "expert_prior=true",
        "activation=relu",
        "hidden_sizes=[48, 32]",
    ];
    whole_update(&combat);
    whole_update(&["game.name=dark_side_rising", "expert_features=true", "activation=tanh"]);
}

/// Two epochs over a rollout in minibatches by both learners: all losses, norms, weights and moments.
fn whole_update(set: &[&str]) {
    let config = recipe(
        &[set, &["num_epochs=2", "minibatch_size=200", "learning_rate=3e-4", "clip_range=5e-4"]].concat(),
    );
    let found = parity(learners(), &config, &Task::of(&config).unwrap()).unwrap();
    assert!(found.decisions == 1024 && found.steps >= 8, "{found:?}");
    assert!(found.metrics.iter().all(|pair| pair.fast != 0.0) && found.moments.largest > 0.0, "{found:?}");
    assert!(found.holds(), "{found:?}");
}

/// What a run leaves: its weights and moments, and its records without the clock.
fn left(folder: &Scratch) -> (Vec<u8>, Vec<String>) {
    let model = fs::read(folder.path().join(LATEST).join("model.safetensors")).unwrap();
    let records = fs::read_to_string(folder.path().join("metrics.jsonl")).unwrap();
    let losses = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        format!("{} {} {}", record["policy_loss"], record["value_loss"], record["eval_score"])
    };
    (model, records.lines().map(losses).collect())
}

#[test]
fn a_resumed_run_on_torch_is_the_same_run() {
    for row_width in [0, 16] {
        let task = Task::plain(battle());
        let set = ["total_steps=4096", "past_selves=2", "past_every_updates=1", "past_share=0.5"];
        let (straight, broken) = (Scratch::new("torch_straight"), Scratch::new("torch_broken"));
        train(&on_torch(row_width, &set), &task, straight.path(), Start::New).unwrap();
        let half = on_torch(row_width, &[&set[..], &["session_updates=2"]].concat());
        assert!(!train(&half, &task, broken.path(), Start::New).unwrap().finished);
        train(&on_torch(row_width, &set), &task, broken.path(), Start::Latest).unwrap();
        assert!(left(&straight) == left(&broken), "row_width {row_width}: the resumed run is another");
    }
}

#[test]
fn a_run_on_torch_is_the_same_on_any_number_of_threads() {
    let model = |threads: &str| {
        let folder = Scratch::new(&format!("torch_{threads}"));
        let config = on_torch(16, &[threads, "total_steps=3072", "num_envs=48"]);
        train(&config, &Task::plain(erase(secret_pig(3))), folder.path(), Start::New).unwrap();
        left(&folder)
    };
    assert!(model("threads=1") == model("threads=2"), "two threads learn otherwise than one");
}

#[test]
fn networks_play_without_torch_as_with_it() {
    let plays = |game: &Arc<dyn AnyGame>, features, row_width, set: &[&str]| {
        plays_alike(game, features, &on_torch(row_width, set));
    };
    let game = named("dark_side_rising");
    plays(&game, FeatureSet::EXPERT, 16, &["activation=tanh", "expert_prior=true"]);
    plays(&game, FeatureSet::ODDS, 0, &["activation=relu"]);
    plays(&named("rebellion_combat"), FeatureSet::EXPERT, 32, &["activation=relu", "expert_prior=true"]);
    plays(&named("risk"), FeatureSet::PLAIN, 16, &["activation=relu"]);
    plays(&named("conflict"), FeatureSet::PLAIN, 48, &["activation=tanh"]);
}

fn plays_alike(game: &Arc<dyn AnyGame>, features: FeatureSet, config: &Config) {
    let layout = game.layout(features);
    let network = odd(&config.shape(), layout);
    let rollout = played(game, features, &network, &Config { rollout_steps: 8, ..config.clone() });
    same_answers(&network, layout, &rollout);
    let model = Model::new(&network, layout, Device::Cpu);
    let variables = model.parameters.iter().map(|(name, v)| (name.clone(), v.size()));
    let mut arrays: Vec<(String, Vec<i64>)> = config
        .shape()
        .arrays(layout)
        .into_iter()
        .map(|(name, shape)| (name, shape.into_iter().map(|n| n as i64).collect()))
        .collect();
    arrays.sort();
    assert!(variables.eq(arrays), "a checkpoint has other arrays than the modules have variables");
}

/// What is learnt is saved, and surely better than random play, whose score is `random`.
fn learns(row_width: usize, game: &Arc<dyn AnyGame>, random: f64, set: &[&str]) -> Scratch {
    let folder = Scratch::new(&format!("learns_{row_width}_{}", game.facts().name));
    let all = ["eval_every_updates=0", "eval_games=1000"];
    let config = on_torch(row_width, &[&all[..], set].concat());
    let outcome = train(&config, &Task::plain(Arc::clone(game)), folder.path(), Start::New).unwrap();
    let (score, low) = (outcome.progress.score.unwrap(), outcome.progress.best_low.unwrap());
    println!(
        "row_width {row_width} on {}: {score:.3}, at least {low:.3}, random play {random:.3}",
        game.facts().name
    );
    assert!(low > random, "row_width {row_width}: {score}, at least {low}, random play has {random}");
    folder
}

#[test]
fn networks_learn_toys_and_play_without_torch() {
    let game = secret_pig(2);
    let folder = learns(0, &erase(game.clone()), 0.5, &["total_steps=16384"]);
    NetPolicy::load(&folder.path().join(LATEST), &game).unwrap();
    load(&game, folder.path().to_str().unwrap()).unwrap();
    let folder = learns(0, &erase(minefield(2)), at_random(0, 0), &["total_steps=24576", "eval_games=2000"]);
    NetPolicy::load(&folder.path().join(LATEST), &minefield(2)).unwrap();
}

/// What a seat of Minefield scores on average that moves at random, from this step after so many rounds.
fn at_random(at: u8, round: u8) -> f64 {
    let value = |a: Move| {
        let (safe, lands) = (1.0 - f64::from(a.risk(at)) / 12.0, at + a.steps());
        safe * if lands >= 6 { f64::from(Minefield::prize(round + 1)) } else { at_random(lands, round + 1) }
    };
    value(Move::Creep).midpoint(value(Move::Run))
}

#[test]
fn rows_learn_the_smallest_battles() {
    learns(16, &battle(), 0.5, &["total_steps=4096", "eval_games=600"]);
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    let refused = |set: &[&str]| {
        let text: Vec<String> = set.iter().map(|&s| s.to_owned()).collect();
        Config::from_toml("", &text).unwrap_err().to_string()
    };
    assert_eq!(refused(&["row_width=24"]), "row_width is 24 but must be a multiple of 16");
    assert_eq!(
        refused(&["device=cuda"]),
        "device is \"cuda\", but learner = \"fast\" is on the CPU: use learner = \"torch\""
    );
    let wrong = refused(&["device=gpu"]);
    assert_eq!(wrong, "device is \"gpu\" but must be \"auto\", \"cpu\" or \"cuda\"");

    let folder = Scratch::new("torch_refused");
    let trained = |game: &Arc<dyn AnyGame>, config: &Config| {
        train(config, &Task::plain(Arc::clone(game)), folder.path(), Start::New).unwrap_err().to_string()
    };
    if !tch::Cuda::is_available() {
        let no_gpu = trained(&erase(secret_pig(2)), &recipe(&["learner=torch", "device=cuda"]));
        assert!(no_gpu.starts_with("device is \"cuda\", but torch finds no GPU here"), "{no_gpu}");
    }
}

#[test]
fn a_checkpoint_of_another_network_is_refused() {
    let (folder, task) = (Scratch::new("torch_other"), Task::plain(battle()));
    train(&on_torch(16, &["total_steps=1024"]), &task, folder.path(), Start::New).unwrap();
    let other = on_torch(32, &["total_steps=2048"]);
    let e = train(&other, &task, folder.path(), Start::Latest).unwrap_err().to_string();
    assert!(e.contains("its network is") && e.contains("row_width: 16") && e.lines().count() == 1, "{e}");

    // Actions that name other rows since.
    let layout = folder.path().join(LATEST).join("layout.json");
    let mut json: serde_json::Value = serde_json::from_slice(&fs::read(&layout).unwrap()).unwrap();
    json["relations"]["names"][0]["rows"].as_array_mut().unwrap().pop();
    fs::write(&layout, json.to_string()).unwrap();
    write_checksums(&folder.path().join(LATEST));
    let e = task.checkpoint(&folder.path().join(LATEST)).unwrap_err().to_string();
    assert!(e.contains("layout.json: actions name other rows than here"), "{e}");
}
