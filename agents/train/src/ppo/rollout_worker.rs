//! [`RolloutWorker`]: plays a few games with the current policy, and records their decisions in a
//! [`RolloutBuffer`](super::rollout_buffer::RolloutBuffer). The batch plays forced moves by itself; they are not recorded.

use std::iter;
use std::sync::Arc;

use holotable_arena::calibration_table::CalibrationTable;
use holotable_env::streams::{ROLLOUTS, slot_seed};
use holotable_env::{
    Arrays, AutoReset, BatchConfig, Buffers, GameRng, Layout, Sample, SlotAction, generator,
};
use holotable_erased::{AnyBatch, AnyGame};
use holotable_net::packed::{Activations, PackedNet};
use holotable_net::random::uniform;
use holotable_net::sparse::Sparse;
use holotable_players::observation_wrapper::{Choice, FeatureSet};

use super::config::Config;
use super::gae::{Discounts, End, ValueEstimate};
use super::luck::Luck;
use super::named_opponents::NamedOpponents;
use super::opponent_pool::Opponent;
use super::pending_transition::{PendingTransition, open};
use super::profile::{Profile, Watch};
use super::restarts::Restarts;
use super::rollout_buffer::RolloutBuffer;
use super::sampling::{entropy, sample};

/// A game that ended during a rollout and had begun at the start.
#[derive(Clone, Copy, Debug)]
pub struct Episode {
    /// The score of the learner's team, of the first of them if it played several; `None` if the game was truncated.
    pub score: Option<f32>,
    /// What the learner thought of its chances at its first decision; `None` if it made none.
    pub first_value: Option<f32>,
    /// Its decisions, forced moves not counted.
    pub length: u32,
}

/// A few games that one thread plays, and the record of the latest rollout.
#[derive(Debug)]
pub struct RolloutWorker {
    pub(super) batch: Box<dyn AnyBatch>,
    pub(super) rng: GameRng,
    /// Who plays in place of the learner, if anybody: a past self plays one team of each game, team 0 in the first slot, team 1 in
    /// the second and so on.
    pub(super) opponent: Option<Opponent>,
    opponents: NamedOpponents,
    steps: usize,
    /// The team of each seat.
    teams: Vec<usize>,
    /// One seat of each team, to read the team's reward from.
    seats: Vec<usize>,
    /// The current observations, rewards and flags of all slots.
    current: Arrays,
    /// The current priors of all slots, one after the other; empty if the networks take none.
    priors: Vec<f32>,
    actions: Vec<SlotAction>,
    /// Whether the networks choose by subgoals.
    pub(super) subgoals: bool,
    /// What there is to choose in one slot.
    choices: Vec<Choice>,
    /// The decisions at the beginning of the record, in the order of their slots.
    pub(super) pending: Vec<PendingTransition>,
    /// The values at the learner's decisions in the running games, for each team of each slot: they wait for the result.
    pub(super) value_estimates: Vec<Vec<f32>>,
    /// The latest decision of each team in each slot, `slots` times the teams, if there are several: what may be carried.
    latest: Vec<Option<PendingTransition>>,
    /// The states in which games begin anew.
    pub(super) restarts: Restarts,
    /// What chance adds to decisions, if it is to be taken off.
    luck: Luck,
    /// The activations of the learner and of the opponent for the current observations.
    activations: [Activations; 2],
    /// The kind of decision in which each action is taken: the number of its block.
    kind_of: Vec<u8>,
    /// The decisions of the latest rollout.
    pub(super) record: RolloutBuffer,
    /// The games that ended in the latest rollout and had begun at the start.
    pub episodes: Vec<Episode>,
    /// How well the values of whole games predicted the results that became known in the latest rollout.
    pub calibration: CalibrationTable,
    /// The entropy of the policy over its decisions of each kind: sum and count.
    pub entropy: Vec<(f64, u64)>,
    /// How long the parts of the latest rollout took.
    pub profile: Profile,
}

