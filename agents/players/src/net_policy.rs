//! [`NetPolicy`]: the policy of a trained network.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use holotable_env::{Finite, GameRng, Layout, Observer, Write, each_legal};
use holotable_net::Net;
use holotable_net::logits::{either, likeliest, softmax};
use holotable_net::packed::{Activations, PackedNet};
use holotable_net::sparse::Sparse;
use holotable_store::checkpoint::{Checkpoint, GameMark, PlattCalibration, Source};
use holotable_store::error::Error;

use crate::bots::Bots;
use crate::observation_wrapper::ObservationWrapper;
use crate::policy::{Analysis, MoveAnalysis, Policy};

/// Plays the likeliest action of a trained network.
#[derive(Clone, Debug)]
pub struct NetPolicy<G: Bots> {
    wrapper: ObservationWrapper<G>,
    network: Arc<PackedNet>,
    /// What its checkpoint keeps to read values by.
    calibration: Option<PlattCalibration>,
    observed: Vec<f32>,
    /// Whether it chooses by subgoals.
    subgoals: bool,
    /// Empty if the network takes none.
    prior: Vec<f32>,
    inputs: Sparse,
    activations: Activations,
    legal: Vec<usize>,
    logits: Vec<f32>,
}

/// The networks in use by the checksums of their checkpoints: each is in memory once, however many play by it.
static IN_USE: Mutex<BTreeMap<String, Weak<PackedNet>>> = Mutex::new(BTreeMap::new());

/// The network of the checkpoint with this checksum, which is this one unless it is in use already.
fn shared(sum: String, net: &Net) -> Arc<PackedNet> {
    let mut all = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(&sum).and_then(Weak::upgrade) {
        return known;
    }
    all.retain(|_, network| network.strong_count() > 0);
    let network = Arc::new(PackedNet::new(net));
    all.insert(sum, Arc::downgrade(&network));
    network
}

impl<G: Bots> NetPolicy<G> {
    /// The policy of a checkpoint, which must have been trained on the rules and data of this game.
    ///
    /// # Errors
    /// One line: what cannot be read, is damaged, or differs.
    pub fn load(from: impl Into<Source>, game: &G) -> Result<Self, Error> {
        let source = from.into();
        let (wrapper, sum) = (ObservationWrapper::stored(&source, game), source.sum().ok());
        let checkpoint =
            Checkpoint::load(&source, &GameMark::of(game), &Layout::observed_by(game, &wrapper))?;
        let net = Net::new(&checkpoint.state.network, &checkpoint.layout, &checkpoint.arrays);
        // A run may have replaced the folder meanwhile; then nobody knows which of the two was read.
        let sum = sum.filter(|sum| source.sum().is_ok_and(|again| again == *sum));
        let packed = match sum {
            Some(sum) => shared(sum, &net),
            None => Arc::new(PackedNet::new(&net)),
        };
        let policy = Self::packed(&net, packed, wrapper);
        Ok(Self { calibration: checkpoint.state.calibration, ..policy })
    }

    /// The policy of `net`, which must have been made for the layout of this wrapper.
    pub fn new(net: &Net, wrapper: ObservationWrapper<G>) -> Self {
        Self::packed(net, Arc::new(PackedNet::new(net)), wrapper)
    }

    fn packed(net: &Net, network: Arc<PackedNet>, wrapper: ObservationWrapper<G>) -> Self {
        let (observation, prior) = (net.observation(), if net.shape.prior { net.actions() } else { 0 });
        Self {
            wrapper,
            subgoals: net.shape.subgoals,
            network,
            calibration: None,
            observed: vec![0.0; observation],
            prior: vec![0.0; prior],
            inputs: Sparse::new(observation + prior),
            activations: Activations::default(),
            legal: Vec::new(),
            logits: Vec::new(),
        }
    }

    /// The legal actions of `s`, the logit of each, and the value of `s`, all for the seat that acts; the value
    /// is its chance to win before the calibration that a checkpoint may keep: searches compare raw values, so that calibration
    /// changes no move. With subgoals the logit of an action is that of all subgoals
    /// towards which it is the best step.
    pub fn evaluate(&mut self, game: &G, s: &G::State) -> (&[usize], &[f32], f32) {
        self.ask(game, [s]);
        self.answer(game, s, 0)
    }

