//! [`Net`]: a trained network in plain Rust, and [`NetPolicy`]: the player made of it.
//!
//! Needs no torch. Observations are mostly zeros, so the first layer adds up the rows of its non-zero inputs only,
//! and only legal actions get a logit.

pub mod encoders;
pub mod kernel;
pub mod ready;
pub mod sparse;
pub mod tiles;

use std::path::Path;

use holotable_env::{Finite, Game, Layout, Tabletop, Write};
use rand::Rng;
use serde::{Deserialize, Serialize};

use self::encoders::Encoders;
use self::kernel::{add_products, add_rows, dot, fast};
use self::sparse::{Entries, SEGMENT, Sparse};
use crate::checkpoint::{Array, Arrays, Checkpoint, NetShape};
use crate::error::Error;
use crate::policy::{Luck, Policy, Weighed, Weight};

/// What follows a hidden layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// The hyperbolic tangent.
    Tanh,
    /// Negative values become 0.
    Relu,
}

impl Activation {
    /// The word in recipes and checkpoints.
    pub const fn word(self) -> &'static str {
        match self {
            Activation::Tanh => "tanh",
            Activation::Relu => "relu",
        }
    }

    /// The value with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Activation::Tanh, Activation::Relu].into_iter().find(|a| a.word() == word)
    }

    /// Whether it is level where it gives `output`, and no slope passes.
    #[inline(always)]
    pub fn is_flat(self, output: f32) -> bool {
        self == Activation::Relu && output <= 0.0
    }

    /// Puts every number through it.
    #[inline(always)]
    pub fn apply(self, x: &mut [f32]) {
        match self {
            Activation::Tanh => x.iter_mut().for_each(|x| *x = x.tanh()),
            Activation::Relu => x.iter_mut().for_each(|x| *x = x.max(0.0)),
        }
    }

    /// Turns slopes by what [`Activation::apply`] gave, `output`, into slopes by what it was given.
    #[inline(always)]
    pub fn descend(self, output: &[f32], slopes: &mut [f32]) {
        for (slope, &y) in slopes.iter_mut().zip(output) {
            match self {
                Activation::Tanh => *slope *= 1.0 - y * y,
                Activation::Relu => *slope = if y > 0.0 { *slope } else { 0.0 },
            }
        }
    }
}

/// A network that gives every action a logit and every observation a value; also a gradient of one, or any
/// other numbers of its shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// Its form.
    pub shape: NetShape,
    /// The numbers of each array, in the order of [`NetShape::arrays`].
    pub weights: Vec<Vec<f32>>,
    pub(crate) encoders: Encoders,
    /// Where the advice stands in an observation, if the shape asks for it.
    advice: Option<usize>,
}

impl Net {
    /// The network with these arrays.
    ///
    /// # Panics
    /// If one is missing; [`Checkpoint::load`] has checked them.
    pub fn new(shape: &NetShape, layout: &Layout, arrays: &Arrays) -> Self {
        let weights = shape.arrays(layout).into_iter().map(|(name, _)| arrays[&name].values.clone());
        Self::of(shape, layout, weights.collect())
    }

    /// The network with these numbers, in the order of [`NetShape::arrays`].
    pub fn of(shape: &NetShape, layout: &Layout, weights: Vec<Vec<f32>>) -> Self {
        let (encoders, advice) = (Encoders::new(shape, layout), shape.advice_at(layout));
        Self { shape: shape.clone(), weights, encoders, advice }
    }

    /// The same form with every number 0.
    #[must_use]
    pub fn zeros_like(&self) -> Self {
        let weights = self.weights.iter().map(|w| vec![0.0; w.len()]).collect();
        Self { weights, ..self.clone() }
    }

    /// Puts the numbers under the names of the arrays, with `prefix` before, into `arrays`.
    pub fn store(&self, prefix: &str, layout: &Layout, arrays: &mut Arrays) {
        for ((name, shape), values) in self.shape.arrays(layout).into_iter().zip(&self.weights) {
            arrays.insert(format!("{prefix}{name}"), Array { shape, values: values.clone() });
        }
    }

    /// The activations of the last hidden layer.
    pub fn think<'a>(&self, inputs: Entries<'_>, thought: &'a mut Thought) -> &'a [f32] {
        let Thought { given, now, next } = thought;
        let inputs = if self.encoders.is_empty() {
            inputs
        } else {
            given.reset(self.given());
            self.encode(inputs, given);
            given.row(0)
        };
        let [weight, bias] = self.layer(0);
        fast(
            #[inline(always)]
            || {
                now.clone_from(bias);
                for (weight, (place, value)) in weight.chunks(SEGMENT * bias.len()).zip(inputs.segments()) {
                    add_rows(weight, place, value, now);
                }
                self.go_on(now, next, 1);
            },
        );
        now
    }

