//! `holotable plot`: the numbers and the picture of synthetic runs, and one line for what cannot be read.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::scratch::Scratch;

/// A run of ten updates of 100 decisions that is evaluated after every fifth; its score rises by `slope` with each.
fn write(folder: &Path, recipe: &str, slope: f64, eval_shift: u64) {
    fs::create_dir_all(folder.join("latest")).unwrap();
    fs::write(folder.join("latest/config.toml"), recipe).unwrap();
    let mut text = String::new();
    for update in 1..=10u64 {
        let mut record = json!({
            "update": update, "steps": 100 * update, "seconds": 6.0 * update as f64, "episodes": 500, "truncated": 100,
            "win_rate": 0.1 * update as f64, "entropy": 1.0 / update as f64, "approx_kl": 0.01, "explained_variance": 0.5,
            "profile": { "environment": 2.0, "learning": 1.0 },
            "calibration_table": [[update, 0.25, 0.5], [10, 0.75, 0.7]],
        });
        if (update + eval_shift).is_multiple_of(5) {
            let score = slope * update as f64;
            (record["eval_score"], record["eval_low"], record["eval_high"]) =
                (score.into(), (score - 0.02).into(), (score + 0.02).into());
        }
        writeln!(text, "{record}").unwrap();
    }
    fs::write(folder.join("metrics.jsonl"), text).unwrap();
}

fn recipe(rate: f64, seed: u64) -> String {
    format!(
        "# Adam's step size.\nlearning_rate = {rate}\nseed = {seed}\nthreads = {seed}\n\n[game]\nname = \"dark_side_rising\"\n"
    )
}

fn holotable(args: &[&str], folders: &[&PathBuf]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_holotable")).arg("plot").args(folders).args(args).output().unwrap()
}

fn numbers(args: &[&str], folders: &[&PathBuf]) -> Value {
    let output = holotable(&[args, &["--json"]].concat(), folders);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refusal(args: &[&str], folders: &[&PathBuf]) -> String {
    let output = holotable(args, folders);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
    text
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn near(found: &Value, expected: &[f64]) {
    let found = floats(found);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-5, "{found:?} but {expected:?}");
    }
}

