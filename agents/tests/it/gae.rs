//! Advantages, against the numbers of an independent version in Python (`python/tests/ppo_oracle.py`).

use std::collections::BTreeMap;
use std::sync::Arc;

use holotable_env::{Layout, generator};
use holotable_erased::{AnyGame, erase};
use holotable_games::toys::secret_pig::secret_pig;
use holotable_net::init;
use holotable_net::packed::PackedNet;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::observation_wrapper::PRIOR_SPAN;
use holotable_train::ppo::config::Config;
use holotable_train::ppo::gae::{Decision, End, ValueEstimate, advantages};
use holotable_train::ppo::rollout::Rollout;
use serde_json::Value;

use crate::five_dice::FiveDice;
use crate::recipe::recipe;
use crate::solo::Solo;
use crate::solo_pig::solo_pig;

fn case(name: &str) -> Value {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/gae.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()[name].clone()
}

/// All numbers in nested lists, in order.
fn floats(json: &Value) -> Vec<f32> {
    match json.as_array() {
        Some(list) => list.iter().flat_map(floats).collect(),
        None => vec![number(json) as f32],
    }
}

fn number(json: &Value) -> f64 {
    json.as_f64().unwrap()
}

/// The advantages of the case, whose decisions are by `team(t)`; a cut is where `cut_team(t)` would decide.
fn gae(
    c: &Value,
    teams: usize,
    team: impl Fn(usize) -> usize,
    cut_team: impl Fn(usize) -> usize,
) -> Vec<Option<f32>> {
    let values = floats(&c["values"]);
    let at = |team: usize, value: f32| ValueEstimate { team, value };
    let decision = |t: usize| {
        let end = match c["ends"][t].as_u64() {
            Some(0) => End::No,
            Some(1) => End::Terminated,
            _ => End::Truncated(at(cut_team(t), number(&c["cut_values"][t]) as f32)),
        };
        let terminated = if end == End::Terminated { u64::MAX } else { 0 };
        Decision { estimate: at(team(t), values[t]), turn: 0, end, terminated }
    };
    let decisions: Vec<Decision> = (0..values.len()).map(decision).collect();
    let after = at(c["last_team"].as_u64().unwrap_or(0) as usize, number(&c["last"]) as f32);
    let discounts = (number(&c["gamma"]) as f32, number(&c["lam"]) as f32);
    advantages(&decisions, &floats(&c["rewards"]), teams, after, discounts)
}

#[track_caller]
fn close_options(found: &[Option<f32>], expected: &Value) {
    let expected: Vec<Option<f64>> = expected.as_array().unwrap().iter().map(Value::as_f64).collect();
    let same = |(a, b): (&Option<f32>, &Option<f64>)| match (a, b) {
        (Some(a), Some(b)) => (f64::from(*a) - b).abs() < 1e-5,
        (a, b) => a.is_none() && b.is_none(),
    };
    assert!(found.len() == expected.len() && found.iter().zip(&expected).all(same), "{found:?} {expected:?}");
}

#[test]
fn gae_over_termination_and_truncation() {
    let c = case("gae");
    close_options(&gae(&c, 1, |_| 0, |_| 0), &c["expected"]);
}

/// Four decisions of one team in the turns 1, 1, 2 and 3, and the end with 1; by hand, with gamma 1 and lambda 0.5.
#[test]
fn traces_decay_at_the_ends_of_turns_only() {
    let decision = |turn, value, end| {
        let terminated = u64::from(end == End::Terminated);
        Decision { estimate: ValueEstimate { team: 0, value }, turn, end, terminated }
    };
    let of = |turns: [u32; 4]| {
        let [a, b, c, d] = turns;
        let decisions = [
            decision(a, 0.2, End::No),
            decision(b, 0.3, End::No),
            decision(c, 0.6, End::No),
            decision(d, 0.8, End::Terminated),
        ];
        let after = ValueEstimate { team: 0, value: 0.5 };
        let found = advantages(&decisions, &[0.0, 0.0, 0.0, 1.0], 1, after, (1.0, 0.5));
        found.into_iter().map(|advantage| advantage.expect("the game ends")).collect::<Vec<f32>>()
    };
    // The errors of the values are 0.1, 0.3, 0.2, 0.2.
    let expected =
        [0.1 + (0.3 + 0.5 * (0.2 + 0.5 * 0.2)), 0.3 + 0.5 * (0.2 + 0.5 * 0.2), 0.2 + 0.5 * 0.2, 0.2];
    let near =
        |found: &[f32], expected: &[f32]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(near(&of([1, 1, 2, 3]), &expected), "{:?}", of([1, 1, 2, 3]));
    let paper = [0.1 + 0.5 * (0.3 + 0.5 * 0.3), 0.3 + 0.5 * 0.3, 0.3, 0.2];
    assert!(near(&of([0; 4]), &paper), "a game without turns");
}