    /// Lets the network answer for all of these positions at once, which takes less time than one after the other and gives the same.
    pub(crate) fn ask<'s>(&mut self, game: &G, positions: impl IntoIterator<Item = &'s G::State>)
    where
        G: 's,
    {
        self.inputs.clear();
        for s in positions {
            self.observe(game, s);
            self.wrapper.prior(game, s, &mut self.prior);
            self.inputs.push(&[&self.observed, &self.prior]);
        }
        self.network.answer(&self.inputs, 0..self.inputs.len(), &mut self.activations);
    }

    /// What [`evaluate`](Self::evaluate) gives, for the position `s` with this number among those that were asked for.
    pub(crate) fn answer(&mut self, game: &G, s: &G::State, row: usize) -> (&[usize], &[f32], f32) {
        let (net, inputs, answers) = (&self.network, self.inputs.row(row), &mut self.activations);
        self.legal.clear();
        each_legal(game, s, &mut |a| self.legal.push(a.index()));
        self.logits.clear();
        if self.subgoals {
            // Several subgoals may begin alike; an action towards none is never played.
            let (legal, logits) = (&self.legal, &mut self.logits);
            let (mut subgoals, mut of_subgoals) = (Vec::new(), Vec::new());
            self.wrapper.subgoals(game, s, |subgoal, step| {
                let place = legal.binary_search(&step.index()).expect("steps are legal");
                subgoals.push((subgoal.index(), place));
            });
            let mut numbers = subgoals.iter().map(|(subgoal, _)| *subgoal);
            net.logits(answers, row, inputs, &mut numbers, &mut of_subgoals);
            logits.resize(legal.len(), f32::NEG_INFINITY);
            for ((_, place), logit) in subgoals.into_iter().zip(of_subgoals) {
                logits[place] = either(logits[place], logit);
            }
        } else {
            net.logits(answers, row, inputs, &mut self.legal.iter().copied(), &mut self.logits);
        }
        (&self.legal, &self.logits, net.value(answers, row))
    }

    /// Writes the observation of the acting seat.
    fn observe(&mut self, game: &G, s: &G::State) {
        let actor = game.actor(s).expect("asked only while the game goes on");
        self.wrapper.write(game, s, actor, &mut Write::new(&mut self.observed));
    }
}

impl<G: Bots> Policy<G> for NetPolicy<G> {
    fn choose(&mut self, game: &G, s: &G::State, _rng: &mut GameRng) -> G::Action {
        let (legal, logits, _) = self.evaluate(game, s);
        G::Action::at(legal[likeliest(logits)])
    }

    fn analyse(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Analysis<G::Action>> {
        let action = self.choose(game, s, rng);
        let calibration = self.calibration.clone();
        let (legal, logits, value) = self.evaluate(game, s);
        let value = f64::from(value);
        let score = calibration.map_or(value, |calibration| calibration.applied(value));
        let analysed = |(&a, share)| MoveAnalysis { action: G::Action::at(a), share, score: None };
        let mut moves: Vec<_> = legal.iter().zip(softmax(logits)).map(analysed).collect();
        moves.sort_by(|a, b| b.share.total_cmp(&a.share));
        Some(Analysis { action, score, moves })
    }

    fn features(&mut self, game: &G, s: &G::State) -> Option<&[f32]> {
        self.observe(game, s);
        Some(&self.observed)
    }

    fn features_layout(&self, game: &G) -> Option<Layout> {
        Some(Layout::observed_by(game, &self.wrapper))
    }

    fn prior(&mut self, game: &G, s: &G::State) -> Option<&[f32]> {
        self.wrapper.prior(game, s, &mut self.prior);
        (!self.prior.is_empty()).then_some(&self.prior)
    }
}

#[cfg(test)]
mod tests {
    use holotable_env::{Options, Tabletop};
    use holotable_games::rebellion_combat::RebellionCombat;

    use super::*;
    use crate::registry;

    #[test]
    fn one_checkpoint_is_one_network_in_memory() {
        let options = Options::resolve(RebellionCombat::option_specs(), []).unwrap();
        let game = RebellionCombat::build(&options, None).unwrap();
        let load = || NetPolicy::load(registry::checkpoint(&game, "ppo").unwrap().unwrap(), &game).unwrap();
        let (one, other) = (load(), load());
        assert!(Arc::ptr_eq(&one.network, &other.network));
    }
}
