//! Our gradient of the PPO loss is torch's: the same network and loss once more, dense, on torch with autograd.

use std::ops::Range;
use std::sync::Arc;

use holotable_agents::any::{self, AnyGame, View, any};
use holotable_agents::net::Net;
use holotable_agents::net::packed::{Activations, PackedNet};
use holotable_agents::net::shape::{Activation, NetShape};
use holotable_agents::net::sparse::{Entries, Sparse};
use holotable_agents::ppo::gradient::Gradient;
use holotable_agents::ppo::init;
use holotable_agents::ppo::loss::LossWeights;
use holotable_agents::ppo::rollout::Rollout;
use holotable_agents::ppo::transition::Transition;
use holotable_env::{Layout, generator};
use tch::{Kind, Tensor};

use crate::learns::recipe;
use holotable_env::toys::secret_pig::secret_pig;

/// The network with torch's tensors.
struct Torch {
    weights: Vec<Tensor>,
    /// The rows and fields of each block, and whether its rows are encoded.
    blocks: Vec<(i64, i64, bool)>,
    trunk: Range<usize>,
    activation: Activation,
}

impl Torch {
    fn new(net: &Net, layout: &Layout) -> Self {
        let shapes = net.shape.arrays(layout);
        let tensor = |(values, (_, shape)): (&Vec<f32>, &(String, Vec<usize>))| {
            let shape: Vec<i64> = shape.iter().map(|&n| n as i64).collect();
            Tensor::from_slice(values).view(&shape[..]).set_requires_grad(true)
        };
        let weights = net.weights.iter().zip(&shapes).map(tensor).collect();
        let encoded = |name: &str| shapes.iter().any(|(array, _)| *array == format!("encoder.{name}.weight"));
        let blocks = layout.observation_blocks.iter();
        let blocks = blocks.map(|b| (b.rows as i64, b.fields.len() as i64, encoded(&b.name))).collect();
        let first = shapes.iter().position(|(name, _)| name.starts_with("trunk")).unwrap();
        let trunk = first..first + 2 * net.shape.hidden_sizes.len();
        Self { weights, blocks, trunk, activation: net.shape.activation }
    }

    fn activate(&self, x: &Tensor) -> Tensor {
        match self.activation {
            Activation::Tanh => x.tanh(),
            Activation::Relu => x.relu(),
        }
    }

    /// The inputs of the first layer.
    fn encode(&self, obs: &Tensor) -> Tensor {
        let (mut pieces, mut at, mut encoders) = (Vec::new(), 0, self.weights.iter());
        for &(rows, fields, encoded) in &self.blocks {
            let mut piece = obs.narrow(1, at, rows * fields);
            at += rows * fields;
            if encoded {
                let sums = piece.reshape([-1, rows, fields]).matmul(encoders.next().unwrap());
                piece = self.activate(&sums).flatten(1, -1);
            }
            pieces.push(piece);
        }
        // Behind the observation, the prior.
        pieces.push(obs.narrow(1, at, obs.size()[1] - at));
        Tensor::cat(&pieces, 1)
    }

    /// Logits of all actions, legal or not, and values.
    fn forward(&self, obs: &Tensor) -> (Tensor, Tensor) {
        let mut x = self.encode(obs);
        for layer in self.weights[self.trunk.clone()].chunks(2) {
            x = self.activate(&(x.matmul(&layer[0]) + &layer[1]));
        }
        let heads = &self.weights[self.trunk.end..];
        let mut logits = x.matmul(&heads[0].transpose(0, 1)) + &heads[1];
        if let Some(gain) = heads.get(4) {
            let first = obs.size()[1] - logits.size()[1];
            logits += obs.narrow(1, first, logits.size()[1]) * gain;
        }
        (logits, x.matmul(&heads[2]) + &heads[3])
    }
}

/// An observation with its zeros.
fn dense(inputs: Entries<'_>, width: usize) -> Vec<f32> {
    (0..width).map(|column| inputs.at(column)).collect()
}

/// A network whose weights are all as far from their start as `far`.
fn odd_net(shape: &NetShape, layout: &Layout, far: f32) -> Net {
    let mut net = init::net(shape, layout, &mut generator(3, 0));
    for (i, w) in net.weights.iter_mut().flatten().enumerate() {
        *w += far * (i as f32 * 0.7).sin();
    }
    net
}

