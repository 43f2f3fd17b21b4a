//! The terms of the loss, the optimiser and the gradient's norm, against the numbers of an independent version in Python
//! (`python/tests/ppo_oracle.py`).

use holotable_env::{Layout, generator};
use holotable_games::toys::secret_pig::secret_pig;
use serde_json::Value;

use crate::fast::adam::{Adam, clip_norm};
use crate::net::Net;
use crate::shape::{Activation, NetShape};
use crate::{init, loss};

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

fn number(json: &Value) -> f64 {
    json.as_f64().unwrap()
}

#[track_caller]
fn close(found: &[f32], expected: &Value) {
    let expected = numbers(expected);
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(&expected) {
        assert!((f64::from(*a) - b).abs() < 1e-5, "{found:?} should be {expected:?}");
    }
}

#[test]
fn log_probabilities_and_entropy_of_legal_actions() {
    let c = case("log_probs");
    for (row, logits) in c["logits"].as_array().unwrap().iter().enumerate() {
        let legal = numbers(&c["legal"][row]);
        let of_legal = |json: &Value| -> Vec<f32> {
            floats(json).into_iter().zip(&legal).filter(|(_, l)| **l > 0.5).map(|(x, _)| x).collect()
        };
        let mut log_probs = of_legal(logits);
        let mut probs = Vec::new();
        loss::log_softmax(&mut log_probs, &mut probs);
        close(&log_probs, &Value::from(of_legal(&c["expected"][row])));
        close(
            &[loss::entropy(&log_probs, &probs)],
            &Value::from(vec![case("entropy")["expected"][row].clone()]),
        );
    }
}

#[test]
fn the_clipped_surrogate_and_its_gradient() {
    let c = case("policy");
    let (new, old, advantage) = (floats(&c["new"]), floats(&c["old"]), floats(&c["advantage"]));
    let term = |i: usize| loss::policy(new[i], old[i], advantage[i], number(&c["clip"]) as f32);
    let terms: Vec<loss::PolicyTerm> = (0..new.len()).map(term).collect();
    let n = new.len() as f64;
    let mean = |f: fn(&loss::PolicyTerm) -> f64| terms.iter().map(f).sum::<f64>() / n;
    let expected = &c["expected"];
    for (name, found) in [
        ("loss", mean(|t| f64::from(t.loss))),
        ("approx_kl", mean(|t| f64::from(t.approx_kl))),
        ("clip_fraction", mean(|t| f64::from(u8::from(t.clipped)))),
    ] {
        assert!((found - number(&expected[name])).abs() < 1e-5, "{name}: {found}");
    }
    close(&terms.iter().map(|t| t.gradient / n as f32).collect::<Vec<_>>(), &expected["slope"]);
}

#[test]
fn the_value_loss_is_the_cross_entropy_of_a_chance() {
    let c = case("value");
    let (logits, targets) = (floats(&c["logits"]), floats(&c["targets"]));
    let found: Vec<(f32, f32)> =
        logits.iter().zip(&targets).map(|(&logit, &target)| loss::value(logit, target)).collect();
    close(&found.iter().map(|found| found.0).collect::<Vec<_>>(), &c["expected"]["loss"]);
    close(&found.iter().map(|found| found.1).collect::<Vec<_>>(), &c["expected"]["slope"]);
}

#[test]
fn explained_variance_and_normalised_advantages() {
    let c = case("explained_variance");
    let found = loss::explained_variance(&floats(&c["values"]), &floats(&c["targets"]));
    assert!((found - number(&c["expected"])).abs() < 1e-6, "{found}");
    let c = case("normalised");
    let mut x = floats(&c["x"]);
    loss::normalise(&mut x);
    close(&x, &c["expected"]);
}

/// A network whose first array, cut into rows of one, holds these numbers; the others are 0.
fn holding(values: &[f32]) -> Net {
    let shape = NetShape { hidden_sizes: vec![1], activation: Activation::Tanh, ..NetShape::default() };
    let mut net: Net = init::net(&shape, &Layout::of(&secret_pig(2)), 1.0, &mut generator(1, 0)).zeros_like();
    net.weights[0][..values.len()].copy_from_slice(values);
    net
}

#[test]
fn two_steps_of_adam() {
    let c = case("adam");
    let mut net = holding(&floats(&c["weights"]));
    let mut adam = Adam::new(&net);
    for step in 0..2 {
        let gradient = floats(&c["gradients"][step]);
        adam.step(&mut net, &holding(&gradient), number(&c["rate"]));
        let (expected, n) = (&c["expected"][step], gradient.len());
        close(&net.weights[0][..n], &expected["weights"]);
        close(&adam.mean.weights[0][..n], &expected["mean"]);
        close(&adam.square.weights[0][..n], &expected["square"]);
    }
}

#[test]
fn gradients_are_clipped_together() {
    let c = case("clip_norm");
    for (most, expected) in [(0.1, &c["expected"]["above"]), (10.0, &c["expected"]["below"])] {
        let parts = [0, 1].map(|i| floats(&c["gradients"][i]));
        let mut gradient = holding(&parts[0]);
        gradient.weights[2][..parts[1].len()].copy_from_slice(&parts[1]);
        let norm = clip_norm(&mut gradient, most);
        assert!((norm - number(&expected["norm"])).abs() < 1e-6);
        close(&gradient.weights[0][..parts[0].len()], &expected["gradients"][0]);
        close(&gradient.weights[2][..parts[1].len()], &expected["gradients"][1]);
    }
}
