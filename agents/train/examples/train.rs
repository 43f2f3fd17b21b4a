//! `cargo run --release --example train`: trains a network by a small recipe, a minute on two cores, and plays with it.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;
use std::path::Path;

use holotable_arena::report::Report;
use holotable_arena::tournament::{Plan, run};
use holotable_train::ppo::{Config, Start, Task, train};
use holotable_train::recipes;

/// Trains in `folder` by the recipe, with these keys changed, and plays `games` games.
fn learn(folder: &Path, changed: &[&str], games: u64) -> Result<Report, Box<dyn Error>> {
    // The recipes of `configs/train/` are known by name. A key is changed as with `holotable train --set`.
    let recipe = recipes::read(Path::new("dark_side_rising_small"))?;
    let changed: Vec<String> = changed.iter().map(ToString::to_string).collect();
    let config = Config::from_toml(&recipe, &changed)?;

    // The folder gets checkpoints and curves. A run that was stopped goes on; `Start::New` would refuse its folder.
    let task = Task::of(&config)?;
    let summary = train(&config, &task, folder, Start::Latest)?;
    println!("{} decisions in {} updates", summary.progress.steps, summary.progress.update);

    // A folder of a run is the name of an agent. It plays games that the training did not see.
    let learnt = folder.to_str().ok_or("the folder has no name in Unicode")?;
    let plan = Plan { games, seed: 1_000_000, threads: 0, check: false, progress: &|_| {}, stop: &|| false };
    Ok(run(task.game.as_ref(), &["random", learnt, "expert"], &plan)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new("runs/example");
    for agent in learn(folder, &["seed=1"], 1000)?.agents {
        println!("{:12} {:5.1} % of {} games won", agent.name, 100.0 * agent.won.win_rate, agent.games);
    }
    println!("Draw the curves: holotable plot {}", folder.display());
    Ok(())
}

#[test]
fn a_little_training_beats_random_play() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("holotable_train_{}", std::process::id()));
    let agents = learn(&folder, &["total_steps=100_000", "eval_games=100"], 200).map(|report| report.agents);
    std::fs::remove_dir_all(&folder)?;
    let agents = agents?;
    assert!(agents[1].won.wins > agents[0].won.wins, "{agents:?}");
    Ok(())
}
