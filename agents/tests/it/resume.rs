//! A run that was stopped goes on as if nothing had happened, and what does not fit is refused in one line.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use holotable_arena::stats::wilson_share;
use holotable_env::{Options, Tabletop};
use holotable_erased::erase;
use holotable_games::toys::secret_pig::secret_pig;
use holotable_players::net_policy::NetPolicy;
use holotable_store::checkpoint::{Checkpoint, Progress};
use holotable_train::ppo::{
    BEST, Config, EARLIER, Follower, LATEST, Learners, Record, Start, Task, TrainingSummary, train,
    train_with,
};
use safetensors::SafeTensors;
use serde_json::Value;

use crate::checksums::write_checksums;
use crate::recipe::recipe;
use crate::scratch::Scratch;
use crate::solo_pig::{SoloPig, solo_pig};

fn run(folder: &Path, start: Start<'_>, overrides: &[&str]) -> Result<TrainingSummary, String> {
    let mut all = vec!["total_steps=6144", "checkpoint_every_updates=2", "eval_every_updates=3"];
    all.extend(["past_selves=2", "past_every_updates=1", r#"opponents=["coward"]"#]);
    all.extend(overrides);
    train(&recipe(&all), &Task::plain(erase(secret_pig(2))), folder, start).map_err(|e| e.to_string())
}

/// The records without what depends on the clock.
fn records(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("metrics.jsonl")).unwrap();
    let line = |line: &str| {
        let mut json: Value = serde_json::from_str(line).unwrap();
        for pointer in ["/wall_time", "/seconds", "/steps_per_s", "/profile/environment", "/profile/learning"]
        {
            assert!(json.pointer(pointer).unwrap().as_f64().unwrap() > 0.0, "{pointer}");
        }
        for key in ["wall_time", "seconds", "steps_per_s", "profile"] {
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
    let outcome = run(straight.path(), Start::New, &[]).unwrap();
    assert!(outcome.finished);
    assert_eq!(outcome.progress.update, 6);

    let outcome = run(broken.path(), Start::New, &["session_updates=3"]).unwrap();
    assert!(!outcome.finished);
    // A kill later than the checkpoint: its records are there, half of one too, and a half-written folder.
    let metrics = broken.path().join("metrics.jsonl");
    let text = fs::read_to_string(&metrics).unwrap();
    fs::write(&metrics, format!("{text}{}\n{{\"upd", text.lines().last().unwrap().replace(":3,", ":4,")))
        .unwrap();
    fs::create_dir(broken.path().join("latest.new")).unwrap();
    fs::write(broken.path().join("latest.new/state.json"), "{").unwrap();
    run(broken.path(), Start::Latest, &["session_updates=1"]).unwrap();
    assert!(run(broken.path(), Start::Latest, &[]).unwrap().finished);

    for checkpoint in [LATEST, BEST] {
        let at = |folder: &Scratch| model(&folder.path().join(checkpoint));
        assert!(at(&straight) == at(&broken), "other weights in {checkpoint}");
    }
    assert_eq!(state(straight.path()), state(broken.path()));
    assert_eq!(records(straight.path()), records(broken.path()));
    assert!(
        run(broken.path(), Start::Latest, &[]).unwrap().finished,
        "a complete run has nothing left to do"
    );
}

/// Of equal scores the later one is kept only if the lower end of its interval is read as it was written.
#[test]
fn a_run_that_is_resumed_after_every_update_and_tie_is_the_same_run() {
    for games in [2, 40] {
        let games = format!("eval_games={games}");
        let set = ["total_steps=12288", "eval_every_updates=1", "checkpoint_every_updates=1", &games];
        let (straight, broken) = (Scratch::new("whole"), Scratch::new("pieces"));
        let outcome = run(straight.path(), Start::New, &set).unwrap();
        let one = [&set[..], &["session_updates=1"]].concat();
        let mut start = Start::New;
        while !run(broken.path(), start, &one).unwrap().finished {
            start = Start::Latest;
        }
        for checkpoint in [LATEST, BEST] {
            let at = |folder: &Scratch| model(&folder.path().join(checkpoint));
            assert!(at(&straight) == at(&broken), "{set:?}: other weights in {checkpoint}");
        }
        assert_eq!(state(straight.path()), state(broken.path()), "{set:?}");
        assert_eq!(records(straight.path()), records(broken.path()), "{set:?}");
        let scores: Vec<Value> =
            records(straight.path()).into_iter().map(|record| record["eval_score"].clone()).collect();
        let ties = (1..scores.len()).filter(|&i| scores[..i].contains(&scores[i])).count();
        assert!(ties > 0 || games != "eval_games=2", "{scores:?} in {} updates", outcome.progress.update);
    }
}

/// The kept states, and which games began in one, are saved only where there are any.
#[test]
fn a_run_with_restarts_and_without_luck_is_the_same_run_in_pieces_and_on_two_threads() {
    let set = ["restart_share=0.5", "chance_samples=2", "value_lambda=1", "checkpoint_every_updates=1"];
    let (straight, broken) = (Scratch::new("restarts"), Scratch::new("restarts-pieces"));
    run(straight.path(), Start::New, &[&set[..], &["threads=2"]].concat()).unwrap();
    let one = [&set[..], &["session_updates=1"]].concat();
    let mut start = Start::New;
    while !run(broken.path(), start, &one).unwrap().finished {
        start = Start::Latest;
    }
    assert_eq!(state(straight.path()), state(broken.path()));
    assert_eq!(records(straight.path()), records(broken.path()));
    assert!(model(&straight.path().join(LATEST)) == model(&broken.path().join(LATEST)), "other weights");
    let restarts: Vec<u64> =
        records(straight.path()).iter().map(|one| one["restarts"].as_u64().unwrap()).collect();
    assert!(restarts[1..].iter().all(|&n| n > 0), "{restarts:?}");
    let saved = state(straight.path());
    assert!(!saved["training"]["kept"].as_array().unwrap().is_empty());
    let begun = |one: &Value| one.get("restarted") == Some(&Value::Bool(true));
    assert!(saved["training"]["slots"].as_array().unwrap().iter().any(begun));

    let plain = Scratch::new("restarts-none");
    run(plain.path(), Start::New, &["total_steps=1024"]).unwrap();
    let saved = fs::read_to_string(plain.path().join(LATEST).join("state.json")).unwrap();
    assert!(!saved.contains("kept") && !saved.contains("restarted"), "{saved}");
}

#[test]
fn every_score_comes_back_from_a_file_to_the_last_bit() {
    for games in [40, 200, 1000] {
        for wins in 0..=games {
            let score = f64::from(wins) / f64::from(games);
            let low = wilson_share(score, games as u64).0;
            let progress = Progress { best_score: Some(score), best_low: Some(low), ..Progress::default() };
            let back: Progress = serde_json::from_str(&serde_json::to_string(&progress).unwrap()).unwrap();
            assert_eq!(back.best_low.map(f64::to_bits), Some(low.to_bits()), "{wins} of {games}");
            assert_eq!(back.best_score.map(f64::to_bits), Some(score.to_bits()), "{wins} of {games}");
        }
    }
}

#[test]
fn a_kill_between_the_two_renames_loses_nothing() {
    let folder = Scratch::new("renames");
    let (latest, old) = (folder.path().join(LATEST), folder.path().join("latest.old"));
    run(folder.path(), Start::New, &["session_updates=1"]).unwrap();
    fs::rename(&latest, &old).unwrap();
    run(folder.path(), Start::Latest, &["session_updates=1"]).unwrap();
    assert_eq!(state(folder.path())["progress"]["update"], 2, "the old one is found");

    fs::create_dir(&old).unwrap();
    fs::write(old.join("state.json"), "out of date").unwrap();
    fs::rename(&latest, folder.path().join("latest.new")).unwrap();
    run(folder.path(), Start::Latest, &["session_updates=1"]).unwrap();
    assert_eq!(state(folder.path())["progress"]["update"], 3, "the new one is found");
}

/// What loading says after `spoil` has been at the files.
fn refusal(name: &str, game: &SoloPig, spoil: impl Fn(&Path)) -> String {
    let folder = Scratch::new(name);
    let config = recipe(&["total_steps=1024", "eval_games=1"]);
    train(&config, &Task::plain(erase(solo_pig())), folder.path(), Start::New).unwrap();
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
    let edited = |file: &'static str, from: &'static str, to: &'static str| {
        move |folder: &Path| {
            edit(&folder.join(file), from, to);
            write_checksums(folder);
        }
    };
    let cases: [Case; 10] = [
        (
            "no_model",
            &|f| fs::remove_file(f.join("model.safetensors")).unwrap(),
            "cannot read model.safetensors",
        ),
        ("no_sums", &|f| fs::remove_file(f.join("SHA256SUMS")).unwrap(), "cannot read SHA256SUMS"),
        ("sums", &|f| edit(&f.join("SHA256SUMS"), "  state.json", " state.json"), "SHA256SUMS is damaged"),
        ("cut_model", &cut("model.safetensors"), "model.safetensors was damaged or edited"),
        ("cut_state", &cut("state.json"), "state.json was damaged or edited"),
        (
            "edited",
            &|f| edit(&f.join("layout.json"), "\"rows\": 8", "\"rows\": 9"),
            "layout.json was damaged or edited",
        ),
        (
            "form",
            &edited("state.json", "\"format\":5", "\"format\":4"),
            "it has form 4, this program reads 5",
        ),
        ("field", &edited("state.json", "\"update\"", "\"updates\""), "state.json is damaged: unknown field"),
        ("rules", &edited("state.json", "\"rules_version\":1", "\"rules_version\":0"), "rules version 0"),
        ("width", &edited("state.json", "[32,32]", "[32,33]"), "'trunk.1.weight' is F32 [32, 32] but"),
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
    let e = refusal("layout", &game, |f| {
        edit(&f.join("layout.json"), "\"rows\": 8", "\"rows\": 9");
        write_checksums(f);
    });
    assert!(e.contains("another layout") && e.contains("observation turn differs"), "{e}");
    let wording = |f: &Path| {
        edit(&f.join("layout.json"), "a row a turn", "one row each");
        write_checksums(f);
    };
    let folder = Scratch::new("wording");
    train(
        &recipe(&["total_steps=1024", "eval_games=1"]),
        &Task::plain(erase(game.clone())),
        folder.path(),
        Start::New,
    )
    .unwrap();
    wording(&folder.path().join(LATEST));
    NetPolicy::load(&folder.path().join(LATEST), &game).unwrap();
}

#[test]
fn a_run_is_neither_overwritten_nor_resumed_as_another() {
    let folder = Scratch::new("another");
    run(folder.path(), Start::New, &["session_updates=1"]).unwrap();
    assert!(run(folder.path(), Start::New, &[]).unwrap_err().contains("already holds a run"));
    let e = run(folder.path(), Start::Latest, &["hidden_sizes=[16]"]).unwrap_err();
    assert!(e.contains("[32, 32]") && e.contains("[16]"), "{e}");
    let e = run(folder.path(), Start::Latest, &["game.mix.players=[2]"]).unwrap_err();
    assert!(e.contains("the recipe's has") && e.contains("[\"2\"]"), "{e}");
    let e = run(folder.path(), Start::Latest, &["seed=5"]).unwrap_err();
    assert!(e.ends_with("the run was begun with another seed than 5"), "{e}");
    let e = run(folder.path(), Start::Latest, &["num_envs=16"]).unwrap_err();
    assert!(e.ends_with("the run was saved with num_envs = 32, not 16"), "{e}");
    let config = recipe(&[]);
    let options = Options::resolve(SoloPig::option_specs(), [("turns", "5")]).unwrap();
    let game = SoloPig::build(&options, None).unwrap();
    let e = train(&config, &Task::plain(erase(game)), folder.path(), Start::Latest).unwrap_err().to_string();
    assert!(e.contains("trained on game secret_pig, but the game here is solo_pig"), "{e}");
}

#[test]
fn a_folder_with_anything_of_a_run_is_not_overwritten() {
    let folder = Scratch::new("remains");
    run(folder.path(), Start::New, &["session_updates=3"]).unwrap();
    fs::remove_dir_all(folder.path().join(LATEST)).unwrap();
    let metrics = fs::read(folder.path().join("metrics.jsonl")).unwrap();
    for left in ["there is best", "there is earlier", "there is metrics.jsonl"] {
        for start in [Start::New, Start::Latest] {
            let e = run(folder.path(), start, &[]).unwrap_err();
            assert!(
                e.contains("already holds a run: ") && e.contains(left) && e.contains("no latest"),
                "{e}"
            );
        }
        assert_eq!(fs::read(folder.path().join("metrics.jsonl")).unwrap(), metrics);
        let gone = left.replace("there is ", "");
        let _ = fs::remove_dir_all(folder.path().join(gone));
    }
}

#[test]
fn a_run_does_not_go_on_in_the_folder_of_another() {
    let (ours, theirs) = (Scratch::new("ours"), Scratch::new("theirs"));
    run(ours.path(), Start::New, &["session_updates=3", "seed=2"]).unwrap();
    run(theirs.path(), Start::New, &["session_updates=3"]).unwrap();
    let before = (model(&ours.path().join(LATEST)), model(&ours.path().join(BEST)), records(ours.path()));
    let e = run(ours.path(), Start::At(&theirs.path().join(LATEST)), &[]).unwrap_err();
    assert!(
        e.contains("ours") && e.contains("already holds a run, of which ") && e.contains("theirs"),
        "{e}"
    );
    assert!(
        before == (model(&ours.path().join(LATEST)), model(&ours.path().join(BEST)), records(ours.path()))
    );
    // In a folder of its own it goes on, and has a best of its own.
    let free = Scratch::new("free");
    run(free.path(), Start::At(&theirs.path().join(LATEST)), &[]).unwrap();
    run(theirs.path(), Start::Latest, &[]).unwrap();
    assert!(model(&free.path().join(LATEST)) == model(&theirs.path().join(LATEST)));
    assert!(free.path().join(BEST).is_dir());
}

#[test]
fn the_best_checkpoint_is_one_of_the_run_that_goes_on() {
    let folder = Scratch::new("given_up");
    let (path, best) = (folder.path(), folder.path().join(BEST));
    let set = ["checkpoint_every_updates=1", "eval_every_updates=1", "keep_checkpoints=9"];
    run(path, Start::New, &set).unwrap();
    let (given_up, weights) = (Checkpoint::update_of(&best).unwrap(), model(&best));
    assert!(given_up > 1, "another seed is needed");
    let at = path.join(EARLIER).join((given_up - 1).to_string());
    let other = [&set[..], &["session_updates=1", "learning_rate=1e-5"]].concat();
    run(path, Start::At(&at), &other).unwrap();
    assert_eq!(Checkpoint::update_of(&best), Some(given_up));
    assert!(model(&best) != weights, "that of the run that goes on");
    assert!(model(&path.join(format!("best-{given_up}"))) == weights, "the other is moved aside");
}

/// Looks, after each update, how far the run would go on from if it were killed now.
struct Killer<'a>(&'a Path, Vec<Option<u64>>);

impl Follower for Killer<'_> {
    fn hear(&mut self, _: &Record) -> ControlFlow<()> {
        self.1.push(Checkpoint::update_of(&self.0.join(LATEST)));
        ControlFlow::Continue(())
    }
}

#[test]
fn a_run_is_saved_by_the_clock_too_and_where_it_begins() {
    let task = Task::plain(erase(secret_pig(2)));
    let ended = ["checkpoint_every_minutes=0", "checkpoint_every_minutes=1e-9"].map(|minutes| {
        let config = recipe(&["total_steps=3072", "checkpoint_every_updates=0", minutes]);
        let folder = Scratch::new("clock");
        let mut killer = Killer(folder.path(), Vec::new());
        train_with(Learners::OWN, &config, &task, folder.path(), Start::New, &mut killer).unwrap();
        (killer.1, model(&folder.path().join(LATEST)), earlier(folder.path()))
    });
    assert_eq!(ended[0].0, [Some(0); 3]);
    assert_eq!(ended[1].0, [Some(0), Some(1), Some(2)]);
    assert!(ended[0].1 == ended[1].1, "when it is saved changes nothing");
    assert_eq!(ended[1].2, ["1", "2"], "the start is not kept");
    assert!(ended[0].2.is_empty());
}

#[test]
fn a_network_that_no_checkpoint_has_room_for_is_refused() {
    let folder = Scratch::new("huge");
    let layers = format!("hidden_sizes={:?}", vec![64; 100_000]);
    let line = |set: &[String]| Config::from_toml("", set).unwrap_err().to_string();
    assert_eq!(line(&[layers]), "hidden_sizes has 100000 layers but must have at most 64");
    for set in [&["hidden_sizes=[20000, 20000]"][..], &["hidden_sizes=[4096, 4096]", "past_selves=100"]] {
        let e = run(folder.path(), Start::New, set).unwrap_err();
        assert!(e.starts_with("the network has ") && e.contains("at most 1073741824"), "{e}");
        assert!(!folder.path().join(LATEST).exists());
    }
}

fn earlier(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join(EARLIER)).into_iter().flatten();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Six updates, saved after each; the last three are kept.
#[test]
fn the_latest_checkpoints_are_kept_and_the_newest_that_is_whole_is_offered() {
    let folder = Scratch::new("kept");
    let path = folder.path();
    let all = ["checkpoint_every_updates=1"];
    run(path, Start::New, &all).unwrap();
    assert_eq!(earlier(path), ["4", "5"]);
    let straight = (model(&path.join(LATEST)), state(path), records(path));

    edit(&path.join("latest/state.json"), "\"steps\":", "\"steps\": ");
    edit(&path.join("earlier/5/state.json"), "\"steps\":", "\"steps\": ");
    let e = run(path, Start::Latest, &all).unwrap_err();
    let four = path.join("earlier/4");
    assert!(e.contains("latest: state.json was damaged or edited"), "{e}");
    assert!(e.ends_with(&format!("the newest that is whole: --resume={}", four.display())), "{e}");
    run(path, Start::At(&four), &all).unwrap();
    assert_eq!((model(&path.join(LATEST)), state(path), records(path)), straight);
    assert_eq!(earlier(path), ["4", "5"]);

    let once = Scratch::new("kept_one");
    run(once.path(), Start::New, &["checkpoint_every_updates=1", "keep_checkpoints=1"]).unwrap();
    assert!(!once.path().join(EARLIER).exists());
}

#[test]
fn a_session_that_runs_out_of_time_leaves_something_to_play_with() {
    let folder = Scratch::new("time");
    let outcome =
        run(folder.path(), Start::New, &["time_limit_minutes=1e-6", "eval_every_updates=0"]).unwrap();
    assert_eq!((outcome.finished, outcome.progress.update), (false, 1));
    assert!(outcome.progress.best_score.is_some() && !model(&folder.path().join(BEST)).is_empty());
}

#[test]
fn a_new_run_may_start_from_the_weights_of_another() {
    let (first, second) = (Scratch::new("first"), Scratch::new("second"));
    run(first.path(), Start::New, &["session_updates=3"]).unwrap();
    let from = format!("start_from={}", first.path().display());
    // So small a step that the weights stay where they began.
    run(second.path(), Start::New, &[&from, "learning_rate=1e-9", "session_updates=1", "seed=9"]).unwrap();
    let (theirs, ours) = (model(&first.path().join(BEST)), model(&second.path().join(LATEST)));
    let [theirs, ours] = [&theirs, &ours].map(|bytes| SafeTensors::deserialize(bytes).unwrap());
    let numbers = |data: &[u8]| -> Vec<f32> {
        data.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
    };
    for (name, view) in theirs.tensors() {
        let [a, b] = [view.data(), ours.tensor(&name).unwrap().data()].map(numbers);
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-6), "{name} began elsewhere");
    }
    let other = Scratch::new("other");
    let e = run(other.path(), Start::At(&first.path().join(BEST)), &[]).unwrap_err();
    assert!(e.contains("it plays, but holds nothing to train on from"), "{e}");
    let e = run(Scratch::new("third").path(), Start::New, &[&from, "hidden_sizes=[8]"]).unwrap_err();
    assert!(e.starts_with("start_from ") && e.contains("[32, 32]") && e.contains("[8]"), "{e}");
}