#[test]
fn seeds_of_a_recipe_are_one_curve_with_the_interval_of_students_t() {
    let scratch = Scratch::new("plot");
    let at = |name: &str| scratch.path().join(name);
    let (a1, a2, b) = (at("sweep/a1"), at("sweep/a2"), at("sweep/b"));
    write(&a1, &recipe(0.001, 1), 0.05, 0);
    write(&a2, &recipe(0.001, 2), 0.07, 0);
    write(&b, &recipe(0.01, 1), 0.03, 0);
    let all = numbers(&[], &[&a1, &b, &a2, &a1]);
    assert_eq!((&all["x"], &all["game"]), (&json!("decisions"), &json!("dark_side_rising")));
    let [a, b_curve] = [0, 1].map(|i| &all["curves"][i]);
    assert_eq!(
        (&a["label"], &b_curve["label"]),
        (&json!("learning_rate=0.001"), &json!("learning_rate=0.01"))
    );
    assert_eq!((&a["seeds"], &a["interval"]), (&json!(["1", "2"]), &json!("seeds")));
    assert_eq!((&b_curve["seeds"], &b_curve["interval"]), (&json!(["1"]), &json!("games")));
    // Two seeds: the mean, and 12.7062 times half their distance at each side, but never below 0 or above 1.
    near(&a["score"]["x"], &[500.0, 1000.0]);
    near(&a["score"]["mean"], &[0.3, 0.6]);
    near(&a["score"]["low"], &[0.0, 0.0]);
    near(&a["score"]["high"], &[0.3 + 12.706_205 * 0.05, 1.0]);
    near(&b_curve["score"]["low"], &[0.13, 0.28]);
    // 400 games an update end: of the last 1,000 at least, three updates.
    near(&a["win_rate"]["mean"], &[0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    near(&a["entropy"]["low"], &(1..=10).map(|update| 1.0 / f64::from(update)).collect::<Vec<_>>());
    assert_eq!(b_curve["entropy"]["low"], Value::Null);
    // The last tenth is the last update, of both seeds together.
    near(&a["calibration"]["count"], &[20.0, 20.0]);
    near(&a["calibration"]["actual"], &[0.5, 0.7]);
    assert_eq!(a["seconds"], json!({ "environment": 40.0, "learning": 20.0 }));
    // The folder of a sweep stands for its runs.
    let sweep = numbers(&["--x", "minutes"], &[&at("sweep")]);
    assert_eq!(sweep["curves"].as_array().unwrap().len(), 2);
    near(&sweep["curves"][0]["score"]["x"], &[0.5, 1.0]);
}

#[test]
fn a_mean_is_drawn_only_where_all_seeds_have_data() {
    let scratch = Scratch::new("plot-common");
    let (one, two) = (scratch.path().join("one"), scratch.path().join("two"));
    // Evaluated at 500 and 1000, and at 300 and 800.
    write(&one, &recipe(0.001, 1), 0.05, 0);
    write(&two, &recipe(0.001, 2), 0.05, 2);
    let all = numbers(&[], &[&one, &two]);
    let score = &all["curves"][0]["score"];
    near(&score["x"], &[500.0]);
    near(&score["mean"], &[0.25]);
}

#[test]
fn the_same_seed_twice_is_no_draw_of_luck() {
    let scratch = Scratch::new("plot-twice");
    let [before, after] = ["before", "after"].map(|name| scratch.path().join(name));
    write(&before, &recipe(0.001, 1), 0.05, 0);
    write(&after, &recipe(0.001, 1), 0.06, 0);
    let all = numbers(&[], &[&before, &after]);
    let labels: Vec<&Value> = all["curves"].as_array().unwrap().iter().map(|curve| &curve["label"]).collect();
    assert_eq!(labels, ["before", "after"]);
}

#[test]
fn the_picture_names_its_curves_and_escapes_what_it_must() {
    let scratch = Scratch::new("plot-svg");
    let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
    write(&one, &format!("start_from = \"a<b&c\"\n{}", recipe(0.001, 1)), 0.05, 0);
    write(&two, &recipe(0.001, 1), 0.05, 0);
    let file = scratch.path().join("picture.svg");
    let output = holotable(&["--x", "updates", "--out", file.to_str().unwrap()], &[&one, &two]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, format!("{}: 2 curves of 2 runs\n", file.display()));
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for words in ["dark_side_rising", "Evaluation score", "updates", "Where the time went", "environment"] {
        assert!(svg.contains(words), "{words}");
    }
    assert!(!svg.contains("a<b"), "a name is not markup");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 3, "nothing else is left");
}

#[test]
fn what_cannot_be_read_is_refused_in_one_line() {
    let scratch = Scratch::new("plot-errors");
    let run = scratch.path().join("run");
    write(&run, &recipe(0.001, 1), 0.05, 0);
    let metrics = run.join("metrics.jsonl");
    let text = fs::read_to_string(&metrics).unwrap();
    let with = |text: &str| {
        fs::write(&metrics, text).unwrap();
        refusal(&["--json"], &[&run])
    };
    let broken = text.replacen("\"steps\":300", "\"steps\":300]", 1);
    assert!(with(&broken).contains("metrics.jsonl line 3: not a record: "), "{}", with(&broken));
    let twice = format!("{text}{text}");
    assert!(with(&twice).contains("metrics.jsonl line 11: steps are 100 after 1000"), "{}", with(&twice));
    let other = with("{\"update\": 1}\n");
    assert!(other.contains("line 1: not a record: steps is null but must be a whole number"), "{other}");
    assert!(with("").contains("metrics.jsonl: it holds no record yet"));
    // What is being written is not broken.
    fs::write(&metrics, format!("{text}{{\"update\": 11, \"st")).unwrap();
    assert_eq!(numbers(&[], &[&run])["curves"][0]["entropy"]["x"].as_array().unwrap().len(), 10);
    fs::write(run.join("latest/config.toml"), "seed = = 1").unwrap();
    assert!(refusal(&["--json"], &[&run]).contains("latest/config.toml: "));

    let empty = scratch.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(refusal(&[], &[&empty]).contains("empty: no run lies here: there is no metrics.jsonl"));
    assert!(refusal(&[], &[&scratch.path().join("nowhere")]).contains("cannot read"));
    assert!(refusal(&[], &[]).contains("<RUN>"));
    let e = refusal(&["--x", "minuets"], &[&run]);
    assert!(e.contains("must be one of decisions, minutes, updates; did you mean 'minutes'?"), "{e}");
    fs::write(run.join("latest/config.toml"), recipe(0.1, 1)).unwrap();
    let e = refusal(&["--out", "/no/such/folder/curves.svg"], &[&run]);
    assert!(e.contains("cannot write /no/such/folder/curves.svg"), "{e}");
}
