//! Sweeps: spaces and their errors, and one from beginning to end, killed in between.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use holotable_env::Tabletop as _;
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_store::checkpoint::Checkpoint;
use holotable_train::sweep::Space;
use serde_json::Value;

use crate::kill::kill_until_done;
use crate::scratch::Scratch;

fn space(text: &str) -> Result<Space, String> {
    Space::from_toml(text, DarkSideRising::option_specs()).map_err(|e| e.to_string())
}

fn refusal(text: &str) -> String {
    let e = space(text).expect_err(text);
    assert_eq!(e.lines().count(), 1, "{e}");
    e
}

/// The points in words.
fn points(space: &Space) -> Vec<String> {
    let word = |(key, value): (&String, &toml::Value)| format!("{key}={value}");
    space.points().iter().map(|point| point.iter().map(word).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn a_grid_has_every_combination() {
    let grid =
        space("[grid]\ngamma = [0.9, 1]\ngame.options.players = [2, 3]\nactivation = ['relu']").unwrap();
    assert_eq!(grid.keys(), ["activation", "game.options.players", "gamma"]);
    let head = "activation=\"relu\" game.options.players=";
    assert_eq!(
        points(&grid),
        ["2 gamma=0.9", "2 gamma=1", "3 gamma=0.9", "3 gamma=1"].map(|tail| format!("{head}{tail}"))
    );
}

const RANDOM: &str = "[random]\ntrials = TRIALS\nseed = SEED\n[random.space]\n\
    learning_rate = { log_uniform = [1e-4, 1e-2] }\nnum_epochs = { uniform = [1, 4] }\ngamma = { uniform = [0.9, 1] }\n\
    hidden_sizes = { choice = [[16], [32, 32]] }\ngame.options.imperials = { uniform = [7, 11] }";

fn random(trials: usize, seed: u64) -> Vec<String> {
    let text = RANDOM.replace("TRIALS", &trials.to_string()).replace("SEED", &seed.to_string());
    points(&space(&text).unwrap())
}

#[test]
fn draws_depend_on_the_seed_alone_and_more_of_them_begin_with_the_same() {
    let many = random(300, 1);
    assert_eq!(many[..20], random(20, 1));
    assert_ne!(many[..20], random(20, 2));
    // Each trial has a stream of its own: none is like another.
    let mut apart = many.clone();
    apart.sort();
    apart.dedup();
    assert_eq!(apart.len(), many.len());
}

#[test]
fn draws_are_spread_as_the_space_says() {
    let text = RANDOM.replace("TRIALS", "1000").replace("SEED", "3");
    let points = space(&text).unwrap().points();
    let share = |holds: &dyn Fn(&toml::Value) -> bool, key: &str| {
        points.iter().filter(|point| holds(&point[key])).count() as f64 / points.len() as f64
    };
    let float = |v: &toml::Value| v.as_float().unwrap();
    let near = |share: f64, expected: f64| assert!((share - expected).abs() < 0.06, "{share} of {expected}");
    assert!(points.iter().all(|p| (1e-4..=1e-2).contains(&float(&p["learning_rate"]))));
    near(share(&|v| float(v) < 1e-3, "learning_rate"), 0.5);
    near(share(&|v| float(v) < 0.95, "gamma"), 0.5);
    near(share(&|v| v.as_array().unwrap().len() == 1, "hidden_sizes"), 0.5);
    // Rounded: the ends are half as likely as what lies between them.
    for (epochs, expected) in [(1, 1.0 / 6.0), (2, 1.0 / 3.0), (3, 1.0 / 3.0), (4, 1.0 / 6.0)] {
        near(share(&|v| v.as_integer() == Some(epochs), "num_epochs"), expected);
    }
    near(share(&|v| (8..=10).contains(&v.as_integer().unwrap()), "game.options.imperials"), 0.75);
}

#[test]
fn a_space_is_checked_key_by_key() {
    let of = |line: &str| refusal(&format!("[random]\ntrials = 2\nseed = 1\n[random.space]\n{line}"));
    assert_eq!(
        of("learning_rat = { uniform = [0, 1] }"),
        "[random]: space: unknown key 'learning_rat'; did you mean 'learning_rate'?"
    );
    assert_eq!(
        of("gamma = { uniform = [0.9, 0.9] }"),
        "[random]: space: gamma is { uniform = [0.9, 0.9] } but must be [lo, hi] with lo < hi"
    );
    let e = of("gamma = { log_uniform = [0, 0.9] }");
    assert!(e.ends_with("but must be [lo, hi] with 0 < lo < hi"), "{e}");
    assert!(of("gamma = { uniform = [0.9] }").ends_with("but must be [lo, hi], two numbers"));
    assert!(of("gamma = { uniform = [nan, 1] }").contains("lo < hi"));
    assert!(of("gamma = { choice = [] }").ends_with("a choice of at least one value"));
    assert!(of("gamma = { normal = [0, 1] }").contains("log_uniform = [lo, hi]"));
    assert!(of("gamma = { unifrom = [0, 1] }").ends_with("did you mean 'uniform'?"));
    assert!(of("gamma = 0.9").contains("gamma is 0.9 but must be { uniform = [lo, hi] }"));
    assert!(of("activation = { uniform = [0, 1] }").contains("{ choice = [a, b] }"));
    assert!(of("game.options.playres = { choice = [2] }").contains("did you mean 'players'?"));
    assert!(of("game.name = { choice = ['x'] }").contains("game.name cannot vary"));
    assert_eq!(of(""), "[random]: no key varies");

    assert_eq!(refusal(""), "it must hold one table, [grid] or [random], but has neither");
    let both =
        "[grid]\ngamma = [1]\n[random]\ntrials = 1\nseed = 1\n[random.space]\ngamma = { choice = [1] }";
    assert_eq!(refusal(both), "it must hold one table, [grid] or [random], but has both");
    assert_eq!(
        refusal("[gird]\ngamma = [1]"),
        "unknown key 'gird'; did you mean 'grid'? (the keys are grid, random)"
    );
    assert_eq!(
        refusal("[grid]\ngamma = []"),
        "[grid]: gamma is [] but must be a list of values, such as [1, 2]"
    );
    assert!(refusal("[grid]\ngamma = 1").contains("gamma is 1 but must be a list"));
    assert!(
        refusal("[random]\nseed = 1\n[random.space]")
            .contains("trials is missing but must be a whole number")
    );
    assert!(refusal("[random]\ntrials = 0\nseed = 1").contains("trials is 0 but must be"));
    assert!(refusal("[random]\ntrials = 1\nseed = 1").contains("[random.space] is missing"));
    assert!(refusal("[random]\ntrails = 1").contains("did you mean 'trials'?"));
    let many = (0..101).map(|i| i.to_string()).collect::<Vec<_>>().join(", ");
    let e = refusal(&format!("[grid]\nseed = [{many}]\nthreads = [{many}]"));
    assert_eq!(e, "it has 10201 trials but must have from 1 to 10000");
    assert_eq!(refusal("grid = = 1").lines().count(), 1);
}

/// A sweep of tiny runs.
struct Tiny {
    folder: Scratch,
    recipe: PathBuf,
    space: PathBuf,
}

impl Tiny {
    fn new(name: &str, space: &str) -> Self {
        let folder = Scratch::new(name);
        let [recipe, file] = ["recipe.toml", "space.toml"].map(|name| folder.path().join(name));
        let text = "total_steps = 3072\nnum_envs = 8\nrollout_steps = 64\nminibatch_size = 256\nhidden_sizes = [16]\n\
             checkpoint_every_updates = 1\neval_every_updates = 2\neval_games = 8\n\
             [game]\nname = \"dark_side_rising\"\n[game.options]\nimperials = 1\n";
        fs::write(&recipe, text).unwrap();
        fs::write(&file, space).unwrap();
        Self { folder, recipe, space: file }
    }

    fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, out: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_holotable"));
        command
            .arg("train")
            .arg(&self.recipe)
            .arg("--sweep")
            .arg(&self.space)
            .arg("--out")
            .arg(out)
            .args(more);
        command
    }

    fn run(&self, out: &Path, more: &[&str]) -> Output {
        self.command(out, more).output().unwrap()
    }
}

fn error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    text.lines().last().unwrap().strip_prefix("error: ").unwrap().to_owned()
}

