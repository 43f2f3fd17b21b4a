//! The fast learner's gradient of the PPO loss is that of the learner on torch, and so is a whole update.

use std::sync::Arc;

use holotable_env::{Layout, generator};
use holotable_erased::{AnyGame, Kind, erase};
use holotable_games::toys::secret_pig::secret_pig;
use holotable_net::Net;
use holotable_net::fast::gradient::Gradient;
use holotable_net::init;
use holotable_net::loss::{LossStats, LossWeights};
use holotable_net::packed::{Activations, PackedNet};
use holotable_net::shape::{Activation, NetShape};
use holotable_net::sparse::Sparse;
use holotable_net::transition::Transition;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::observation_wrapper::PRIOR_SPAN;
use holotable_torch::Torch;
use holotable_torch::inputs::Inputs;
use holotable_torch::loss::stats;
use holotable_torch::model::Model;
use holotable_train::ppo::rollout::Rollout;
use holotable_train::ppo::{LATEST, Start, Task};
use tch::{Device, Tensor};

use crate::recipe::recipe;
use crate::scratch::Scratch;
use crate::train::train;

/// A network whose weights are all as far from their start as `far`.
fn odd_net(shape: &NetShape, layout: &Layout, far: f32) -> Net {
    let mut net = init::net(shape, layout, PRIOR_SPAN, &mut generator(3, 0));
    for (i, w) in net.weights.iter_mut().flatten().enumerate() {
        *w += far * (i as f32 * 0.7).sin();
    }
    net
}

fn shape(activation: Activation, hidden_sizes: &[usize]) -> NetShape {
    NetShape { hidden_sizes: hidden_sizes.to_vec(), activation, ..NetShape::default() }
}

/// Decisions of games played by a network that is not quite `net`, so that probability ratios leave 1.
fn played(game: &Arc<dyn AnyGame>, features: FeatureSet, net: &Net, far: f32) -> Rollout {
    let config = recipe(&["rollout_steps=24", &format!("expert_prior={}", net.shape.prior)]);
    let mut earlier = net.clone();
    earlier.weights.iter_mut().flatten().enumerate().for_each(|(i, w)| *w += far * (i as f32).cos());
    let mut rollout = Rollout::new(std::slice::from_ref(game), features, &config);
    rollout.collect(&PackedNet::new(&earlier), (0.99, 0.9));
    rollout
}

fn dark_side_rising() -> Arc<dyn AnyGame> {
    Kind::named("dark_side_rising").unwrap().build([], None).unwrap()
}

#[test]
fn losses_and_gradients_agree_with_torch() {
    let game = erase(secret_pig(3));
    check((&game, FeatureSet::PLAIN), &shape(Activation::Tanh, &[24, 16]), 0.2, 1.0);
    check((&game, FeatureSet::PLAIN), &shape(Activation::Relu, &[72, 16, 8]), 0.3, 1.0);
    check((&game, FeatureSet::PLAIN), &shape(Activation::Relu, &[16]), 0.2, 0.0);
}

#[test]
fn losses_and_gradients_of_the_main_game_agree_with_torch() {
    let game = dark_side_rising();
    // Hundreds of inputs are not 0, so small differences of the weights already move the policy.
    check((&game, FeatureSet::PLAIN), &shape(Activation::Relu, &[64, 64]), 0.12, 1.0);
    let led = NetShape { prior: true, ..shape(Activation::Tanh, &[32, 16]) };
    check((&game, FeatureSet::EXPERT), &led, 0.12, 1.0);
    check((&game, FeatureSet::PLAIN), &led, 0.12, 1.0);
    let led = NetShape { prior: true, ..shape(Activation::Relu, &[32, 16]) };
    check((&game, FeatureSet::EXPERT), &led, 0.12, 1.0);
    let rows = NetShape { row_width: 16, ..led };
    check((&game, FeatureSet::EXPERT), &rows, 0.12, 1.0);
    check((&game, FeatureSet::PLAIN), &NetShape { row_width: 32, prior: false, ..rows }, 0.12, 1.0);
}

/// Holds the losses of one minibatch and their gradient against torch's; `far` is how far all weights are from their
/// start, and those that played from these.
fn check((game, features): (&Arc<dyn AnyGame>, FeatureSet), shape: &NetShape, far: f32, policy: f32) {
    let layout = game.layout(features).clone();
    let net = odd_net(shape, &layout, far);
    let mut rollout = played(game, features, &net, 1.5 * far);
    rollout
        .entropy_weights
        .iter_mut()
        .enumerate()
        .for_each(|(kind, weight)| *weight = 0.3 + 0.01 * kind as f32);
    let mut minibatch: Vec<Transition<'_>> =
        rollout.learnable().into_iter().map(|p| rollout.transition(p)).collect();
    minibatch.truncate(257);
    // Some decisions once more, to imitate: the first legal action with three quarters, the others with the rest.
    let target = |legal: &[u16]| match legal.len() {
        1 => vec![1.0],
        n => (0..n).map(|k| if k == 0 { 0.75 } else { 0.25 / (n - 1) as f32 }).collect(),
    };
    let targets: Vec<Vec<f32>> = minibatch[..40].iter().map(|one| target(one.legal)).collect();
    for (i, target) in targets.iter().enumerate() {
        minibatch.push(Transition { imitate: Some(target), ..minibatch[i] });
    }
    let weights = LossWeights { policy, clip_range: 0.2, value: 0.7 };
    let mut fast = Gradient::new(&net);
    // Twice, because its memory is used again.
    fast.take(&net, &minibatch[..minibatch.len() / 2], 1.0, &weights);
    let ours = fast.take(&net, &minibatch, 1.0 / minibatch.len() as f32, &weights);
    let torch = Torch::new(&net, &layout, Device::Cpu);
    let (gradient, sums) = torch.gradient(&minibatch, &weights);
    let (gradients, theirs) = (torch.model.by_name(&gradient), stats(&Vec::try_from(sums).unwrap()));
    for ((name, _), ours) in shape.arrays(&layout).iter().zip(&fast.values.weights) {
        for (i, (a, b)) in ours.iter().zip(numbers(&gradients[name])).enumerate() {
            assert!((a - b).abs() < 1e-5, "{shape:?} {name}[{i}]: {a}, torch has {b}");
        }
    }
    for (what, of) in STATS {
        let (a, b, n) = (of(&ours), of(&theirs), minibatch.len() as f64);
        assert!((a - b).abs() / n < 1e-5, "{what}: {a} / {n}, torch has {b}");
    }
    assert!(theirs.clipped > 5.0, "the case shows ratios that are clipped: {theirs:?}");
}

