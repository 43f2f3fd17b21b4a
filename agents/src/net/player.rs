//! [`NetPolicy`]: the policy of a trained network.

use std::path::Path;
use std::sync::Arc;

use holotable_env::{Finite, Game, GameRng, Layout, Observer, Standard, Tabletop, Write};

use super::Net;
use super::logits::{likeliest, softmax};
use super::packed::{Activations, PackedNet};
use super::sparse::Sparse;
use crate::checkpoint::{Checkpoint, GameMark};
use crate::error::Error;
use crate::policy::{Policy, Weighed, Weight};

/// Plays the likeliest action of a trained network.
#[derive(Clone, Debug)]
pub struct NetPolicy<O = Standard> {
    observer: O,
    packed: Arc<PackedNet<Net>>,
    observed: Vec<f32>,
    inputs: Sparse,
    activations: Activations,
    legal: Vec<usize>,
    logits: Vec<f32>,
}

impl<O> NetPolicy<O> {
    /// The policy of the checkpoint `folder`, which must have been trained on the rules and data of this game, shown by
    /// this observer.
    ///
    /// # Errors
    /// One line: what cannot be read, is damaged, or differs.
    pub fn load<G: Tabletop>(folder: &Path, game: &G, observer: O) -> Result<Self, Error>
    where
        O: Observer<G>,
    {
        let checkpoint =
            Checkpoint::load(folder, &GameMark::of(game), &Layout::observed_by(game, &observer))?;
        let net = Net::new(&checkpoint.state.network, &checkpoint.layout, &checkpoint.arrays);
        Ok(Self::new(net, observer, checkpoint.layout.observation))
    }

    /// The policy of `net`, which is shown this many values by `observer`.
    pub fn new(net: Net, observer: O, observation: usize) -> Self {
        Self {
            observer,
            packed: Arc::new(PackedNet::new(net)),
            observed: vec![0.0; observation],
            inputs: Sparse::new(observation),
            activations: Activations::default(),
            legal: Vec::new(),
            logits: Vec::new(),
        }
    }

    /// The legal actions of `s`, the logit of each, and the value of `s`, all for the seat that acts; the value
    /// is its expected score on the scale -1 to 1.
    pub fn evaluate<G: Game>(&mut self, game: &G, s: &G::State) -> (&[usize], &[f32], f32)
    where
        O: Observer<G>,
    {
        self.observe(game, s);
        self.inputs.clear();
        self.inputs.push(&[&self.observed]);
        let (net, inputs) = (&self.packed.net, self.inputs.row(0));
        let hidden = self.packed.forward(&self.inputs, 0..1, &mut self.activations);
        self.legal.clear();
        game.legal(s, |a| self.legal.push(a.index()));
        self.logits.clear();
        let logit = |&a: &usize| net.logit(hidden, a, net.advised(inputs, a));
        self.logits.extend(self.legal.iter().map(logit));
        (&self.legal, &self.logits, net.value(hidden))
    }

    /// Writes the observation of the acting seat.
    fn observe<G: Game>(&mut self, game: &G, s: &G::State)
    where
        O: Observer<G>,
    {
        let actor = game.actor(s).expect("asked only while the game goes on");
        self.observer.write(game, s, actor, &mut Write::new(&mut self.observed));
    }
}

impl<G: Game, O: Observer<G>> Policy<G> for NetPolicy<O> {
    fn choose(&mut self, game: &G, s: &G::State, _rng: &mut GameRng) -> G::Action {
        let (legal, logits, _) = self.evaluate(game, s);
        G::Action::at(legal[likeliest(logits)])
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
        self.observe(game, s);
        Some(&self.observed)
    }

    fn features_layout(&self, game: &G) -> Option<Layout> {
        Some(Layout::observed_by(game, &self.observer))
    }
}

/// Converts a value on the scale -1 to 1 to a score from 0 to 1.
pub(crate) fn score_of_value(value: f32) -> f64 {
    f64::from(value.clamp(-1.0, 1.0)).midpoint(1.0)
}
