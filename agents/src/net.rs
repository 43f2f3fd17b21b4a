//! [`Net`]: a trained network in plain Rust, and [`NetPolicy`]: the player made of it.
//!
//! Needs no torch. Observations are mostly zeros, so each layer adds up the rows of its non-zero inputs only.

use std::path::Path;

use holotable_env::{Finite, Game, Tabletop, Write};
use ndarray::{Array1, Array2, ArrayView1, Axis};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::checkpoint::{Arrays, Checkpoint, NetShape};
use crate::error::Error;
use crate::policy::{Luck, Policy};

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

    fn apply(self, x: f32) -> f32 {
        match self {
            Activation::Tanh => x.tanh(),
            Activation::Relu => x.max(0.0),
        }
    }
}

/// A linear layer; a row of weights an input.
#[derive(Clone, Debug)]
struct Linear {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    /// The layer called `name`, which torch stores with a row an output.
    fn take(arrays: &Arrays, name: &str) -> Self {
        let array = |part: &str| &arrays[&format!("{name}.{part}")];
        let (weight, bias) = (array("weight"), array("bias"));
        let shape = (weight.shape[0], weight.shape[1]);
        let stored =
            Array2::from_shape_vec(shape, weight.values.clone()).expect("shapes are checked when read");
        Self {
            weight: stored.t().as_standard_layout().into_owned(),
            bias: Array1::from_vec(bias.values.clone()),
        }
    }

    fn forward(&self, x: ArrayView1<f32>) -> Array1<f32> {
        let mut y = self.bias.clone();
        for (&x, row) in x.iter().zip(self.weight.axis_iter(Axis(0))) {
            if x != 0.0 {
                y.scaled_add(x, &row);
            }
        }
        y
    }
}

/// A network that gives every action a logit and every observation a value.
#[derive(Clone, Debug)]
pub struct Net {
    trunk: Vec<Linear>,
    activation: Activation,
    policy: Linear,
    value: Linear,
}

impl Net {
    /// The network with these arrays.
    ///
    /// # Panics
    /// If one is missing or has another shape; [`Checkpoint::load`] has checked them.
    pub fn new(shape: &NetShape, arrays: &Arrays) -> Self {
        let trunk = (0..shape.hidden_sizes.len()).map(|i| Linear::take(arrays, &format!("trunk.{i}")));
        Self {
            trunk: trunk.collect(),
            activation: shape.activation,
            policy: Linear::take(arrays, "policy"),
            value: Linear::take(arrays, "value"),
        }
    }

    /// The logit of each action, legal or not, and the expected return of the seat that sees `observation`.
    pub fn forward(&self, observation: &[f32]) -> (Array1<f32>, f32) {
        let mut x = ArrayView1::from(observation).to_owned();
        for layer in &self.trunk {
            x = layer.forward(x.view());
            x.mapv_inplace(|v| self.activation.apply(v));
        }
        (self.policy.forward(x.view()), self.value.forward(x.view())[0])
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
    legal: Vec<usize>,
}

impl NetPolicy {
    /// The player in the checkpoint `folder`, which must have been trained on this game's layout, rules and
    /// data.
    ///
    /// # Errors
    /// One line: what cannot be read, is damaged, or differs.
    pub fn load<G: Tabletop>(folder: &Path, game: &G) -> Result<Self, Error> {
        let checkpoint = Checkpoint::load(folder, game)?;
        Ok(Self::new(Net::new(&checkpoint.state.network, &checkpoint.arrays), checkpoint.layout.observation))
    }

    fn new(net: Net, observation: usize) -> Self {
        Self { net, manner: Manner::Likeliest, seen: vec![0.0; observation], legal: Vec::new() }
    }

    /// The same player with another manner.
    #[must_use]
    pub fn with(self, manner: Manner) -> Self {
        Self { manner, ..self }
    }

    /// The logits and the value of `s` for a seat; the value is its expected score on the scale -1 to 1.
    pub fn evaluate<G: Game>(&mut self, game: &G, s: &G::State, player: usize) -> (Array1<f32>, f32) {
        game.observe(s, player, &mut Write::new(&mut self.seen));
        self.net.forward(&self.seen)
    }
}

impl<G: Game> Policy<G> for NetPolicy {
    fn choose(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> G::Action {
        let actor = game.actor(s).expect("asked only while the game goes on");
        let (logits, _) = self.evaluate(game, s, actor);
        self.legal.clear();
        game.legal(s, |a| self.legal.push(a.index()));
        let logit = |a: usize| logits[a];
        let action = match self.manner {
            Manner::Likeliest => likeliest(&self.legal, logit),
            Manner::Sampled => sample(&self.legal, logit, uniform(&mut luck.0)).0,
        };
        G::Action::at(action)
    }
}

/// The legal action with the greatest logit, the first of equals.
pub(crate) fn likeliest(legal: &[usize], logit: impl Fn(usize) -> f32) -> usize {
    let better = |best: usize, a: usize| if logit(a) > logit(best) { a } else { best };
    legal.iter().copied().reduce(better).expect("a legal set is never empty")
}

/// A legal action drawn by the softmax of the logits, and its log-probability; `ticket` is uniform in [0, 1).
pub(crate) fn sample(legal: &[usize], logit: impl Fn(usize) -> f32, ticket: f64) -> (usize, f32) {
    let top = legal.iter().map(|&a| logit(a)).fold(f32::NEG_INFINITY, f32::max);
    let weight = |a: usize| f64::from(logit(a) - top).exp();
    let total: f64 = legal.iter().map(|&a| weight(a)).sum();
    let mut left = ticket * total;
    let drawn = legal.iter().copied().find(|&a| {
        left -= weight(a);
        left < 0.0
    });
    // Rounding may leave a crumb over; it belongs to the last.
    let action = drawn.unwrap_or_else(|| *legal.last().expect("a legal set is never empty"));
    (action, (weight(action) / total).ln() as f32)
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
        let logits = [0.0, 9.0, 1.0, 2.0f32];
        let legal = [0, 2, 3];
        let logit = |a: usize| logits[a];
        let total: f32 = legal.iter().map(|&a| logits[a].exp()).sum();
        let n = 10_000;
        for &a in &legal {
            let drawn =
                (0..n).filter(|&i| sample(&legal, logit, (f64::from(i) + 0.5) / f64::from(n)).0 == a).count();
            let p = logits[a].exp() / total;
            assert!((drawn as f32 / n as f32 - p).abs() < 2e-4, "action {a}: {drawn} of {n}, expected {p}");
        }
        assert_eq!(sample(&legal, logit, 1.0 - 1e-16).0, 3);
        assert!((sample(&legal, logit, 0.0).1 - (1.0 / total).ln()).abs() < 1e-6);
        assert_eq!(likeliest(&legal, logit), 3);
    }
}
