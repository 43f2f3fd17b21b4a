//! [`NetPolicy`]: the player made of a trained network.

use std::path::Path;
use std::sync::Arc;

use holotable_env::{Finite, Game, GameRng, Layout, Tabletop, Write};

use super::Net;
use super::logits::{likeliest, sample, softmax};
use super::packed::{Activations, PackedNet};
use super::sparse::Sparse;
use crate::checkpoint::Checkpoint;
use crate::error::Error;
use crate::policy::{Policy, Weighed, Weight, uniform};

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
    packed: Arc<PackedNet<Net>>,
    manner: Manner,
    seen: Vec<f32>,
    inputs: Sparse,
    activations: Activations,
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
            packed: Arc::new(PackedNet::new(net)),
            manner: Manner::Likeliest,
            seen: vec![0.0; observation],
            inputs: Sparse::new(observation),
            activations: Activations::default(),
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
        let (net, inputs) = (&self.packed.net, self.inputs.row(0));
        let hidden = self.packed.forward(&self.inputs, 0..1, &mut self.activations);
        self.legal.clear();
        game.legal(s, |a| self.legal.push(a.index()));
        self.logits.clear();
        let logit = |&a: &usize| net.logit(hidden, a, net.advised(inputs, a));
        self.logits.extend(self.legal.iter().map(logit));
        (&self.legal, &self.logits, net.value(hidden))
    }

    /// Sees what the acting seat observes.
    fn look<G: Game>(&mut self, game: &G, s: &G::State) {
        let actor = game.actor(s).expect("asked only while the game goes on");
        game.observe(s, actor, &mut Write::new(&mut self.seen));
    }
}

impl<G: Game> Policy<G> for NetPolicy {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        let manner = self.manner;
        let (legal, logits, _) = self.evaluate(game, s);
        let choice = match manner {
            Manner::Likeliest => likeliest(logits),
            Manner::Sampled => sample(logits, uniform(&mut rng.0)).0,
        };
        G::Action::at(legal[choice])
    }

    fn weigh(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Weighed<G::Action>> {
        let action = self.choose(game, s, rng);
        let (legal, logits, value) = self.evaluate(game, s);
        let weight = |(&a, share)| Weight { action: G::Action::at(a), share, score: None };
        let mut moves: Vec<_> = legal.iter().zip(softmax(logits)).map(weight).collect();
        moves.sort_by(|a, b| b.share.total_cmp(&a.share));
        Some(Weighed { action, score: score_of_value(value), moves })
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
pub(crate) fn score_of_value(value: f32) -> f64 {
    f64::from(value.clamp(-1.0, 1.0)).midpoint(1.0)
}
