//! The calibration of an agent: how well the chances to win that it expects match its results.

use std::path::Path;
use std::process::Command;

use holotable_arena::calibration::{Calibration, run};
use holotable_arena::tournament::Plan;
use holotable_env::{Sample, generator};
use holotable_erased::Kind;
use holotable_store::checkpoint::{Checkpoint, PlattCalibration, Source};
use holotable_store::error::Error;
use holotable_store::shipped;

use crate::scratch::Scratch;

fn calibration(game: &str, agent: &str, games: u64, threads: usize) -> Result<Calibration, Error> {
    let game = Kind::named(game).unwrap().build([], None).unwrap();
    let plan = Plan { games, seed: 70, threads, check: false, progress: &|_| {}, stop: &|| false };
    run(&game, agent, &plan)
}

#[test]
fn each_game_counts_once_on_any_number_of_threads() {
    let found = calibration("rebellion_combat", "ppo", 60, 1).unwrap();
    assert_eq!(found.bins.iter().map(|bin| bin.games).sum::<u64>(), found.games);
    assert!(found.games > 50, "a battle has decisions: {}", found.games);
    for bin in &found.bins {
        assert!(bin.ci_low <= bin.had && bin.had <= bin.ci_high, "{bin:?}");
    }
    assert!(found.bins.windows(2).all(|pair| pair[0].expected < pair[1].expected));
    // Better than to say one half of each, and in the right direction.
    assert!(found.brier < 0.25 && found.slope.as_ref().is_some_and(|fit| fit.ci_low > 0.0), "{found:?}");
    let again = calibration("rebellion_combat", "ppo", 60, 2).unwrap();
    let text = |found: &Calibration| serde_json::to_string(found).unwrap();
    assert_eq!(text(&again), text(&found));
}

#[test]
fn who_expects_nothing_is_refused() {
    let line = calibration("dark_side_rising", "greedy", 3, 1).unwrap_err().to_string();
    assert!(line.starts_with("'greedy' gives no evaluation of the position"), "{line}");
}

/// A kept slope changes what is expected and no move, and a slope that is measured on top of it multiplies it.
#[test]
fn a_slope_is_kept_beside_the_weights() {
    let folder = Scratch::new("slope");
    let (once, twice) = (folder.path().join("once"), folder.path().join("twice"));
    let name = "rebellion_combat";
    let plain = PlattCalibration { slope: 1.0, ci_low: 0.75, ci_high: 1.25, games: 5, seed: 7 };
    // As it came, whatever slope that is.
    let shipped = folder.path().join("shipped");
    Checkpoint::calibrate(&shipped::checkpoint(name, "ppo"), plain.clone(), &shipped).unwrap();
    Checkpoint::calibrate(&Source::from(&shipped), PlattCalibration { slope: 2.0, ..plain.clone() }, &once)
        .unwrap();
    Checkpoint::calibrate(&Source::from(&once), PlattCalibration { slope: 1.5, ..plain.clone() }, &twice)
        .unwrap();
    let game = Kind::named(name).unwrap().build([], None).unwrap();
    let mut agents = [&shipped, &once, &twice].map(|folder| game.player(folder.to_str().unwrap()).unwrap());
    let mut state = game.clone().start(Sample(generator(3, 0)));
    let mut seen = 0;
    while state.actor().is_some() {
        let told = agents.each_mut().map(|agent| {
            agent.analyse(state.as_ref(), &mut Sample(generator(0, 0))).expect("networks evaluate positions")
        });
        let steeper = |p: f64, slope: f64| p.powf(slope) / (p.powf(slope) + (1.0 - p).powf(slope));
        for (found, slope) in told[1..].iter().zip([2.0, 3.0]) {
            assert_eq!(found.moves, told[0].moves);
            assert!((found.score - steeper(told[0].score, slope)).abs() < 1e-5, "{}", found.score);
        }
        seen += 1;
        state.apply(told[0].action).unwrap();
    }
    assert!(seen > 5);
    for wrong in [0.0, -1.0, 11.0, f64::NAN] {
        let line = Checkpoint::calibrate(
            &Source::from(&once),
            PlattCalibration { slope: wrong, ..plain.clone() },
            &twice,
        );
        let line = line.unwrap_err().to_string();
        assert!(line.starts_with("slope ") && line.ends_with("is not from 0.1 to 10"), "{line}");
    }
    // The one from before is whole.
    assert!(game.player(twice.to_str().unwrap()).is_ok());
    // Each slope is on top of the one before.
    let kept = |folder: &Path| {
        let state = std::fs::read_to_string(folder.join("state.json")).unwrap();
        serde_json::from_str::<serde_json::Value>(&state).unwrap()["calibration"].clone()
    };
    let (first, last) = (kept(&shipped), kept(&twice));
    for (key, expected) in [("slope", 3.0), ("ci_low", 1.5), ("ci_high", 2.5)] {
        let before = first["slope"].as_f64().unwrap();
        assert!((last[key].as_f64().unwrap() - expected * before).abs() < 1e-9, "{key}: {first}, {last}");
    }
    assert_eq!((&last["games"], &last["seed"]), (&5.into(), &7.into()));
}

/// Before its games, which would take hours.
#[test]
fn a_search_has_no_weights_beside_which_a_slope_is_kept() {
    let folder = Scratch::new("search");
    let out = folder.path().join("kept");
    let told = Command::new(env!("CARGO_BIN_EXE_holotable"))
        .args(["calibration", "conflict", "flat:5000@all", "--games", "100000", "--out"])
        .arg(&out)
        .output()
        .unwrap();
    let line = String::from_utf8_lossy(&told.stderr);
    assert!(told.status.code() == Some(2) && line.contains("which must be a trained network"), "{line}");
    assert!(!out.exists());
}

#[test]
fn a_folder_that_is_there_stays_as_it_is() {
    let folder = Scratch::new("kept");
    let file = folder.path().join("mine.txt");
    std::fs::write(&file, "mine").unwrap();
    let told = Command::new(env!("CARGO_BIN_EXE_holotable"))
        .args(["calibration", "conflict", "--games", "10", "--out", folder.path().to_str().unwrap()])
        .output()
        .unwrap();
    let line = String::from_utf8_lossy(&told.stderr);
    assert!(told.status.code() == Some(2) && line.contains("exists: --out takes a new folder"), "{line}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}