fn shape(activation: Activation, hidden_sizes: &[usize]) -> NetShape {
    NetShape { encoder_width: 0, hidden_sizes: hidden_sizes.to_vec(), activation, prior: false }
}

/// Decisions of games played by a network that is not quite `net`, so that probability ratios leave 1.
fn played(game: &Arc<dyn AnyGame>, view: View, net: &Net, far: f32) -> Rollout {
    let config = recipe(&["rollout_steps=24", &format!("prior={}", net.shape.prior)]);
    let mut earlier = net.clone();
    earlier.weights.iter_mut().flatten().enumerate().for_each(|(i, w)| *w += far * (i as f32).cos());
    let mut rollout = Rollout::new(std::slice::from_ref(game), view, &config);
    rollout.collect(&earlier, (0.99, 0.9));
    rollout
}

fn dark_side_rising() -> Arc<dyn AnyGame> {
    any::Kind::named("dark_side_rising").unwrap().build([], None).unwrap()
}

#[test]
fn losses_and_gradients_agree_with_torch() {
    let game = any(secret_pig(3));
    check((&game, View::Plain), &shape(Activation::Tanh, &[24, 16]), 0.2, None, 1.0);
    check((&game, View::Plain), &shape(Activation::Relu, &[72, 16, 8]), 0.3, Some(0.1), 1.0);
    check((&game, View::Plain), &shape(Activation::Relu, &[16]), 0.2, None, 0.0);
}

#[test]
fn losses_and_gradients_of_the_main_game_agree_with_torch() {
    let game = dark_side_rising();
    // Hundreds of inputs are not 0, so small differences of the weights already move the policy.
    check((&game, View::Plain), &shape(Activation::Relu, &[64, 64]), 0.12, None, 1.0);
    let led = NetShape { prior: true, ..shape(Activation::Tanh, &[32, 16]) };
    check((&game, View::Features), &led, 0.12, None, 1.0);
    check((&game, View::Plain), &led, 0.12, None, 1.0);
    for activation in [Activation::Relu, Activation::Tanh] {
        let encoded = NetShape { encoder_width: 9, prior: true, ..shape(activation, &[32, 16]) };
        check((&game, View::Features), &encoded, 0.12, None, 1.0);
    }
}