    /// Appends what the first layer is given for an observation.
    pub(crate) fn encode(&self, inputs: Entries<'_>, into: &mut Sparse) {
        if self.encoders.is_empty() {
            into.copy(inputs);
        } else {
            self.encoders.encode(&self.weights, self.shape.activation, inputs, into);
        }
    }

    /// Carries the first layer's sums, a row for each of `count` observations, up to the last hidden layer.
    #[inline(always)]
    fn go_on(&self, now: &mut Vec<f32>, next: &mut Vec<f32>, count: usize) {
        for layer in 1..self.shape.hidden_sizes.len() {
            let [weight, bias] = self.layer(layer);
            self.shape.activation.apply(now);
            next.clear();
            for _ in 0..count {
                next.extend_from_slice(bias);
            }
            add_products(now, weight, bias.len(), next);
            std::mem::swap(now, next);
        }
        self.shape.activation.apply(now);
    }

    /// The logit of an action, given the last hidden layer and how much it is advised.
    pub fn logit(&self, hidden: &[f32], action: usize, advice: f32) -> f32 {
        let [weight, bias, _, _, gain @ ..] = &self.weights[self.heads()..] else {
            unreachable!("a network has two heads");
        };
        let row = &weight[action * hidden.len()..(action + 1) * hidden.len()];
        let own = fast(
            #[inline(always)]
            || dot(hidden, row),
        ) + bias[action];
        gain.first().map_or(own, |gain| gain[0].mul_add(advice, own))
    }

    /// The expected return of the seat that observes, given the last hidden layer.
    pub fn value(&self, hidden: &[f32]) -> f32 {
        let at = self.heads() + 2;
        fast(
            #[inline(always)]
            || dot(hidden, &self.weights[at]),
        ) + self.weights[at + 1][0]
    }

    /// How much an action is advised in an observation; 0 if nothing is.
    pub fn advised(&self, inputs: Entries<'_>, action: usize) -> f32 {
        self.advice.map_or(0.0, |at| inputs.at(at + action))
    }

    /// The number of values that the first layer is given.
    pub(crate) fn given(&self) -> usize {
        let [weight, bias] = self.layer(0);
        weight.len() / bias.len()
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        self.weights[self.heads() + 1].len()
    }

    /// The weight and the bias of a hidden layer.
    pub(crate) fn layer(&self, layer: usize) -> &[Vec<f32>; 2] {
        let at = self.layer_at(layer);
        self.weights[at..at + 2].try_into().expect("two arrays")
    }

    /// Where the arrays of a hidden layer stand.
    pub(crate) fn layer_at(&self, layer: usize) -> usize {
        self.encoders.len() + 2 * layer
    }

    /// Where the arrays of the heads stand.
    pub(crate) fn heads(&self) -> usize {
        self.layer_at(self.shape.hidden_sizes.len())
    }
}

/// Where a network thinks: memory to be used again.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// What the first layer is given, if that is not the observation.
    given: Sparse,
    /// The latest layer.
    now: Vec<f32>,
    next: Vec<f32>,
}

impl Thought {
    /// The last hidden layer of the latest thought.
    pub fn hidden(&self) -> &[f32] {
        &self.now
    }
}

/// How a [`NetPolicy`] turns logits into a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The likeliest move.
    Likeliest,
    /// A move at its probability.
    Sampled,
}

/// A trained network at the table.
#[derive(Clone, Debug)]
pub struct NetPolicy {
    net: Net,
    manner: Manner,
    seen: Vec<f32>,
    inputs: Sparse,
    thought: Thought,
    legal: Vec<usize>,
    logits: Vec<f32>,
}

impl NetPolicy {
    /// The player in the checkpoint `folder`, which must have been trained on this game's layout, rules and
    /// data.
    ///
    /// # Errors
    /// One line: what cannot be read, is damaged, or differs.
    pub fn load<G: Tabletop>(folder: &Path, game: &G) -> Result<Self, Error> {
        let checkpoint = Checkpoint::load(folder, game)?;
        let net = Net::new(&checkpoint.state.network, &checkpoint.layout, &checkpoint.arrays);
        Ok(Self::new(net, checkpoint.layout.observation))
    }

    /// The player who thinks with `net` about this many observed values and plays its likeliest move.
    pub fn new(net: Net, observation: usize) -> Self {
        Self {
            net,
            manner: Manner::Likeliest,
            seen: vec![0.0; observation],
            inputs: Sparse::new(observation),
            thought: Thought::default(),
            legal: Vec::new(),
            logits: Vec::new(),
        }
    }

