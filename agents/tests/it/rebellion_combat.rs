//! The bots of rebellion combat: their order of strength, their advice, and what they may not know.

use holotable_agents::bots::Bots;
use holotable_agents::tournament::{AgentReport, Plan, run};
use holotable_env::check::play_bytes;
use holotable_env::rebellion_combat::{Action, RebellionCombat, State};
use holotable_env::{Explain, Game, Options, Sample, Tabletop, generator, legal_actions};

fn game(given: &[(&str, &str)]) -> RebellionCombat {
    let options = Options::resolve(RebellionCombat::option_specs(), given.iter().copied()).unwrap();
    RebellionCombat::build(&options, None).unwrap()
}

fn duel(given: &[(&str, &str)], agents: [&str; 2], games: u64) -> Vec<AgentReport> {
    let agents = agents.map(str::to_owned);
    let plan = Plan { games, seed: 1, threads: 0, check: true, progress: &|_| {} };
    run(&game(given), &agents, &plan).unwrap().agents
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

#[test]
fn features_and_action_distributions_are_sound_and_do_not_depend_on_hidden_cards() {
    let g = game(&[]);
    for seed in 0..6 {
        let bytes: Vec<u8> = (0..120).map(|i: u32| (i * 37 + seed * 11) as u8).collect();
        let mut rng = Sample(generator(u64::from(seed), 7));
        play_bytes(&g, u64::from(seed), &bytes, |s| {
            let Some(seat) = g.actor(s) else { return Ok(()) };
            let advice = |s: &State| {
                let mut list: Vec<(Action, f64)> = Vec::new();
                g.action_distribution(s, |a, p| list.push((a, p)));
                list
            };
            let seen = |s: &State, seat| {
                let mut seen = Explain::default();
                g.features(s, seat, &mut seen);
                seen.values
            };
            let mine = advice(s);
            let sum: f64 = mine.iter().map(|(_, p)| p).sum();
            let legal = legal_actions(&g, s);
            let mut other = *s;
            g.redeal(&mut other, seat, &mut rng);
            let sound = (sum - 1.0).abs() < 1e-9
                && mine.iter().all(|(a, _)| legal.contains(a))
                && (0..2).all(|p| {
                    seen(s, p).iter().all(|x| (x.range.0..=x.range.1).contains(&x.value))
                        && (g.potential(s, p) + g.potential(s, 1 - p)).abs() < 1e-6
                })
                && seen(s, seat) == seen(&other, seat)
                && mine == advice(&other);
            if sound { Ok(()) } else { Err(format!("{mine:?} among {legal:?}")) }
        })
        .unwrap();
    }
}