/// Holds the losses of one minibatch and their gradient against torch's; `far` is how far all weights are from their
/// start, and those that played from these.
fn check(
    (game, view): (&Arc<dyn AnyGame>, View),
    shape: &NetShape,
    far: f32,
    clip_value: Option<f32>,
    policy: f32,
) {
    let layout = game.layout(view).clone();
    let net = odd_net(shape, &layout, far);
    let rollout = played(game, view, &net, 1.5 * far);
    let mut minibatch: Vec<Transition<'_>> =
        rollout.learnable().into_iter().map(|p| rollout.transition(p)).collect();
    minibatch.truncate(257);
    let weights = LossWeights { policy, clip_range: 0.2, clip_value, entropy: 0.3, value: 0.7 };
    let mut found = Gradient::new(&net);
    // Twice, because its memory is used again.
    found.take(&net, &minibatch[..minibatch.len() / 2], 1.0, &weights);
    let stats = found.take(&net, &minibatch, 1.0 / minibatch.len() as f32, &weights);

    let torch = Torch::new(&net, &layout);
    let n = minibatch.len() as i64;
    let column =
        |f: fn(&Transition<'_>) -> f32| Tensor::from_slice(&minibatch.iter().map(f).collect::<Vec<f32>>());
    let width = layout.observation + shape.prior_len(&layout);
    let obs: Vec<f32> = minibatch.iter().flat_map(|transition| dense(transition.inputs, width)).collect();
    let mut legal = vec![false; minibatch.len() * layout.actions];
    for (i, transition) in minibatch.iter().enumerate() {
        transition.legal.iter().for_each(|&a| legal[i * layout.actions + usize::from(a)] = true);
    }
    let played: Vec<i64> =
        minibatch.iter().map(|transition| i64::from(transition.legal[transition.chosen])).collect();
    let (logits, values) = torch.forward(&Tensor::from_slice(&obs).view([n, -1]));
    let illegal = Tensor::from_slice(&legal).view([n, -1]).logical_not();
    let log_probs = logits.masked_fill(&illegal, -1e9).log_softmax(-1, Kind::Float);
    let log_prob = log_probs.gather(1, &Tensor::from_slice(&played).unsqueeze(1), false).squeeze_dim(1);
    let ratio = (log_prob - column(|r| r.log_prob)).exp();
    let advantage = column(|r| r.advantage);
    let surrogate = -(&ratio * &advantage).minimum(&(ratio.clamp(0.8, 1.2) * &advantage)).mean(Kind::Float);
    let entropy = -(log_probs.exp() * &log_probs).sum(Kind::Float) / n as f64;
    let (target, old) = (column(|r| r.target), column(|r| r.value));
    let mut error = (&values - &target).square();
    if let Some(clip) = clip_value {
        let clip = f64::from(clip);
        error = error.maximum(&(&old + (&values - &old).clamp(-clip, clip) - &target).square());
    }
    let value_loss = error.mean(Kind::Float) * 0.5;
    let loss =
        if policy == 0.0 { &value_loss * 0.7 } else { &surrogate - &entropy * 0.3 + &value_loss * 0.7 };
    // While only the values learn, torch would say that the policy's head has no part in the loss.
    let none = torch.weights.iter().map(|w| w.sum(Kind::Float) * 0.0).fold(loss, |sum, w| sum + w);
    let gradients = Tensor::run_backward(&[none], &torch.weights, false, false);

    for ((gradient, ours), (name, _)) in
        gradients.iter().zip(&found.values.weights).zip(shape.arrays(&layout))
    {
        let theirs = Vec::<f32>::try_from(gradient.flatten(0, -1)).unwrap();
        for (i, (a, b)) in theirs.iter().zip(ours).enumerate() {
            assert!((a - b).abs() < 1e-5, "{shape:?} {name}[{i}]: {b}, torch has {a}");
        }
    }
    for (what, ours, theirs) in [
        ("surrogate", stats.policy_loss, surrogate),
        ("value", stats.value_loss, value_loss),
        ("entropy", stats.entropy, entropy),
    ] {
        let theirs = theirs.double_value(&[]);
        assert!((ours / n as f64 - theirs).abs() < 1e-5, "{what}: {ours} / {n}, torch has {theirs}");
    }
    assert!(stats.clipped > 5.0, "the case shows ratios that are clipped: {}", stats.clipped);
}

#[test]
fn the_forward_pass_agrees_with_torch() {
    let game = any(secret_pig(3));
    check_forward(&game, &shape(Activation::Tanh, &[64, 48]), 0.2);
    check_forward(&game, &shape(Activation::Relu, &[70, 70, 9]), 0.2);
    let encoded = NetShape { encoder_width: 9, ..shape(Activation::Relu, &[32, 16]) };
    check_forward(&dark_side_rising(), &encoded, 0.05);
}

fn check_forward(game: &Arc<dyn AnyGame>, shape: &NetShape, far: f32) {
    let layout = game.layout(View::Plain).clone();
    let net = odd_net(shape, &layout, far);
    let rollout = played(game, View::Plain, &net, 1.5 * far);
    let torch = Torch::new(&net, &layout);
    let (packed, mut activations, mut seen) =
        (PackedNet::new(&net), Activations::default(), Sparse::new(layout.observation));
    for place in rollout.learnable().into_iter().take(50) {
        let inputs = rollout.transition(place).inputs;
        let (logits, value) =
            torch.forward(&Tensor::from_slice(&dense(inputs, layout.observation)).unsqueeze(0));
        seen.clear();
        seen.copy(inputs);
        let hidden = packed.forward(&seen, 0..1, &mut activations);
        assert!((f64::from(net.value(hidden)) - value.double_value(&[0])).abs() < 1e-5);
        for a in 0..layout.actions {
            let ours = f64::from(net.logit(inputs, hidden, a));
            assert!((ours - logits.double_value(&[0, a as i64])).abs() < 1e-5, "{shape:?} logit {a}");
        }
    }
}
