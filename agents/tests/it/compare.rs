//! Comparisons on the toy: paired, symmetric, and the same on any number of threads.

use holotable_arena::compare::{Comparison, run};
use holotable_arena::tournament::Plan;
use holotable_erased::erase;
use holotable_games::toys::secret_pig::secret_pig;

fn compare(a: &str, b: &str, threads: usize) -> Comparison {
    let plan = Plan { games: 300, seed: 3, threads, check: true, progress: &|_| {}, stop: &|| false };
    run(&erase(secret_pig(3)), &[a, b], None, &plan).expect("known agents")
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    let json = |threads| serde_json::to_string(&compare("random", "coward", threads)).unwrap();
    assert_eq!(json(1), json(2));
}

#[test]
fn an_agent_does_not_differ_from_itself() {
    let twins = compare("coward", "coward", 2);
    assert_eq!((twins.only_a, twins.only_b, twins.games), (0, 0, 300));
    assert!(twins.both > 0 && twins.neither > 0);
    assert!((twins.p_value - 1.0).abs() < 1e-12 && twins.games_for_power_80.is_none());
}

/// One coward against two at random, and one at random against two cowards: exchanging the agents exchanges the sides.
#[test]
fn exchanged_agents_exchange_the_counts() {
    let (one, two) = (compare("random", "coward", 1), compare("coward", "random", 1));
    assert_eq!(
        (one.both, one.only_a, one.only_b, one.neither),
        (two.both, two.only_b, two.only_a, two.neither)
    );
    assert_eq!((one.a.won, one.b.won), (two.b.won, two.a.won));
    assert_eq!(one.a.won.wins, one.both + one.only_a);
    assert!((one.difference + two.difference).abs() < 1e-12 && one.only_a != one.only_b);
    assert_eq!(one.games_for_power_80, two.games_for_power_80);
}

/// Games of an agent against itself have at most one winner; which team it was is told by the games that count.
#[test]
fn the_teams_are_led_in_turn() {
    let wins = |seed: u64, games: u64| {
        let plan = Plan { games, seed, threads: 1, check: false, progress: &|_| {}, stop: &|| false };
        if games == 0 {
            0
        } else {
            run(&erase(secret_pig(3)), &["coward", "coward"], None, &plan).unwrap().both
        }
    };
    let won = |seed: u64, team: u64| wins(seed - team, team + 1) - wins(seed - team, team);
    let mut teams = [0; 3];
    for seed in 10..40 {
        let winners = [0, 1, 2].map(|team| won(seed, team));
        assert!(winners.iter().sum::<u64>() <= 1, "seed {seed}: {winners:?}");
        teams.iter_mut().zip(winners).for_each(|(sum, won)| *sum += won);
    }
    assert!(teams.iter().all(|&won| won > 0) && teams.iter().sum::<u64>() > 15, "{teams:?}");
}

#[test]
fn an_unknown_agent_is_refused() {
    let plan = Plan { games: 1, seed: 1, threads: 1, check: false, progress: &|_| {}, stop: &|| false };
    let line = run(&erase(secret_pig(2)), &["random", "cowrad"], None, &plan).unwrap_err().to_string();
    assert!(line.contains("did you mean 'coward'?"), "{line}");
}