/// The report without the clock and the names of folders, and the weights of every trial.
fn result(out: &Path) -> (Value, Vec<Vec<u8>>) {
    let text = fs::read_to_string(out.join("sweep.json")).unwrap();
    let mut report: Value = serde_json::from_str(&text).unwrap();
    let mut models = Vec::new();
    for row in report["trials"].as_array_mut().unwrap() {
        let best = row["best"].as_str().unwrap().to_owned();
        for place in ["", "../latest"] {
            models.push(fs::read(Path::new(&best).join(place).join("model.safetensors")).unwrap());
        }
        let row = row.as_object_mut().unwrap();
        row.retain(|key, _| !["minutes", "best"].contains(&key.as_str()));
    }
    (report["trials"].take(), models)
}

#[test]
fn a_sweep_that_is_killed_goes_on_to_the_same_end() {
    let text = "[random]\ntrials = 2\nseed = 4\n[random.space]\nlearning_rate = { log_uniform = [1e-4, 1e-2] }\n\
                num_epochs = { uniform = [1, 3] }\n";
    let tiny = Tiny::new("sweep", text);
    let [straight, killed] = ["straight", "killed"].map(|name| tiny.out(name));
    let output = tiny.run(&straight, &["--jobs", "2"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.starts_with("trial  learning_rate  num_epochs  best score"), "{table}");
    let report = fs::read_to_string(straight.join("sweep.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert!(table.ends_with(&format!("\nbest: {}\n", report["best"].as_str().unwrap())), "{table}");
    let lows: Vec<f64> =
        report["trials"].as_array().unwrap().iter().map(|row| row["ci_low"].as_f64().unwrap()).collect();
    assert!(lows.len() == 2 && lows[0] >= lows[1], "{lows:?}");

    let kills = kill_until_done(|| tiny.command(&killed, &[]), Duration::from_millis(100), 1.4);
    println!("{kills} kills\n{table}");
    assert!(kills > 0);
    assert!(result(&straight) == result(&killed), "another end after {kills} kills");

    // Finished trials are not trained again, and more of them join those that are there.
    let before = fs::read(killed.join("trial-001/train.log")).unwrap();
    fs::write(&tiny.space, text.replace("trials = 2", "trials = 3")).unwrap();
    let output = tiny.run(&killed, &["--json"]);
    let more: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(more["trials"].as_array().unwrap().len(), 3);
    assert_eq!(more, serde_json::from_slice::<Value>(&fs::read(killed.join("sweep.json")).unwrap()).unwrap());
    assert_eq!(fs::read(killed.join("trial-001/train.log")).unwrap(), before);

    // Another sweep is kept out.
    fs::write(&tiny.space, text.replace("seed = 4", "seed = 5")).unwrap();
    assert!(error(&tiny.run(&killed, &[])).contains("holds a sweep of another space"));
    fs::write(&tiny.space, text).unwrap();
    let e = error(&tiny.run(&killed, &["--set", "gamma=0.5"]));
    assert!(e.contains("holds a sweep of another recipe (it has gamma = 1.0, not gamma = 0.5)"), "{e}");
}

#[test]
fn seeds_of_a_recipe_are_one_row() {
    let tiny = Tiny::new("sweep_seeds", "[grid]\nseed = [1, 2]\nlearning_rate = [1e-3, 3e-3]\n");
    let out = tiny.out("out");
    let output = tiny.run(&out, &["--set", "total_steps=1024"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{table}");
    let heads: Vec<&str> = table.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(heads.join(" "), "trials learning_rate seeds mean score 95 % interval decisions minutes");
    let report: Value = serde_json::from_str(&fs::read_to_string(out.join("sweep.json")).unwrap()).unwrap();
    let groups = report["groups"].as_array().unwrap();
    assert_eq!((groups.len(), report["trials"].as_array().unwrap().len()), (2, 4));
    assert_eq!(table.lines().count(), 1 + 2 + 2);
    let trial = |number: &Value| {
        report["trials"].as_array().unwrap().iter().find(|trial| trial["trial"] == *number).unwrap()
    };
    for group in groups {
        assert_eq!((&group["seeds"], group["set"].as_object().unwrap().len()), (&2.into(), 1));
        let members: Vec<&Value> = group["trials"].as_array().unwrap().iter().map(trial).collect();
        let scores: Vec<f64> = members.iter().map(|trial| trial["score"].as_f64().unwrap()).collect();
        assert!((group["score"].as_f64().unwrap() - f64::midpoint(scores[0], scores[1])).abs() < 1e-12);
        assert!(members.iter().all(|trial| trial["set"]["learning_rate"] == group["set"]["learning_rate"]));
    }
    assert_eq!(report["best"], trial(&groups[0]["trials"][0])["best"], "the best trial of the best group");
}

#[test]
fn a_trial_ends_with_the_sweep_that_started_it() {
    let tiny = Tiny::new("sweep_parent", "");
    let out = tiny.out("run");
    let mut command = Command::new(env!("CARGO_BIN_EXE_holotable"));
    command
        .arg("train")
        .arg(&tiny.recipe)
        .arg("--out")
        .arg(&out)
        .args(["--die-with-parent", "--set=total_steps=1e6"]);
    let mut trial = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    while !out.join("latest").exists() {
        assert_eq!(trial.try_wait().unwrap(), None, "it ended by itself");
        sleep(Duration::from_millis(5));
    }
    drop(trial.stdin.take());
    let code = trial.wait().unwrap().code();
    assert_eq!(code, Some(130));
    assert!(Checkpoint::update_of(&out.join("latest")) > Some(0), "it saves first");
}

/// Trials are saved by the clock at most, so that what is there was saved because the sweep was asked to end.
#[cfg(unix)]
#[test]
fn a_sweep_that_is_asked_to_end_goes_on_where_its_trials_were() {
    let tiny = Tiny::new("sweep_asked", "[grid]\nseed = [1, 2]\n");
    let [straight, asked] = ["straight", "asked"].map(|name| tiny.out(name));
    let set = ["--jobs", "2", "--set=checkpoint_every_updates=0", "--set=total_steps=16384"];
    assert!(tiny.run(&straight, &set).status.success());
    let logs = ["trial-001", "trial-002"].map(|trial| asked.join(trial).join("train.log"));
    for signal in ["-TERM", "-HUP", "-INT"] {
        for log in &logs {
            let _ = fs::remove_file(log);
        }
        let mut sweep =
            tiny.command(&asked, &set).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        while !logs.iter().any(|log| log.exists()) && sweep.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(2));
        }
        // A fast machine may be done.
        if sweep.try_wait().unwrap().is_none() {
            assert!(Command::new("kill").args([signal, &sweep.id().to_string()]).status().unwrap().success());
        }
        let ended = sweep.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(matches!(ended.status.code(), Some(0 | 130)), "{signal}: {said}");
    }
    let saved = Checkpoint::update_of(&asked.join("trial-001/latest"))
        .max(Checkpoint::update_of(&asked.join("trial-002/latest")));
    assert!(saved > Some(0), "nothing was saved");
    assert!(tiny.run(&asked, &set).status.success());
    assert!(result(&straight) == result(&asked));
}

#[test]
fn a_result_that_is_not_as_it_was_written_is_made_anew() {
    let tiny = Tiny::new("sweep_result", "[grid]\nseed = [1]\n");
    let out = tiny.out("out");
    let set = ["--set=total_steps=1024"];
    assert!(tiny.run(&out, &set).status.success());
    let (path, before) = (out.join("trial-001/result.json"), result(&out));
    let whole = fs::read_to_string(&path).unwrap();
    for damaged in [String::new(), whole[..whole.len() / 2].to_owned(), whole.replace("1024", "2024")] {
        fs::write(&path, damaged).unwrap();
        let output = tiny.run(&out, &set);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.success() && said.contains("result.json: it ") && said.contains("made anew"),
            "{said}"
        );
        assert!(result(&out) == before);
        assert!(fs::read_to_string(&path).unwrap().contains("\"decisions\": 1024"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_sweep_whose_report_cannot_name_its_folder_is_refused_before_it_begins() {
    use std::os::unix::ffi::OsStrExt as _;

    let tiny = Tiny::new("sweep_name", "[grid]\nseed = [1]\n");
    let out = tiny.folder.path().join(std::ffi::OsStr::from_bytes(b"sweep-\xff"));
    let e = error(&tiny.run(&out, &[]));
    assert!(e.contains("is no name for a sweep") && !out.exists(), "{e}");
}

#[test]
fn a_trial_that_fails_does_not_stop_the_others() {
    // Nothing to start from: found out when the trial begins.
    let tiny = Tiny::new("sweep_fails", "[grid]\nstart_from = [\"no/such/folder\", \"\"]\n");
    let out = tiny.out("out");
    let output = tiny.run(&out, &["--set", "total_steps=512", "--json"]);
    assert_eq!(error(&output), "1 of 2 trials failed (1); the same command tries them again");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["trials"][0]["trial"], &report["trials"][1]["trial"]), (&2.into(), &1.into()));
    let why = report["trials"][1]["failed"].as_str().unwrap();
    assert!(why.contains("no/such/folder"), "{why}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("failed: {why}")), "{said}");
    assert_eq!(report["best"], out.join("trial-002/best").to_str().unwrap());
}

#[test]
fn every_trial_is_checked_before_any_begins() {
    let cases = [
        ("[grid]\ngamma = [0.9, 2]\n", "space.toml: trial 2: gamma is 2 but must be from 0.001 to 1"),
        ("[grid]\ngame.options.players = [2, 9]\n", "trial 2: option 'players' is '9'"),
        ("[grid]\ngame.mix.players = [[2, 9]]\n", "trial 1: game.mix: option 'players' is '9'"),
        (
            "[grid]\nlearning_rat = [1]\n",
            "space.toml: [grid]: unknown key 'learning_rat'; did you mean 'learning_rate'?",
        ),
    ];
    let tiny = Tiny::new("sweep_checks", "");
    for (text, expected) in cases {
        fs::write(&tiny.space, text).unwrap();
        let output = tiny.run(&tiny.out("out"), &[]);
        let e = error(&output);
        assert!(e.contains(expected), "{e}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
        assert!(!tiny.out("out").exists(), "nothing was begun");
    }
    let output =
        Command::new(env!("CARGO_BIN_EXE_holotable")).args(["train", "x.toml", "--jobs", "2"]).output();
    assert!(error(&output.unwrap()).contains("--sweep"));
}

#[test]
fn the_example_is_sound() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/sweep/dark_side_rising.toml");
    let space = space(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(space.keys(), ["ent_coef", "gae_lambda", "learning_rate"]);
}
