//! The terms of the loss, against the numbers of an independent version in Python (`python/tests/ppo_oracle.py`).

use holotable_agents::error::Error;
use holotable_agents::policy::Policy;
use holotable_agents::ppo::adam::{Adam, clip_norm};
use holotable_agents::ppo::gae::{Decision, End, Prospect, advantages};
use holotable_agents::ppo::loss;
use holotable_agents::ppo::net::TrainedNet;
use holotable_agents::ppo::rollout::{Rollout, Worth};
use holotable_agents::ppo::{Guide, Unguided};
use holotable_env::{Layout, generator};
use serde_json::Value;
use tch::Tensor;

use crate::learns::recipe;
use crate::toy::{SecretPig, State, secret_pig};

fn case(name: &str) -> Value {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/ppo.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()[name].clone()
}

/// All numbers in nested lists, in order.
fn numbers(json: &Value) -> Vec<f64> {
    match json {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        Value::Bool(b) => vec![f64::from(u8::from(*b))],
        Value::Number(n) => vec![n.as_f64().unwrap()],
        Value::Null | Value::String(_) | Value::Object(_) => panic!("{json} is no number"),
    }
}

fn floats(json: &Value) -> Vec<f32> {
    numbers(json).into_iter().map(|x| x as f32).collect()
}

/// A tensor of one or two axes.
fn tensor(json: &Value) -> Tensor {
    let flat = Tensor::from_slice(&floats(json));
    match json[0].as_array() {
        Some(row) => flat.view([-1, row.len() as i64]),
        None => flat,
    }
}

fn number(json: &Value) -> f64 {
    json.as_f64().unwrap()
}

#[track_caller]
fn close(found: &Tensor, expected: &Value) {
    let (found, expected) = (Vec::<f64>::try_from(found.detach().flatten(0, -1)).unwrap(), numbers(expected));
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-5, "{found:?} should be {expected:?}");
    }
}

#[test]
fn log_probabilities_and_entropy_ignore_what_is_illegal() {
    let c = case("log_probs");
    let legal = tensor(&c["legal"]).to_kind(tch::Kind::Bool);
    let logits = tensor(&c["logits"]).set_requires_grad(true);
    let log_probs = loss::log_probs(&logits, &legal.logical_not());
    close(&log_probs.masked_fill(&legal.logical_not(), 0.0), &c["expected"]);
    let entropy = loss::entropy(&log_probs);
    close(&entropy, &case("entropy")["expected"]);
    let slopes = Tensor::run_backward(&[entropy.sum(tch::Kind::Float)], &[&logits], false, false);
    let illegal = slopes[0].masked_select(&legal.logical_not());
    assert!(
        Vec::<f64>::try_from(&illegal).unwrap().iter().all(|&g| g == 0.0),
        "an illegal logit is pulled at"
    );
}

#[test]
fn the_clipped_surrogate_and_its_slope() {
    let c = case("policy");
    let new = tensor(&c["new"]).set_requires_grad(true);
    let term = loss::policy(&new, &tensor(&c["old"]), &tensor(&c["advantage"]), number(&c["clip"]));
    close(&term.loss, &c["expected"]["loss"]);
    close(&term.approx_kl, &c["expected"]["approx_kl"]);
    close(&term.clip_fraction, &c["expected"]["clip_fraction"]);
    let slope = Tensor::run_backward(&[term.loss], &[&new], false, false);
    close(&slope[0], &c["expected"]["slope"]);
}

#[test]
fn the_value_loss_with_and_without_a_clip() {
    let c = case("value");
    let (new, old, target) = (tensor(&c["new"]), tensor(&c["old"]), tensor(&c["target"]));
    close(&loss::value(&new, &old, &target, None), &c["expected"]["plain"]);
    close(&loss::value(&new, &old, &target, Some(number(&c["clip"]))), &c["expected"]["clipped"]);
}

#[test]
fn figures_about_values_and_advantages() {
    let c = case("explained_variance");
    let found = loss::explained_variance(&floats(&c["values"]), &floats(&c["targets"]));
    assert!((found - number(&c["expected"])).abs() < 1e-6, "{found}");
    let c = case("normalised");
    close(&loss::normalised(&tensor(&c["x"])), &c["expected"]);
}

