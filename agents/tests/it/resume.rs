//! A run that was stopped goes on as if nothing had happened, and what does not fit is refused in one line.

use std::fs;
use std::path::Path;

use holotable_agents::net::NetPolicy;
use holotable_agents::ppo::{BEST, Config, LATEST, Outcome, Unguided, train};
use holotable_env::{Options, Tabletop};
use serde_json::Value;

use crate::learns::recipe;
use crate::scratch::Scratch;
use crate::solo_pig::{SoloPig, solo_pig};
use crate::toy::secret_pig;

fn run(folder: &Path, resume: bool, overrides: &[&str]) -> Result<Outcome, String> {
    let mut all = vec!["total_steps=6144", "checkpoint_every_updates=2", "eval_every_updates=3"];
    all.extend(overrides);
    train(&recipe(&all), secret_pig(2), &Unguided, folder, resume).map_err(|e| e.to_string())
}

/// The records without what depends on the clock.
fn records(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("metrics.jsonl")).unwrap();
    let line = |line: &str| {
        let mut json: Value = serde_json::from_str(line).unwrap();
        for key in ["seconds", "steps_per_s"] {
            assert!(json[key].as_f64().unwrap() > 0.0);
            json[key] = Value::Null;
        }
        json
    };
    text.lines().map(line).collect()
}

fn state(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join(LATEST).join("state.json")).unwrap();
    let mut json: Value = serde_json::from_str(&text).unwrap();
    json["progress"]["seconds"] = Value::Null;
    json
}

fn model(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("model.safetensors")).unwrap()
}

#[test]
fn a_resumed_run_is_the_same_run() {
    let (straight, broken) = (Scratch::new("straight"), Scratch::new("broken"));
    let outcome = run(straight.path(), false, &[]).unwrap();
    assert!(outcome.finished);
    assert_eq!(outcome.progress.update, 6);

    let outcome = run(broken.path(), false, &["session_updates=3"]).unwrap();
    assert!(!outcome.finished);
    // A kill later than the checkpoint: its records are there, half of one too, and a half-written folder.
    let metrics = broken.path().join("metrics.jsonl");
    let text = fs::read_to_string(&metrics).unwrap();
    fs::write(&metrics, format!("{text}{}\n{{\"upd", text.lines().last().unwrap().replace(":3,", ":4,")))
        .unwrap();
    fs::create_dir(broken.path().join("latest.new")).unwrap();
    fs::write(broken.path().join("latest.new/state.json"), "{").unwrap();
    run(broken.path(), true, &["session_updates=1"]).unwrap();
    assert!(run(broken.path(), true, &[]).unwrap().finished);

    for checkpoint in [LATEST, BEST] {
        let at = |folder: &Scratch| model(&folder.path().join(checkpoint));
        assert!(at(&straight) == at(&broken), "other weights in {checkpoint}");
    }
    assert_eq!(state(straight.path()), state(broken.path()));
    assert_eq!(records(straight.path()), records(broken.path()));
    assert!(run(broken.path(), true, &[]).unwrap().finished, "a complete run has nothing left to do");
}

#[test]
fn a_kill_between_the_two_renames_loses_nothing() {
    let folder = Scratch::new("renames");
    let (latest, old) = (folder.path().join(LATEST), folder.path().join("latest.old"));
    run(folder.path(), false, &["session_updates=1"]).unwrap();
    fs::rename(&latest, &old).unwrap();
    run(folder.path(), true, &["session_updates=1"]).unwrap();
    assert_eq!(state(folder.path())["progress"]["update"], 2, "the old one is found");

    fs::create_dir(&old).unwrap();
    fs::write(old.join("state.json"), "out of date").unwrap();
    fs::rename(&latest, folder.path().join("latest.new")).unwrap();
    run(folder.path(), true, &["session_updates=1"]).unwrap();
    assert_eq!(state(folder.path())["progress"]["update"], 3, "the new one is found");
}

/// What loading says after `spoil` has been at the files.
fn refusal(name: &str, game: &SoloPig, spoil: impl Fn(&Path)) -> String {
    let folder = Scratch::new(name);
    let config = recipe(&["total_steps=1024", "eval_games=1"]);
    train(&config, solo_pig(), &Unguided, folder.path(), false).unwrap();
    let latest = folder.path().join(LATEST);
    spoil(&latest);
    let e = NetPolicy::load(&latest, game).unwrap_err().to_string();
    assert!(e.starts_with("checkpoint ") && e.lines().count() == 1, "{e}");
    e
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

/// A name, what is done to the folder, and what the refusal says of it.
type Case<'a> = (&'a str, &'a dyn Fn(&Path), &'a str);