#[test]
fn two_sessions_do_not_share_a_folder() {
    let folder = Scratch::new("locked");
    let lock = fs::File::create(folder.path().join(".lock")).unwrap();
    lock.lock().unwrap();
    let e = run(folder.path(), Start::New, &[]).unwrap_err();
    assert_eq!(e, format!("another session is at work in {}", folder.path().display()));
    drop(lock);
    run(folder.path(), Start::New, &["session_updates=1"]).unwrap();
}

/// Moves the folder of the run away after its second update.
#[cfg(unix)]
struct Mover<'a>([&'a Path; 2]);

#[cfg(unix)]
impl Follower for Mover<'_> {
    fn hear(&mut self, record: &Record) -> ControlFlow<()> {
        if record.update == 2 {
            fs::rename(self.0[0], self.0[1]).unwrap();
        }
        ControlFlow::Continue(())
    }
}

#[cfg(unix)]
#[test]
fn a_run_whose_folder_is_moved_away_stops_and_goes_on_there() {
    let folder = Scratch::new("moved");
    let [here, there, straight] = ["here", "there", "straight"].map(|name| folder.path().join(name));
    let config = recipe(&["total_steps=4096", "checkpoint_every_updates=1", "eval_every_updates=0"]);
    let task = Task::plain(erase(secret_pig(2)));
    let session = train_with(Learners::OWN, &config, &task, &here, Start::New, &mut Mover([&here, &there]))
        .unwrap_err();
    assert_eq!(
        session.to_string(),
        format!("{} was moved or removed while a session was at work in it", here.display())
    );
    assert!(!here.exists());
    train(&config, &task, &there, Start::Latest).unwrap();
    train(&config, &task, &straight, Start::New).unwrap();
    assert!(model(&straight.join(LATEST)) == model(&there.join(LATEST)));
    assert_eq!(records(&straight), records(&there));
}