/// The numbers of a tensor.
fn numbers(tensor: &Tensor) -> Vec<f32> {
    let mut values = vec![0.0; tensor.numel()];
    tensor.contiguous().copy_data(&mut values, tensor.numel());
    values
}

type Stat = fn(&LossStats) -> f64;

/// The statistics of the losses.
const STATS: [(&str, Stat); 5] = [
    ("surrogate", |stats| stats.policy_loss),
    ("value", |stats| stats.value_loss),
    ("entropy", |stats| stats.entropy),
    ("divergence", |stats| stats.approx_kl),
    ("clipped", |stats| stats.clipped),
];

#[test]
fn the_forward_pass_agrees_with_torch() {
    let game = erase(secret_pig(3));
    check_forward(&game, &shape(Activation::Tanh, &[64, 48]), 0.2);
    check_forward(&game, &shape(Activation::Relu, &[70, 70, 9]), 0.2);
    check_forward(&dark_side_rising(), &shape(Activation::Relu, &[32, 16]), 0.05);
}

fn check_forward(game: &Arc<dyn AnyGame>, shape: &NetShape, far: f32) {
    let layout = game.layout(FeatureSet::PLAIN).clone();
    let net = odd_net(shape, &layout, far);
    let rollout = played(game, FeatureSet::PLAIN, &net, 1.5 * far);
    same_answers(&net, &layout, &rollout);
}

/// Holds the answers of a network without torch against those of its modules, on the decisions of a rollout.
pub fn same_answers(network: &Net, layout: &Layout, rollout: &Rollout) {
    let mut seen = Sparse::new(network.observation() + network.shape.prior_len(layout));
    rollout.learnable().into_iter().take(40).for_each(|place| seen.copy(rollout.transition(place).inputs));
    let (plain, torch) = (PackedNet::new(network), Model::new(network, layout, Device::Cpu));
    let mut ours = Activations::default();
    plain.answer(&seen, 0..seen.len(), &mut ours);
    let rows: Vec<_> = (0..seen.len()).map(|row| seen.row(row)).collect();
    let (logits, values) = torch.forward(&Inputs::new(rows.iter().copied(), &torch.sizes));
    let numbers = |tensor: &Tensor| Vec::<f32>::try_from(tensor.detach().flatten(0, -1)).unwrap();
    let (logits, values, mut first) = (numbers(&logits), numbers(&values.sigmoid()), Vec::new());
    let mut spread = 0.0f32;
    for (row, theirs) in logits.chunks_exact(layout.actions).enumerate() {
        let (a, b, shape) = (plain.value(&ours, row), values[row], &network.shape);
        assert!((a - b).abs() < 1e-5, "{shape:?} value of row {row}: {a}, torch has {b}");
        let mut logits = Vec::new();
        plain.logits(&mut ours, row, seen.row(row), &mut (0..layout.actions), &mut logits);
        for (action, (a, b)) in logits.iter().zip(theirs).enumerate() {
            assert!((a - b).abs() < 1e-5, "{shape:?} logit {action} of row {row}: {a}, torch has {b}");
        }
        if row == 0 {
            first.clone_from(&logits);
        }
        logits.iter().zip(&first).for_each(|(a, b)| spread = spread.max((a - b).abs()));
    }
    assert!(seen.len() == 40 && spread > 1e-2, "the rows hardly differ: {spread}");
}

/// A whole update, from the games to the steps of Adam, and then one more that goes on from the saved one.
#[test]
fn a_run_of_the_fast_learner_agrees_with_one_on_torch() {
    let task = Task::plain(erase(secret_pig(3)));
    let [fast, torch] = ["fast", "torch"].map(|learner| {
        let folder = Scratch::new(&format!("learner_{learner}"));
        let set =
            [&format!("learner={learner}"), "total_steps=2048", "minibatch_size=512", "eval_every_updates=0"];
        let half = recipe(&[&set[..], &["session_updates=1"]].concat());
        train(&half, &task, folder.path(), Start::New).unwrap();
        train(&recipe(&set), &task, folder.path(), Start::Latest).unwrap();
        task.checkpoint(&folder.path().join(LATEST)).unwrap()
    });
    assert_eq!(fast.state.progress.steps, torch.state.progress.steps);
    for (name, array) in &fast.arrays {
        for (a, b) in array.values.iter().zip(&torch.arrays[name].values) {
            assert!((a - b).abs() < 1e-5, "{name}: {a}, torch has {b}");
        }
    }
}