#[test]
fn gae_of_two_teams_keeps_their_trajectories_apart() {
    let c = case("team_gae");
    let index = |v: &Value| v.as_u64().unwrap() as usize;
    let cut_team = |t: usize| index(&c["cut_teams"][t.to_string()]);
    let found = gae(&c, 2, |t| index(&c["teams"][t]), cut_team);
    assert!(found.iter().any(Option::is_none), "the case shows a decision whose sequel is unknown");
    close_options(&found, &c["expected"]);
}

#[test]
fn undiscounted_returns_are_the_results_of_each_team() {
    // With gamma = lambda = 1 an advantage plus its value is what the deciding team gets at the end, which is
    // 0 or 1 (0.5 for a tie of two) in a game that ended inside the record.
    let game = secret_pig(2);
    let config = recipe(&["rollout_steps=64"]);
    let net = init::net(&config.shape(), &Layout::of(&game), PRIOR_SPAN, &mut generator(1, 0));
    let mut rollout = Rollout::new(&[erase(game)], FeatureSet::PLAIN, &config);
    rollout.collect(&PackedNet::new(&net), (1.0, 1.0));
    let places = rollout.learnable();
    assert!(places.len() > 1900 && places.len() < rollout.len());
    let targets = places.iter().map(|&place| rollout.transition(place).target);
    let settled = targets.filter(|r| [0.0, 0.5, 1.0].iter().any(|x| (r - x).abs() < 1e-5)).count();
    assert!(settled as f64 > 0.9 * places.len() as f64, "{settled} of {}", places.len());
}

/// A rollout of a game by a network at its start, with luck or, by so many samples, without.
fn played(game: &Arc<dyn AnyGame>, chance_samples: usize, lambda: f32) -> Rollout {
    let config = Config { chance_samples, ..recipe(&["rollout_steps=128"]) };
    let layout = game.layout(FeatureSet::PLAIN);
    let net = init::net(&config.shape(), layout, PRIOR_SPAN, &mut generator(1, 0));
    let mut rollout = Rollout::new(std::slice::from_ref(game), FeatureSet::PLAIN, &config);
    rollout.collect(&PackedNet::new(&net), (1.0, lambda));
    rollout
}

/// What was shown and chosen in each decision, and its advantage.
fn choices(rollout: &Rollout) -> Vec<(String, f32)> {
    let places = rollout.learnable().into_iter();
    let choice = |place| {
        let one = rollout.transition(place);
        (format!("{:?} {}", one.inputs, one.legal[one.chosen]), one.advantage)
    };
    places.map(choice).collect()
}

/// How far the advantages of one choice in one state are apart, at most.
fn spread(choices: &[(String, f32)]) -> f32 {
    let mut ranges: BTreeMap<&str, (f32, f32)> = BTreeMap::new();
    for (choice, advantage) in choices {
        let (low, high) = ranges.entry(choice).or_insert((*advantage, *advantage));
        (*low, *high) = (low.min(*advantage), high.max(*advantage));
    }
    ranges.values().map(|(low, high)| high - low).fold(0.0, f32::max)
}

/// Holding passes the turn, in which the first throw is forced: that is part of the luck of holding.
#[test]
fn without_luck_a_choice_is_worth_the_same_whatever_comes_of_it() {
    let game = erase(solo_pig());
    let [with, without] = [0, 1].map(|samples| choices(&played(&game, samples, 0.0)));
    assert!(spread(&with) > 0.05 && spread(&without) < 1e-5, "{} and {}", spread(&with), spread(&without));
}

/// Mean and variance.
fn moments(x: &[f64]) -> (f64, f64) {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    (mean, x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n)
}

/// In the dice, rolling four or five has more results than are all evaluated.
#[test]
fn luck_is_nothing_on_average_and_without_it_advantages_vary_less() {
    for (game, samples, falls_to) in [
        (erase(secret_pig(2)), 1, 0.9),
        (erase(secret_pig(3)), 1, 1.0),
        (erase(Solo::<FiveDice>::with(&[])), 8, 0.75),
    ] {
        let [with, without] = [0, samples].map(|samples| choices(&played(&game, samples, 0.0)));
        let pairs = || with.iter().zip(&without);
        assert!(with.len() == without.len() && pairs().all(|(a, b)| a.0 == b.0), "another game was played");
        let luck: Vec<f64> = pairs().map(|(a, b)| f64::from(a.1 - b.1)).collect();
        let (mean, variance) = moments(&luck);
        let error = (variance / luck.len() as f64).sqrt();
        assert!(error > 0.0 && mean.abs() < 5.0 * error, "luck of {mean} with an error of {error}");
        let [before, after] = [&with, &without]
            .map(|all| moments(&all.iter().map(|one| f64::from(one.1)).collect::<Vec<_>>()).1);
        println!("{}: variance {before:.6}, without luck {after:.6}", game.facts().name);
        assert!(after < falls_to * before, "{before} and {after}");
    }
}
