//! [`RolloutBuffer`]: the decisions of a rollout, and their advantages.
//!
//! The record begins with decisions of the rollout before whose return was not known then, if there are several teams: see
//! `PendingTransition`. After these, the decision of slot `e` at step `t` is number `t * slots + e`.

use holotable_net::sparse::Sparse;
use holotable_net::transition::Transition;
use holotable_players::observation_wrapper::Choice;

use super::gae::{Decision, Discounts, End, ValueEstimate, advantages};
use super::pending_transition::PendingTransition;

/// What a decision led to, as it is estimated.
#[derive(Clone, Copy, Debug)]
struct Estimated {
    /// Its advantage.
    advantage: f32,
    /// What the target of its value is above the value: the advantage, unless the traces of the two decay otherwise.
    correction: f32,
}

/// The decisions of the latest rollout of a worker.
#[derive(Debug)]
pub struct RolloutBuffer {
    slots: usize,
    teams: usize,
    /// What the networks were shown. This and `values` cover one step more than the rest: the states in which the rollout ends.
    pub inputs: Sparse,
    /// The team that decided, and the value of the state.
    pub values: Vec<ValueEstimate>,
    legal: Vec<u16>,
    legal_ends: Vec<usize>,
    chosen: Vec<u16>,
    log_prob: Vec<f32>,
    kinds: Vec<u8>,
    /// The turn of each decision that is not carried.
    pub turns: Vec<u32>,
    /// What each team earned in each step, less its luck if that is taken off.
    pub reward: Vec<f32>,
    /// What each step led to.
    pub end: Vec<End>,
    /// The teams whose result became final, as bits.
    pub terminated: Vec<u64>,
    /// `None` where the rollout ended before the team decided again, so that the return is unknown.
    estimated: Vec<Option<Estimated>>,
    /// Whether returns are chances to win. Those off which luck was taken may lie beyond 0 and 1, and their mean is right only so.
    pub bounded: bool,
}

impl RolloutBuffer {
    /// An empty one for inputs of this width.
    pub fn new(width: usize, slots: usize, teams: usize) -> Self {
        Self {
            slots,
            teams,
            inputs: Sparse::new(width),
            values: Vec::new(),
            legal: Vec::new(),
            legal_ends: Vec::new(),
            chosen: Vec::new(),
            log_prob: Vec::new(),
            kinds: Vec::new(),
            turns: Vec::new(),
            reward: Vec::new(),
            end: Vec::new(),
            terminated: Vec::new(),
            estimated: Vec::new(),
            bounded: true,
        }
    }