impl RolloutWorker {
    /// The worker for `slots` slots, numbered from `first`, at the start of their games.
    pub fn new(
        game: &Arc<dyn AnyGame>,
        features: FeatureSet,
        config: &Config,
        first: usize,
        slots: usize,
    ) -> Self {
        let batch = BatchConfig {
            auto_reset: AutoReset::SameStep,
            skip_forced: true,
            max_decisions: config.bound(game.as_ref()),
            // Values are chances to win.
            rewards: (0.0, 1.0),
            ..BatchConfig::default()
        };
        let mut batch = Arc::clone(game).batch(features, slots, batch);
        let first = first as u64;
        // By the number of the slot in the run, whoever plays it.
        (0..slots).for_each(|e| batch.reset(e, Some(slot_seed(config.seed, first + e as u64))));
        let (layout, teams) = (game.layout(features), game.teams());
        let prior = config.shape().prior_len(layout);
        let rng = Sample(generator(config.seed, ROLLOUTS + first));
        let mut record = RolloutBuffer::new(layout.observation + prior, slots, teams.leads().len());
        record.bounded = config.chance_samples == 0;
        Self {
            rng,
            opponent: None,
            opponents: NamedOpponents::new(game.as_ref(), &config.opponents),
            steps: config.rollout_steps,
            teams: teams.of_seats().to_vec(),
            seats: teams.leads().to_vec(),
            current: Arrays::new(slots, layout, teams.players()),
            priors: vec![0.0; slots * prior],
            actions: vec![SlotAction::Stay; slots],
            subgoals: config.subgoals,
            choices: Vec::new(),
            pending: Vec::new(),
            value_estimates: vec![Vec::new(); slots * teams.leads().len()],
            latest: (0..slots * teams.leads().len()).map(|_| None).collect(),
            restarts: Restarts::new(config.restart_share, slots),
            luck: Luck::new(config.chance_samples, (layout.observation, prior)),
            activations: Default::default(),
            kind_of: kinds(layout),
            record,
            episodes: Vec::new(),
            calibration: CalibrationTable::default(),
            entropy: vec![(0.0, 0); layout.action_blocks.len()],
            profile: Profile::default(),
            batch,
        }
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.actions.len()
    }

    /// Plays `rollout_steps` decisions in every slot and estimates their advantages with these discounts.
    pub fn play(&mut self, learner: &PackedNet, discounts: Discounts) {
        let mut watch = Watch::start();
        self.clear();
        self.record_pending();
        self.batch.write(&mut unmasked(&mut self.current));
        self.write_priors();
        let past = match &self.opponent {
            Some(Opponent::Past(network)) => Some(Arc::clone(network)),
            Some(Opponent::Bot(_)) | None => None,
        };
        let past = past.as_deref().map(PackedNet::new);
        let nets = (learner, past.as_ref());
        self.profile.environment += watch.lap();
        for _ in 0..self.steps {
            self.evaluate(nets);
            self.act(nets);
            self.profile.inference += watch.lap();
            let lengths: Vec<u32> = (0..self.slots()).map(|e| self.batch.decisions(e) + 1).collect();
            self.record.turns.extend((0..self.slots()).map(|e| self.batch.turn(e)));
            self.restarts.visit(self.batch.as_ref());
            self.luck.before(self.batch.as_ref(), &self.actions);
            self.batch
                .step(&self.actions, &mut unmasked(&mut self.current))
                .expect("only legal actions are chosen");
            self.record_step(&lengths, learner);
            self.profile.environment += watch.lap();
            self.take_luck_off(learner, discounts.gamma);
            self.profile.advantages += watch.lap();
            self.restart();
            self.write_priors();
            self.profile.environment += watch.lap();
        }
        self.evaluate(nets);
        self.profile.inference += watch.lap();
        let learns = |e, team| learns(self.opponent.as_ref(), self.seats.len(), e, team);
        self.record.estimate_advantages(&self.pending, learns, discounts);
        let first = self.pending.len();
        self.restarts.keep(|i| Some(self.record.advantage(first + i)?.1));
        self.carry();
        self.profile.advantages += watch.lap();
    }

    fn clear(&mut self) {
        self.record.clear();
        self.episodes.clear();
        self.restarts.clear();
        self.calibration = CalibrationTable::default();
        self.entropy.fill((0.0, 0));
        self.profile = Profile::default();
    }

    /// The number of values of a prior; 0 if the networks take none.
    fn prior_len(&self) -> usize {
        self.priors.len() / self.slots()
    }

    /// Writes the priors that go with the current observations, as masks do.
    fn write_priors(&mut self) {
        let n = self.prior_len();
        for e in 0..self.slots() {
            self.batch.prior(e, &mut self.priors[e * n..][..n]);
        }
    }

    /// Records the current inputs of all slots, and evaluates them with the networks.
    fn evaluate(&mut self, nets: Nets<'_>) {
        let (first, n) = (self.record.inputs.len(), self.prior_len());
        for (e, obs) in self.current.obs.rows().into_iter().enumerate() {
            let obs = obs.to_slice().expect("rows are contiguous");
            self.record.inputs.push(&[obs, &self.priors[e * n..][..n]]);
        }
        let new = first..self.record.inputs.len();
        let [own, other] = &mut self.activations;
        nets.0.answer(&self.record.inputs, new.clone(), own);
        if let Some(opponent) = nets.1 {
            opponent.answer(&self.record.inputs, new, other);
        }
        for e in 0..self.slots() {
            let team = self.teams[usize::from(self.current.actor[e])];
            let (net, answers) = self.network_of(nets, e, team);
            let value = net.value(&self.activations[answers], e);
            self.record.values.push(ValueEstimate { team, value });
        }
    }