    /// The same player with another manner.
    #[must_use]
    pub fn with(self, manner: Manner) -> Self {
        Self { manner, ..self }
    }

    /// The legal actions of `s`, the logit of each, and the value of `s`, all for the seat that acts; the value
    /// is its expected score on the scale -1 to 1.
    pub fn evaluate<G: Game>(&mut self, game: &G, s: &G::State) -> (&[usize], &[f32], f32) {
        self.look(game, s);
        self.inputs.clear();
        self.inputs.push(&self.seen);
        let inputs = self.inputs.row(0);
        let hidden = self.net.think(inputs, &mut self.thought);
        self.legal.clear();
        game.legal(s, |a| self.legal.push(a.index()));
        self.logits.clear();
        let logit = |&a: &usize| self.net.logit(hidden, a, self.net.advised(inputs, a));
        self.logits.extend(self.legal.iter().map(logit));
        (&self.legal, &self.logits, self.net.value(hidden))
    }

    /// Sees what the acting seat observes.
    fn look<G: Game>(&mut self, game: &G, s: &G::State) {
        let actor = game.actor(s).expect("asked only while the game goes on");
        game.observe(s, actor, &mut Write::new(&mut self.seen));
    }
}

impl<G: Game> Policy<G> for NetPolicy {
    fn choose(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> G::Action {
        let manner = self.manner;
        let (legal, logits, _) = self.evaluate(game, s);
        let choice = match manner {
            Manner::Likeliest => likeliest(logits),
            Manner::Sampled => sample(logits, uniform(&mut luck.0)).0,
        };
        G::Action::at(legal[choice])
    }

    fn weigh(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> Option<Weighed<G::Action>> {
        let action = self.choose(game, s, luck);
        let (legal, logits, value) = self.evaluate(game, s);
        let weight = |(&a, share)| Weight { action: G::Action::at(a), share, score: None };
        let mut moves: Vec<_> = legal.iter().zip(softmax(logits)).map(weight).collect();
        moves.sort_by(|a, b| b.share.total_cmp(&a.share));
        Some(Weighed { action, score: chance(value), moves })
    }

    fn features(&mut self, game: &G, s: &G::State) -> Option<&[f32]> {
        self.look(game, s);
        Some(&self.seen)
    }

    fn features_layout(&self, game: &G) -> Option<Layout> {
        Some(Layout::of(game))
    }
}

/// A value on the scale -1 to 1 as a score from 0 to 1.
pub(crate) fn chance(value: f32) -> f64 {
    f64::from(value.clamp(-1.0, 1.0)).midpoint(1.0)
}

/// The probability of each logit.
pub(crate) fn softmax(logits: &[f32]) -> Vec<f64> {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f64> = logits.iter().map(|&x| f64::from(x - top).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|w| w / total).collect()
}

/// The place of the greatest logit, the first of equals.
pub(crate) fn likeliest(logits: &[f32]) -> usize {
    let better = |best: usize, i: usize| if logits[i] > logits[best] { i } else { best };
    (0..logits.len()).reduce(better).expect("a legal set is never empty")
}

/// A place drawn by the softmax of the logits, and its log-probability; `ticket` is uniform in [0, 1).
pub(crate) fn sample(logits: &[f32], ticket: f64) -> (usize, f32) {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |i: usize| f64::from(logits[i] - top).exp();
    let total: f64 = (0..logits.len()).map(weight).sum();
    let mut left = ticket * total;
    let drawn = (0..logits.len()).find(|&i| {
        left -= weight(i);
        left < 0.0
    });
    // Rounding may leave a crumb over; it belongs to the last.
    let choice = drawn.unwrap_or(logits.len() - 1);
    (choice, (weight(choice) / total).ln() as f32)
}

/// A number in [0, 1) with 53 random bits.
pub(crate) fn uniform(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampling_follows_the_softmax() {
        let logits = [0.0, 1.0, 2.0f32];
        let total: f32 = logits.iter().map(|x| x.exp()).sum();
        let n = 10_000;
        for (i, logit) in logits.iter().enumerate() {
            let ticket = |k: i32| (f64::from(k) + 0.5) / f64::from(n);
            let drawn = (0..n).filter(|&k| sample(&logits, ticket(k)).0 == i).count();
            let p = logit.exp() / total;
            assert!((drawn as f32 / n as f32 - p).abs() < 2e-4, "{i}: {drawn} of {n}, expected {p}");
        }
        assert_eq!(sample(&logits, 1.0 - 1e-16).0, 2);
        assert!((sample(&logits, 0.0).1 - (1.0 / total).ln()).abs() < 1e-6);
        assert_eq!(likeliest(&logits), 2);
    }
}