#[test]
fn damage_is_named() {
    let game = solo_pig();
    let cut = |name: &'static str| {
        move |folder: &Path| {
            let bytes = fs::read(folder.join(name)).unwrap();
            fs::write(folder.join(name), &bytes[..bytes.len() / 2]).unwrap();
        }
    };
    let cases: [Case; 8] = [
        (
            "no_model",
            &|f| fs::remove_file(f.join("model.safetensors")).unwrap(),
            "cannot read model.safetensors",
        ),
        ("cut_model", &cut("model.safetensors"), "model.safetensors: damaged"),
        ("cut_state", &cut("state.json"), "state.json is damaged"),
        ("cut_layout", &cut("layout.json"), "layout.json is damaged"),
        (
            "form",
            &|f| edit(&f.join("state.json"), "\"format\":2", "\"format\":7"),
            "it has form 7, this program reads 2",
        ),
        (
            "field",
            &|f| edit(&f.join("state.json"), "\"update\"", "\"updates\""),
            "state.json is damaged: unknown field",
        ),
        (
            "rules",
            &|f| edit(&f.join("state.json"), "\"rules_version\":1", "\"rules_version\":0"),
            "rules version 0",
        ),
        (
            "width",
            &|f| edit(&f.join("state.json"), "[32,32]", "[32,33]"),
            "'trunk.1.weight' is F32 [32, 32] but",
        ),
    ];
    for (name, spoil, expected) in cases {
        let e = refusal(name, &game, spoil);
        assert!(e.contains(expected), "{name}: {e}");
    }
}

#[test]
fn a_foreign_checkpoint_is_refused_with_what_differs() {
    let game = solo_pig();
    let mut other = game.clone();
    other.data = "1111111111111111";
    let e = refusal("data", &other, |_| {});
    assert!(
        e.contains("trained on data set 0000000000000000, but the data set here is 1111111111111111"),
        "{e}"
    );
    let e = refusal("layout", &game, |f| edit(&f.join("layout.json"), "\"rows\": 8", "\"rows\": 9"));
    assert!(e.contains("another layout") && e.contains("observation turn differs"), "{e}");
    let wording = |f: &Path| edit(&f.join("layout.json"), "a row a turn", "one row each");
    let folder = Scratch::new("wording");
    train(&recipe(&["total_steps=1024", "eval_games=1"]), game.clone(), &Unguided, folder.path(), false)
        .unwrap();
    wording(&folder.path().join(LATEST));
    NetPolicy::load(&folder.path().join(LATEST), &game).unwrap();
}

#[test]
fn a_run_is_neither_overwritten_nor_resumed_as_another() {
    let folder = Scratch::new("another");
    run(folder.path(), false, &["session_updates=1"]).unwrap();
    assert!(run(folder.path(), false, &[]).unwrap_err().contains("already holds a run"));
    let e = run(folder.path(), true, &["hidden_sizes=[16]"]).unwrap_err();
    assert!(e.contains("[32, 32]") && e.contains("[16]"), "{e}");
    let e = run(folder.path(), true, &["game.mix.players=[2]"]).unwrap_err();
    assert!(e.contains("the recipe's has") && e.contains("[\"2\"]"), "{e}");
    let e = run(folder.path(), true, &["num_envs=16"]).unwrap_err();
    assert!(e.ends_with("the run was saved with num_envs = 32, not 16"), "{e}");
    let config = recipe(&[]);
    let options = Options::resolve(SoloPig::option_specs(), [("turns", "5")]).unwrap();
    let game = SoloPig::build(&options, None).unwrap();
    let e = train(&config, game, &Unguided, folder.path(), true).unwrap_err().to_string();
    assert!(e.contains("trained on game secret_pig, but the game here is solo_pig"), "{e}");
}

#[test]
fn recipes_are_checked_key_by_key() {
    let error = |text: &str, set: &str| {
        let set: Vec<String> = (!set.is_empty()).then(|| set.to_owned()).into_iter().collect();
        Config::from_toml(text, &set).unwrap_err().to_string()
    };
    assert_eq!(error("learning_rat = 0.1", ""), "unknown key 'learning_rat'; did you mean 'learning_rate'?");
    assert_eq!(error("", "learning_rate=3"), "learning_rate is 3 but must be from 0.000000001 to 1");
    assert_eq!(error("gamma = \"high\"", ""), "gamma is \"high\" but must be a number");
    assert_eq!(error("", "num_envs=-4"), "num_envs is -4 but must be a whole number");
    assert_eq!(error("activation = \"gelu\"", ""), "activation is \"gelu\" but must be \"tanh\" or \"relu\"");
    assert_eq!(error("", "hidden_sizes=[64, 0]"), "hidden_sizes is 0 but must be from 1 to 65536");
    assert_eq!(error("", "seed"), "--set seed: write it as key=value");
    assert_eq!(error("[game]\nnam = \"x\"", ""), "game: unknown key 'nam'; did you mean 'name'?");
    assert_eq!(
        error("[game.mix]\nplayers = 3", ""),
        "game.mix.players must be a list of values, such as [2, 3]"
    );
    let twice = "[game.options]\nplayers = 3\n[game.mix]\nplayers = [2]";
    assert_eq!(error(twice, ""), "players is both in game.options and in game.mix");
    assert!(error("minibatch_size = 9000", "").starts_with("minibatch_size is 9000 but an update has only"));
    assert_eq!(error("gamma = = 1", "").lines().count(), 1);

    let set = [
        "total_steps=1e6",
        "game.options.players=3",
        "game.mix.goal=[\"a\", 2]",
        "game.name=pig",
        "activation=relu",
    ];
    let set = set.map(str::to_owned);
    let config = Config::from_toml("gamma = 0.5\n[game]\nname = \"x\"", &set).unwrap();
    assert_eq!((config.total_steps, config.gamma, config.game.name.as_str()), (1_000_000, 0.5, "pig"));
    assert_eq!(config.game.options["players"], "3");
    assert_eq!(config.game.mix["goal"], ["a", "2"]);
    assert_eq!(Config::from_toml(&config.to_toml(), &[]).unwrap(), config, "what is saved reads back");
}