    /// Forgets the rollout before.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.values.clear();
        self.legal.clear();
        self.legal_ends.clear();
        self.chosen.clear();
        self.log_prob.clear();
        self.kinds.clear();
        self.turns.clear();
        self.reward.clear();
        self.end.clear();
        self.terminated.clear();
    }

    /// Records a decision of this kind: what there was to choose, which of these was chosen, and how likely that was.
    pub fn decide(&mut self, kind: u8, choices: &[Choice], chosen: usize, log_prob: f32) {
        self.legal.extend(choices.iter().map(|choice| choice.number as u16));
        self.legal_ends.push(self.legal.len());
        self.chosen.push(chosen as u16);
        self.log_prob.push(log_prob);
        self.kinds.push(kind);
    }

    /// The step with this number, behind `first` carried decisions: which team decided, what the step led to, the teams that it
    /// terminated as bits, and what each team earned.
    pub fn step(&self, first: usize, i: usize) -> (usize, End, u64, &[f32]) {
        (
            self.values[first + i].team,
            self.end[i],
            self.terminated[i],
            &self.reward[i * self.teams..][..self.teams],
        )
    }

    /// Estimates the advantages of the learner's decisions with these discounts.
    pub fn estimate_advantages(
        &mut self,
        pending: &[PendingTransition],
        learns: impl Fn(usize, usize) -> bool,
        discounts: Discounts,
    ) {
        let Discounts { gamma, lambda, value_lambda } = discounts;
        let (slots, teams, first) = (self.slots, self.teams, pending.len());
        let steps = self.end.len() / slots;
        self.estimated.clear();
        self.estimated.resize(self.chosen.len(), None);
        let mut pending = pending.iter().enumerate().peekable();
        for e in 0..slots {
            // Where each decision of the trace stands in the record.
            let (mut places, mut trace, mut rewards) = (Vec::new(), Vec::new(), Vec::new());
            while let Some((i, c)) = pending.next_if(|(_, c)| c.slot == e) {
                places.push(i);
                let turn = c.before.turn();
                trace.push(Decision { estimate: c.estimate, turn, end: End::No, terminated: 0 });
                rewards.extend((0..teams).map(|team| if team == c.estimate.team { c.reward } else { 0.0 }));
            }
            for i in (0..steps).map(|t| t * slots + e) {
                let (turn, end, terminated) = (self.turns[i], self.end[i], self.terminated[i]);
                places.push(first + i);
                trace.push(Decision { estimate: self.values[first + i], turn, end, terminated });
                rewards.extend_from_slice(&self.reward[i * teams..][..teams]);
            }
            let after = self.values[first + steps * slots + e];
            let with = |lambda| advantages(&trace, &rewards, teams, after, (gamma, lambda));
            let found = with(lambda);
            let corrections = value_lambda.map_or_else(|| found.clone(), with);
            for (place, both) in places.into_iter().zip(found.into_iter().zip(corrections)) {
                let mine = place < first || learns(e, self.values[place].team);
                let (advantage, correction) = both;
                let both = advantage.zip(correction).filter(|_| mine);
                self.estimated[place] =
                    both.map(|(advantage, correction)| Estimated { advantage, correction });
            }
        }
    }

    /// The number of decisions played in the rollout.
    pub fn played(&self) -> usize {
        self.end.len()
    }

    /// The number of results of teams that became final.
    pub fn terminations(&self) -> usize {
        self.terminated.iter().map(|set| set.count_ones() as usize).sum()
    }

    /// The decisions from which there is something to learn: their advantages are known. Of subgoals there is often but one, which
    /// is no decision; batches play forced moves by themselves, but know nothing of subgoals.
    pub fn teaching(&self, subgoals: bool) -> impl Iterator<Item = usize> {
        let all = self.estimated.iter().enumerate().filter(|(_, estimated)| estimated.is_some());
        all.map(|(index, _)| index).filter(move |&index| !subgoals || self.choices_of(index).len() > 1)
    }

    /// The numbers of what there was to choose in the decision with this index.
    fn choices_of(&self, index: usize) -> &[u16] {
        let first = if index == 0 { 0 } else { self.legal_ends[index - 1] };
        &self.legal[first..self.legal_ends[index]]
    }

    /// The kind and the advantage of the decision with this index, if it has one.
    pub fn advantage(&self, index: usize) -> Option<(usize, f32)> {
        self.estimated[index].map(|estimated| (usize::from(self.kinds[index]), estimated.advantage))
    }

    /// The decision with this index, which must be [teaching](Self::teaching) something; entropy has these weights by kind.
    pub fn transition(&self, index: usize, entropy: &[f32]) -> Transition<'_> {
        let Estimated { advantage, correction } =
            self.estimated[index].expect("the decision has an advantage");
        let value = self.values[index].value;
        let target = correction + value;
        Transition {
            inputs: self.inputs.row(index),
            legal: self.choices_of(index),
            chosen: usize::from(self.chosen[index]),
            log_prob: self.log_prob[index],
            advantage,
            value,
            // Rounding may leave the range of chances.
            target: if self.bounded { target.clamp(0.0, 1.0) } else { target },
            entropy: entropy[usize::from(self.kinds[index])],
            imitate: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The advantages and the targets of three decisions of one team, worth 0.2, 0.3 and 0.6, of which the last leads to `end`.
    fn estimated(end: End, reward: f32, value_lambda: Option<f32>) -> (Vec<f32>, Vec<f32>) {
        let mut buffer = RolloutBuffer::new(1, 1, 1);
        for value in [0.2, 0.3, 0.6, 0.8] {
            buffer.inputs.push(&[&[1.0]]);
            buffer.values.push(ValueEstimate { team: 0, value });
        }
        for (end, reward) in [(End::No, 0.0), (End::No, 0.0), (end, reward)] {
            buffer.decide(0, &[Choice { number: 0, action: 0 }], 0, 0.0);
            buffer.turns.push(0);
            buffer.reward.push(reward);
            buffer.end.push(end);
            buffer.terminated.push(u64::from(end == End::Terminated));
        }
        buffer.estimate_advantages(&[], |_, _| true, Discounts { gamma: 0.5, lambda: 0.5, value_lambda });
        let all = || (0..3).map(|index| buffer.transition(index, &[0.0]));
        (all().map(|one| one.advantage).collect(), all().map(|one| one.target).collect())
    }

    #[track_caller]
    fn assert_near(found: &[f32], expected: [f32; 3]) {
        let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near, "{found:?}, not {expected:?}");
    }

    #[test]
    fn targets_of_values_may_have_a_trace_decay_of_their_own() {
        // The errors of the values are 0.5 x 0.3 - 0.2 = -0.05, 0.5 x 0.6 - 0.3 = 0 and 1 - 0.6 = 0.4; traces fall to a quarter.
        let by_hand = [-0.05 + 0.25 * 0.1, 0.25 * 0.4, 0.4];
        let (advantages, targets) = estimated(End::Terminated, 1.0, None);
        assert_near(&advantages, by_hand);
        assert_near(&targets, [0.2 + by_hand[0], 0.3 + by_hand[1], 0.6 + by_hand[2]]);
        // With 1 a target is the result, discounted, and with 0 the next value; the advantages stay as they were.
        let (advantages, targets) = estimated(End::Terminated, 1.0, Some(1.0));
        assert_near(&advantages, by_hand);
        assert_near(&targets, [0.25, 0.5, 1.0]);
        assert_near(&estimated(End::Terminated, 1.0, Some(0.0)).1, [0.15, 0.3, 1.0]);
    }

    /// The value of the state in which the record ends is 0.8.
    #[test]
    fn where_the_rollout_ends_first_the_value_stands_for_the_result() {
        assert_near(&estimated(End::No, 0.0, Some(1.0)).1, [0.1, 0.2, 0.4]);
    }
}
