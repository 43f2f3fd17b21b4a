//! [`Restarts`]: states of earlier games in which a worker begins games anew.
//!
//! Where the network errs most, its games come by too seldom to mend it. So a share of the games begins in states whose decisions had
//! the greatest advantages, up or down (regret-guided search control: Tsai et al., arXiv:2602.20809). A worker keeps as many states as
//! it has slots; in each rollout one decision of each slot can enter. A state in which games began is taken out after the rollout, and
//! enters again if its decision still has a great advantage.

use holotable_env::{GameRng, SlotState};
use holotable_erased::{AnyBatch, AnyState};
use holotable_net::random::uniform;

/// A state that is kept.
#[derive(Debug)]
pub struct KeptState {
    /// The size of the advantage of the decision that was made in it.
    pub surprise: f32,
    /// The state.
    pub state: Box<dyn AnyState>,
    /// The decisions of the game before.
    pub decisions: u32,
    /// Whether a game began in it in this rollout.
    pub used: bool,
}

/// The states that a worker keeps, and which of its games began in one.
#[derive(Debug)]
pub struct Restarts {
    /// The share of new games that begin in a kept state.
    pub share: f64,
    /// The kept states, the greatest surprise first.
    pub kept: Vec<KeptState>,
    /// Whether the running game of each slot began in one.
    pub restarted: Vec<bool>,
    /// How many games began in one in the latest rollout.
    pub begun: usize,
    /// The states of the decisions of the latest rollout, in the order of the record.
    visited: Vec<SlotState<Box<dyn AnyState>>>,
}

impl Restarts {
    /// None yet, for so many slots.
    pub fn new(share: f64, slots: usize) -> Self {
        Self { share, kept: Vec::new(), restarted: vec![false; slots], begun: 0, visited: Vec::new() }
    }

    /// Forgets the rollout before, but for what is kept of it.
    pub fn clear(&mut self) {
        self.begun = 0;
        self.visited.clear();
    }

    /// Hears that a decision is about to be made in every slot.
    pub fn visit(&mut self, batch: &dyn AnyBatch) {
        if self.share > 0.0 {
            self.visited.extend((0..self.restarted.len()).map(|slot| batch.save(slot)));
        }
    }

    /// Keeps the states of the rollout with the greatest surprises, given the advantage of each decision that has one.
    pub fn keep(&mut self, advantage: impl Fn(usize) -> Option<f32>) {
        let slots = self.restarted.len();
        let mut found: Vec<Option<KeptState>> = (0..slots).map(|_| None).collect();
        for (i, SlotState { state, decisions, .. }) in self.visited.drain(..).enumerate() {
            let Some(surprise) = advantage(i).map(f32::abs) else { continue };
            if found[i % slots].as_ref().is_none_or(|most| surprise > most.surprise) {
                found[i % slots] = Some(KeptState { surprise, state, decisions, used: false });
            }
        }
        self.kept.retain(|kept| !kept.used);
        self.kept.extend(found.into_iter().flatten());
        self.kept.sort_by(|a, b| b.surprise.total_cmp(&a.surprise));
        self.kept.truncate(slots);
    }

    /// Draws whether the game that has just begun in a slot is to begin in a kept state, and puts it there if so. The chance of the
    /// game stays its own.
    pub fn begin(&mut self, batch: &mut dyn AnyBatch, slot: usize, rng: &mut GameRng) -> bool {
        let restart = self.share > 0.0 && !self.kept.is_empty() && uniform(&mut rng.0) < self.share;
        self.restarted[slot] = restart;
        if restart {
            let number = (uniform(&mut rng.0) * self.kept.len() as f64) as usize;
            let kept = &mut self.kept[number];
            kept.used = true;
            let (state, decisions) = (kept.state.copy(false), kept.decisions);
            let begun = SlotState { state, decisions, ..batch.save(slot) };
            batch.restore(slot, &begun).expect("the state is of the same game, which goes on");
            self.begun += 1;
        }
        restart
    }
}

#[cfg(test)]
mod tests {
    use holotable_env::{AutoReset, BatchConfig, Sample, generator};
    use holotable_erased::erase;
    use holotable_games::toys::secret_pig::secret_pig;
    use holotable_players::observation_wrapper::FeatureSet;

    use super::*;

    fn batch() -> Box<dyn AnyBatch> {
        let config = BatchConfig { auto_reset: AutoReset::SameStep, ..BatchConfig::default() };
        erase(secret_pig(2)).batch(FeatureSet::PLAIN, 2, config)
    }

    /// Restarts of two slots after two steps with these advantages, each in a game of its own, whose number is the seed.
    fn after(advantages: [Option<f32>; 4]) -> (Restarts, Box<dyn AnyBatch>) {
        let (mut restarts, mut batch) = (Restarts::new(1.0, 2), batch());
        for step in 0..2 {
            (0..2).for_each(|slot| batch.reset(slot, Some(step * 2 + slot as u64)));
            restarts.visit(batch.as_ref());
        }
        restarts.keep(|i| advantages[i]);
        (restarts, batch)
    }

    fn surprises(restarts: &Restarts) -> Vec<f32> {
        restarts.kept.iter().map(|kept| kept.surprise).collect()
    }

    #[test]
    fn the_greatest_advantage_of_each_slot_is_kept_up_or_down() {
        let (mut restarts, _) = after([Some(0.1), Some(0.2), Some(-0.3), None]);
        assert_eq!(surprises(&restarts), [0.3, 0.2], "of slot 0 the second decision, of slot 1 the first");
        // Later ones enter where they are greater, and there are never more than slots.
        let mut again = batch();
        (0..2).for_each(|slot| again.reset(slot, Some(9)));
        restarts.visit(again.as_ref());
        restarts.keep(|i| [Some(-0.25), Some(0.01)][i]);
        assert_eq!(surprises(&restarts), [0.3, 0.25]);
    }

    #[test]
    fn a_game_begins_in_a_kept_state_with_luck_of_its_own() {
        let (mut restarts, mut batch) = after([Some(0.1), None, Some(-0.3), None]);
        let kept = restarts.kept[0].state.copy(false);
        assert_eq!(surprises(&restarts), [0.3]);
        batch.reset(1, None);
        let (fresh, mut rng) = (batch.save(1), Sample(generator(1, 0)));
        assert!(!fresh.state.same(kept.as_ref()), "the test shows nothing");
        assert!(restarts.begin(batch.as_mut(), 1, &mut rng));
        let begun = batch.save(1);
        assert!(begun.state.same(kept.as_ref()));
        let luck = |of: &SlotState<Box<dyn AnyState>>| (of.seed, of.episode, of.word);
        assert_eq!(luck(&begun), luck(&fresh));
        assert_eq!((restarts.restarted.as_slice(), restarts.begun), (&[false, true][..], 1));
        // It serves again in this rollout, and then no more.
        assert!(restarts.begin(batch.as_mut(), 0, &mut rng));
        restarts.keep(|_| None);
        assert!(restarts.kept.is_empty() && !restarts.begin(batch.as_mut(), 1, &mut rng));
        assert_eq!(restarts.restarted, [true, false]);
    }

    #[test]
    fn without_a_share_nothing_is_drawn() {
        let (mut restarts, mut batch) = after([Some(0.1); 4]);
        restarts.share = 0.0;
        let (mut rng, before) = (Sample(generator(1, 0)), Sample(generator(1, 0)));
        assert!(!restarts.begin(batch.as_mut(), 0, &mut rng));
        assert_eq!(rng.0, before.0);
    }
}
