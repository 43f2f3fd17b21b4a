//! `holotable-torch` trains on torch as `holotable` does without: to the end, on from there, and many runs in a sweep.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::scratch::Scratch;

const SMALL: &str = "total_steps = 1024\nnum_envs = 8\nrollout_steps = 32\nminibatch_size = 256\nhidden_sizes = [16]\n\
    eval_games = 2\nthreads = 1\n[game]\nname = \"rebellion_combat\"\n\
    [game.options]\nvalue = 6\n";

fn trains(folder: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_holotable-torch"));
    let output = command.current_dir(folder).args(["train", "recipe.toml"]).args(more).output().unwrap();
    assert!(output.status.success(), "{more:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn a_run_and_a_sweep_on_torch() {
    let folder = Scratch::new("torch_program");
    let at = folder.path();
    fs::write(at.join("recipe.toml"), SMALL).unwrap();
    let torch = ["--set=learner=torch", "--set=row_width=16", "--out=run"];
    let told = |more: &[&str]| String::from_utf8(trains(at, &[&torch[..], more].concat()).stdout).unwrap();
    assert!(told(&["--set=session_updates=1"]).contains("256 decisions in 1 updates, stopped"));
    assert!(told(&["--resume"]).contains("1024 decisions in 4 updates, finished"));

    fs::write(at.join("space.toml"), "[grid]\nlearner = [\"fast\", \"torch\"]\n").unwrap();
    let report = trains(at, &["--sweep=space.toml", "--out=sweep", "--json"]).stdout;
    let report: Value = serde_json::from_slice(&report).unwrap();
    let trials = report["trials"].as_array().unwrap();
    assert!(trials.len() == 2 && trials.iter().all(|trial| trial["failed"].is_null()), "{report}");
}
