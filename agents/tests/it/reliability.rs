//! How far the chances to win that an agent expects are those that it has.

use holotable_agents::any::Kind;
use holotable_agents::error::Error;
use holotable_agents::reliability::{Reliability, run};
use holotable_agents::tournament::Plan;

fn reliability(game: &str, agent: &str, games: u64, threads: usize) -> Result<Reliability, Error> {
    let game = Kind::named(game).unwrap().build([], None).unwrap();
    let plan = Plan { games, seed: 70, threads, check: false, progress: &|_| {}, stop: &|| false };
    run(&game, agent, &plan)
}

#[test]
fn each_game_counts_once_on_any_number_of_threads() {
    let found = reliability("rebellion_combat", "ppo", 60, 1).unwrap();
    assert_eq!(found.bins.iter().map(|bin| bin.games).sum::<u64>(), found.games);
    assert!(found.games > 50, "a battle has decisions: {}", found.games);
    for bin in &found.bins {
        assert!(bin.ci_low <= bin.had && bin.had <= bin.ci_high, "{bin:?}");
    }
    assert!(found.bins.windows(2).all(|pair| pair[0].expected < pair[1].expected));
    // Better than to say one half of each, and in the right direction.
    assert!(found.brier < 0.25 && found.slope.as_ref().is_some_and(|fit| fit.ci_low > 0.0), "{found:?}");
    let again = reliability("rebellion_combat", "ppo", 60, 2).unwrap();
    let text = |found: &Reliability| serde_json::to_string(found).unwrap();
    assert_eq!(text(&again), text(&found));
}

#[test]
fn who_expects_nothing_is_refused() {
    let line = reliability("dark_side_rising", "greedy", 3, 1).unwrap_err().to_string();
    assert!(line.starts_with("'greedy' has no opinion of how the game stands"), "{line}");
}