#[test]
fn old_keys_of_recipes_are_refused_with_the_new_ones() {
    for (old, new) in [
        ("chances", "odds_features"),
        ("worths", "expert_features"),
        ("advice", "expert_prior"),
        ("aims", "subgoals"),
        ("eval_rival", "eval_opponent"),
    ] {
        for (text, set) in [(format!("{old} = true"), vec![]), (String::new(), vec![format!("{old}=true")])] {
            let refused = Config::from_toml(&text, &set).unwrap_err().to_string();
            assert_eq!(refused, format!("{old} was renamed to {new}"));
        }
    }
    let removed = Config::from_toml("network = \"mlp\"", &[]).unwrap_err().to_string();
    let line = "network was removed with the networks that it was for: leave it out, and see row_width";
    assert_eq!(removed, line);
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
    let word = "value_lambda is \"lambda\" but must be a number or \"gae_lambda\"";
    assert_eq!(error("", "value_lambda=lambda"), word);
    assert_eq!(error("", "value_lambda=2"), "value_lambda is 2 but must be from 0 to 1");
    assert_eq!(error("", "hidden_sizes=[64, 0]"), "hidden_sizes is 0 but must be from 1 to 65535");
    assert_eq!(error("", "seed"), "--set seed: write it as key=value");
    assert_eq!(error("[game]\nnam = \"x\"", ""), "game: unknown key 'nam'; did you mean 'name'?");
    assert_eq!(
        error("[game.mix]\nplayers = 3", ""),
        "game.mix.players must be a list of values, such as [2, 3]"
    );
    let twice = "[game.options]\nplayers = 3\n[game.mix]\nplayers = [2]";
    assert_eq!(error(twice, ""), "players is both in game.options and in game.mix");
    assert!(error("minibatch_size = 9000", "").starts_with("minibatch_size is 9000 but an update has only"));
    let e = error("gamma = = 1", "");
    assert!(e.starts_with("line 1, column 9: ") && e.ends_with(": gamma = = 1"), "{e}");
    assert_eq!(error("gamma = 1e-999", ""), "gamma is 0 but must be from 0.001 to 1");
    for long in [
        format!("{} = 1", "k".repeat(1 << 20)),
        format!("gamma = \"{}\"", "é".repeat(1 << 19)),
        "x".repeat(1 << 20),
    ] {
        for e in [error(&long, ""), error("", &long)] {
            assert!(e.chars().count() < 350, "{e}");
        }
    }
    let e = error("", "rollout_steps=65536");
    assert!(
        e.starts_with("num_envs x rollout_steps = 128 x 65536 is 8388608 but must be at most 4194304"),
        "{e}"
    );
    let both = "subgoals and expert_prior are both true, but the expert advises actions, not subgoals";
    assert_eq!(error("expert_prior = true", "subgoals=true"), both);

    let set = [
        "total_steps=1e6",
        "game.options.players=3",
        "game.mix.goal=[\"a\", 2]",
        "game.name=pig",
        "activation=relu",
        "value_lambda=1",
    ];
    let set = set.map(str::to_owned);
    let config = Config::from_toml("gamma = 0.5\n[game]\nname = \"x\"", &set).unwrap();
    assert_eq!((config.total_steps, config.gamma, config.game.name.as_str()), (1_000_000, 0.5, "pig"));
    assert_eq!(config.game.options["players"], "3");
    assert_eq!(config.game.mix["goal"], ["a", "2"]);
    assert_eq!(Config::from_toml(&config.to_toml(), &[]).unwrap(), config, "what is saved reads back");
}