/// The advantages of the case, whose decisions are by `team(t)`; a cut is where `cut_team(t)` would decide.
fn gae(
    c: &Value,
    teams: usize,
    team: impl Fn(usize) -> usize,
    cut_team: impl Fn(usize) -> usize,
) -> Vec<Option<f32>> {
    let values = floats(&c["values"]);
    let at = |team: usize, value: f32| Prospect { team, value, potential: 0.0 };
    let decision = |t: usize| {
        let end = match c["ends"][t].as_u64() {
            Some(0) => End::No,
            Some(1) => End::Terminated,
            _ => End::Truncated(at(cut_team(t), number(&c["cut_values"][t]) as f32)),
        };
        Decision { before: at(team(t), values[t]), end }
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
fn gae_over_an_end_and_over_a_cut() {
    let c = case("gae");
    close_options(&gae(&c, 1, |_| 0, |_| 0), &c["expected"]);
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
fn two_steps_of_adam() {
    let c = case("adam");
    let mut weights = [tensor(&c["weights"]).set_requires_grad(true)];
    let mut adam = Adam::new(&weights);
    for step in 0..2 {
        adam.step(&mut weights, &[tensor(&c["gradients"][step])], number(&c["rate"]));
        let expected = &c["expected"][step];
        close(&weights[0], &expected["weights"]);
        close(&adam.mean[0], &expected["mean"]);
        close(&adam.square[0], &expected["square"]);
    }
}

#[test]
fn gradients_are_clipped_together() {
    let c = case("clip_norm");
    for (most, expected) in [(0.1, &c["expected"]["above"]), (10.0, &c["expected"]["below"])] {
        let mut gradients = [0, 1].map(|i| tensor(&c["gradients"][i]));
        let norm = clip_norm(&mut gradients, most);
        assert!((norm - number(&expected["norm"])).abs() < 1e-6);
        for (i, gradient) in gradients.iter().enumerate() {
            close(gradient, &expected["gradients"][i]);
        }
    }
}

/// Half the seat's lead: any function of state and team will do.
#[derive(Debug)]
struct Turns;

impl Guide<SecretPig> for Turns {
    fn phi(&self, _game: &SecretPig, s: &State, team: usize) -> f32 {
        f32::from(format!("{s:?}").len() as u8 % 7) / 7.0 - team as f32
    }

    fn teacher(&self, game: &SecretPig, name: &str) -> Result<Box<dyn Policy<SecretPig>>, Error> {
        Unguided.teacher(game, name)
    }
}

#[test]
fn undiscounted_returns_are_the_results_of_each_team() {
    // With gamma = lambda = 1 an advantage plus its value is what the deciding team gets at the end, which is
    // -1 or 1 (0 for a tie of two) in a game that ended inside the record. Guides must telescope away:
    // the return is then short by exactly the potential where the decision was made.
    let game = secret_pig(2);
    let config = recipe(&["rollout_steps=64"]);
    let net = TrainedNet::new(&config.shape(), &Layout::of(&game), &mut generator(1, 0));
    let collect = |guide: &dyn Guide<SecretPig>, shaping: f32| {
        let mut rollout = Rollout::new(&game, &config);
        let worth = Worth { guide, shaping, gamma: 1.0, lambda: 1.0 };
        rollout.collect(&net, &worth, &mut generator(2, 0));
        rollout
    };
    let plain = collect(&Unguided, 0.0);
    let shaped = collect(&Turns, 1.0);
    assert!(plain.counted.len() > 1900 && plain.counted.len() < plain.log_prob.len());
    let returns = |r: &Rollout<SecretPig>| -> Vec<f32> {
        r.counted.iter().map(|&row| r.advantage[row as usize] + r.values()[row as usize]).collect()
    };
    let settled =
        returns(&plain).iter().filter(|r| [-1.0, 0.0, 1.0].iter().any(|x| (*r - x).abs() < 1e-5)).count();
    assert!(settled as f64 > 0.9 * plain.counted.len() as f64, "{settled} of {}", plain.counted.len());
    assert_eq!(plain.counted, shaped.counted);
    let mut telescoped = 0;
    for ((a, b), &row) in returns(&plain).iter().zip(returns(&shaped)).zip(&plain.counted) {
        telescoped += usize::from((a - b - shaped.potential(row as usize)).abs() < 1e-4);
    }
    assert!(telescoped as f64 > 0.9 * plain.counted.len() as f64, "{telescoped} of {}", plain.counted.len());
}
