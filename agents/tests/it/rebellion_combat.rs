//! The bots of rebellion combat: their order of strength in every scenario.

use holotable_arena::tournament::{AgentReport, Plan, run};
use holotable_env::{Options, Tabletop};
use holotable_erased::erase;
use holotable_games::rebellion_combat::RebellionCombat;

fn game(given: &[(&str, &str)]) -> RebellionCombat {
    let options = Options::resolve(RebellionCombat::option_specs(), given.iter().copied()).unwrap();
    RebellionCombat::build(&options, None).unwrap()
}

fn duel(given: &[(&str, &str)], agents: [&str; 2], games: u64) -> Vec<AgentReport> {
    let agents = agents.map(str::to_owned);
    let plan = Plan { games, seed: 1, threads: 0, check: true, progress: &|_| {}, stop: &|| false };
    run(erase(game(given)).as_ref(), &agents, &plan).unwrap().agents
}

/// Standard deviation of a mean of so many scores is at most 0.5 / √games; a deviation by four of them is significant.
#[test]
fn each_bot_beats_the_one_before_it() {
    for (agents, games) in [(["greedy", "random"], 1_000), (["expert", "greedy"], 600)] {
        let rows = duel(&[], agents, games);
        let least = 0.5 + 4.0 * 0.5 / (games as f64).sqrt();
        assert!(rows[0].mean_score > least, "{agents:?}: {}", rows[0].mean_score);
        assert!((rows[0].mean_score + rows[1].mean_score - 1.0).abs() < 1e-9);
    }
}

#[test]
fn bots_play_every_scenario_by_the_rules() {
    for scenario in ["dogfight", "broadside", "blockade", "ice_field", "trench_run", "forest_moon"] {
        duel(&[("scenario", scenario)], ["expert", "greedy"], 6);
    }
}
