//! The game keeps what the core promises of every game, and agents play and learn it by its name.

#[path = "../src/kuhn_poker.rs"]
mod kuhn_poker;

use std::sync::{Arc, Once};

use holotable_arena::tournament::{Plan, run};
use holotable_env::check::conforms;
use holotable_env::{Options, Tabletop};
use holotable_erased::{AnyGame, Kind};
use holotable_train::ppo::{Config, Start, Task, train};
use kuhn_poker::KuhnPoker;

/// The game as the commands find it.
fn game() -> Arc<dyn AnyGame> {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(Kind::register::<KuhnPoker>);
    Kind::named(KuhnPoker::NAME).and_then(|kind| kind.build([], None)).expect("it is registered")
}

/// The mean score of the second of two agents, who play both seats in turn.
fn score(one: &str, two: &str) -> f64 {
    let plan = Plan { games: 4_000, seed: 1, threads: 1, check: true, progress: &|_| {}, stop: &|| false };
    let report = run(game().as_ref(), &[one, two], &plan).expect("both agents are known");
    report.agents[1].mean_score
}

#[test]
fn the_game_conforms() {
    let options = Options::resolve(KuhnPoker::option_specs(), []).unwrap();
    conforms(&KuhnPoker::build(&options, None).unwrap(), 100).unwrap();
}

#[test]
fn the_game_is_listed_beside_the_others_and_suggested() {
    game();
    let names: Vec<_> = Kind::all().iter().map(|kind| kind.name).collect();
    assert!(names.contains(&KuhnPoker::NAME) && names.contains(&"risk"), "{names:?}");
    let why = Kind::named(&format!("{}_", KuhnPoker::NAME)).unwrap_err().to_string();
    assert!(why.contains(&format!("did you mean '{}'", KuhnPoker::NAME)), "{why}");
}

#[test]
fn bots_and_searches_play_the_game() {
    assert!(score("random", "equilibrium") > 0.52);
    assert!(score("random", "flat:20") > 0.52);
}

#[test]
fn a_network_learns_the_game() {
    let folder = std::env::temp_dir().join(format!("kuhn_poker_{}", std::process::id()));
    let small = ["total_steps=60000", "eval_games=100", "threads=1"].map(String::from);
    let config = Config::from_toml(include_str!("../kuhn_poker.toml"), &small).unwrap();
    train(&config, &Task::plain(game()), &folder, Start::New).unwrap();
    let learnt = score("random", folder.to_str().unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(learnt > 0.52, "{learnt}");
}