    /// The network that decides for `team` in slot `e`, and the number of its activations.
    fn network_of<'a>(&self, (learner, opponent): Nets<'a>, e: usize, team: usize) -> (&'a PackedNet, usize) {
        match opponent.filter(|_| !self.learns(e, team)) {
            Some(opponent) => (opponent, 1),
            None => (learner, 0),
        }
    }

    /// Samples an action for every slot from the policies just [evaluated](Self::evaluate), and records it.
    fn act(&mut self, nets: Nets<'_>) {
        let slots = self.slots();
        let (first_input, first_value) = (self.record.inputs.len() - slots, self.record.values.len() - slots);
        let mut logits = Vec::new();
        for e in 0..slots {
            self.list_choices(e);
            let estimate = self.record.values[first_value + e];
            let inputs = self.record.inputs.row(first_input + e);
            let (net, answers) = self.network_of(nets, e, estimate.team);
            logits.clear();
            let mut choices = self.choices.iter().map(|choice| choice.number);
            net.logits(&mut self.activations[answers], e, inputs, &mut choices, &mut logits);
            let (chosen, log_prob) = sample(&logits, uniform(&mut self.rng.0));
            let kind = self.kind_of[self.choices[0].number];
            if self.learns(e, estimate.team) {
                let sums = &mut self.entropy[usize::from(kind)];
                *sums = (sums.0 + entropy(&logits), sums.1 + 1);
                self.value_estimates[e * self.seats.len() + estimate.team].push(estimate.value);
            }
            self.record.decide(kind, &self.choices, chosen, log_prob);
            let Choice { number, action } = self.choices[chosen];
            self.actions[e] = SlotAction::Play(match self.opponent {
                Some(Opponent::Bot(bot)) if !self.learns(e, estimate.team) => {
                    self.opponents.choose(bot, self.batch.save(e).state.as_ref(), &mut self.rng)
                }
                _ => action,
            });
            self.remember(e, number, estimate, log_prob);
        }
    }

    /// Lists what the networks can choose in slot `e`.
    fn list_choices(&mut self, e: usize) {
        if self.subgoals {
            return self.batch.subgoals(e, &mut self.choices);
        }
        self.choices.clear();
        for (word, &bits) in self.batch.legal(e).iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let action = 64 * word + bits.trailing_zeros() as usize;
                self.choices.push(Choice { number: action, action });
                bits &= bits - 1;
            }
        }
    }

    /// Whether the learner plays a team in slot `e`.
    fn learns(&self, e: usize, team: usize) -> bool {
        learns(self.opponent.as_ref(), self.seats.len(), e, team)
    }

    /// Keeps the decision just made in slot `e`, if it may have to be carried.
    fn remember(&mut self, e: usize, choice: usize, estimate: ValueEstimate, log_prob: f32) {
        let teams = self.seats.len();
        if teams == 1 {
            return;
        }
        self.latest[e * teams + estimate.team] = self.learns(e, estimate.team).then(|| PendingTransition {
            slot: e,
            before: self.batch.save(e).state,
            choice,
            log_prob,
            estimate,
            reward: 0.0,
        });
    }

    /// Puts the carried decisions at the beginning of the record.
    fn record_pending(&mut self) {
        let (mut observed, mut prior) = (vec![0.0; self.current.obs.ncols()], vec![0.0; self.prior_len()]);
        for pending in &self.pending {
            let s = pending.before.as_ref();
            let seat = s.actor().expect("a decision was made there");
            self.batch.observe(s, seat, &mut observed);
            s.prior(&mut prior);
            self.record.inputs.push(&[&observed, &prior]);
            let choices = s.choices(self.subgoals);
            let chosen = choices.iter().position(|choice| choice.number == pending.choice);
            let (chosen, kind) = (chosen.expect("it was among them"), self.kind_of[choices[0].number]);
            self.record.decide(kind, &choices, chosen, pending.log_prob);
            self.record.values.push(pending.estimate);
        }
    }

    /// Finds the decisions whose return is still not known, for the next rollout.
    fn carry(&mut self) {
        let (slots, teams, first) = (self.slots(), self.seats.len(), self.pending.len());
        if teams == 1 {
            return;
        }
        let mut pending = Vec::new();
        for e in 0..slots {
            let steps = (0..self.steps).rev().map(|t| self.record.step(first, t * slots + e));
            let after = self.record.values[first + self.steps * slots + e].team;
            let older = |team: usize| self.pending.iter().find(|c| c.slot == e && c.estimate.team == team);
            for (team, decided, reward) in open(steps, after, teams) {
                let decision = if decided { self.latest[e * teams + team].as_ref() } else { older(team) };
                pending.extend(decision.map(|c| c.and(reward)));
            }
        }
        self.pending = pending;
    }

    /// Records the rewards, and the games that ended or were truncated.
    fn record_step(&mut self, lengths: &[u32], learner: &PackedNet) {
        for (e, &length) in lengths.iter().enumerate() {
            self.record.reward.extend(self.seats.iter().map(|&seat| self.current.reward[[e, seat]]));
            let terminated = self.seats.iter().map(|&seat| self.current.terminated[[e, seat]]).enumerate();
            let terminated = terminated.fold(0, |set, (team, now)| set | u64::from(now) << team);
            self.record.terminated.push(terminated);
            let teams = self.seats.len();
            let first = (0..teams).find(|&team| self.learns(e, team)).expect("the learner plays a team");
            let first_value = self.value_estimates[e * teams + first].first().copied();
            let whole = !self.restarts.restarted[e];
            for team in (0..teams).filter(|team| terminated >> team & 1 == 1) {
                let result = f64::from(self.current.reward[[e, self.seats[team]]]);
                let estimates = self.value_estimates[e * teams + team].drain(..);
                estimates
                    .filter(|_| whole)
                    .for_each(|value| self.calibration.count(f64::from(value), result));
            }
            let end = if self.current.over[e] {
                let scores = self.batch.last(e).scores().expect("the game is over");
                let score = Some(scores[self.seats[first]] as f32);
                self.episodes.extend(whole.then_some(Episode { score, first_value, length }));
                End::Terminated
            } else if self.current.truncated[e] {
                self.episodes.extend(whole.then_some(Episode { score: None, first_value, length }));
                self.value_estimates[e * teams..][..teams].iter_mut().for_each(Vec::clear);
                let (last, mut prior) = (self.batch.last(e), vec![0.0; self.prior_len()]);
                let actor = last.actor().expect("a truncated game goes on");
                last.prior(&mut prior);
                let observed = self.current.final_obs.row(e);
                let mut inputs = Sparse::new(observed.len() + prior.len());
                inputs.push(&[observed.to_slice().expect("rows are contiguous"), &prior]);
                let mut answers = Activations::default();
                learner.answer(&inputs, 0..1, &mut answers);
                let value = learner.value(&answers, 0);
                let team = self.teams[actor];
                End::Truncated(ValueEstimate { team, value })
            } else {
                End::No
            };
            self.record.end.push(end);
        }
    }

    /// Lets some of the games that have just begun begin in kept states.
    fn restart(&mut self) {
        for e in 0..self.slots() {
            let new = self.current.over[e] || self.current.truncated[e];
            if new && self.restarts.begin(self.batch.as_mut(), e, &mut self.rng) {
                self.batch.write_slot(e, &mut unmasked(&mut self.current));
            }
        }
    }

    /// Takes off the rewards of the step just recorded what chance added in it, if it is to be taken off.
    fn take_luck_off(&mut self, learner: &PackedNet, gamma: f32) {
        let ended = |e: usize| self.current.over[e] || self.current.truncated[e];
        let luck = self.luck.after(self.batch.as_ref(), ended, learner, gamma.into());
        let first = self.record.reward.len() - luck.len();
        self.record.reward[first..].iter_mut().zip(luck).for_each(|(reward, luck)| *reward -= luck);
    }
}

/// Whether the learner plays a team in slot `e`: all where there is no opponent, all but one beside a past self, one beside a bot.
fn learns(opponent: Option<&Opponent>, teams: usize, e: usize, team: usize) -> bool {
    match opponent {
        None => true,
        Some(Opponent::Past(_)) => team != e % teams,
        Some(Opponent::Bot(_)) => team == e % teams,
    }
}

/// The learner, and the opponent if there is one.
type Nets<'a> = (&'a PackedNet, Option<&'a PackedNet>);

/// The buffers without the mask: a worker reads the legal actions as bits.
fn unmasked(arrays: &mut Arrays) -> Buffers<'_> {
    Buffers { mask: &mut [], ..arrays.buffers() }
}

/// The number of the block of each action.
fn kinds(layout: &Layout) -> Vec<u8> {
    let blocks = layout.action_blocks.iter().enumerate();
    let kind = |k: usize| u8::try_from(k).expect("there are at most 256 kinds of actions");
    blocks.flat_map(|(k, block)| iter::repeat_n(kind(k), block.len)).collect()
}
