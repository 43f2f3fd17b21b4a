//! [`digest`]: one number for all that random play writes, by which two programs are told apart.

use std::sync::Arc;

use holotable_env::{Arrays, AutoReset, BatchConfig, SlotAction, hexadecimal};
use holotable_players::observation_wrapper::FeatureSet;
use sha2::{Digest as _, Sha256};

use holotable_erased::{AnyGame, SLOTS, Xorshift, any_legal};

/// The SHA-256 of what at least so many random decisions write, as many with each [`FeatureSet`]: observations, masks, priors,
/// subgoals and results. Programs with the same rules in which learners see the same have the same.
pub fn digest(game: &Arc<dyn AnyGame>, decisions: u64) -> String {
    let mut sum = Sum::default();
    let steps = decisions.div_ceil((FeatureSet::N * SLOTS) as u64);
    for features in FeatureSet::all() {
        play(game, features, steps, &mut sum);
    }
    hexadecimal(&sum.0.finalize())
}

/// Steps a batch at random, so often, and adds what it writes.
fn play(game: &Arc<dyn AnyGame>, features: FeatureSet, steps: u64, sum: &mut Sum) {
    let config = BatchConfig { seed: 1, auto_reset: AutoReset::SameStep, ..BatchConfig::default() };
    let mut batch = Arc::clone(game).batch(features, SLOTS, config);
    let layout = game.layout(features);
    let mut arrays = Arrays::new(SLOTS, layout, game.teams().players());
    let (mut prior, mut subgoals) = (vec![0.0; layout.actions], Vec::new());
    let mut rng: Vec<Xorshift> = (0..SLOTS as u64).map(Xorshift::new).collect();
    batch.write(&mut arrays.buffers());
    for _ in 0..steps {
        let chosen = rng.iter_mut().enumerate().map(|(slot, rng)| any_legal(batch.legal(slot), rng));
        let chosen: Vec<_> = chosen.map(SlotAction::Play).collect();
        batch.step(&chosen, &mut arrays.buffers()).expect("chosen from the legal actions");
        sum.add(&arrays);
        for slot in 0..SLOTS {
            batch.prior(slot, &mut prior);
            batch.subgoals(slot, &mut subgoals);
            sum.numbers(&prior);
            sum.bytes(
                subgoals
                    .iter()
                    .flat_map(|subgoal| [subgoal.number, subgoal.action])
                    .flat_map(|n| (n as u32).to_le_bytes()),
            );
        }
    }
}

/// What was written so far.
#[derive(Default)]
struct Sum(Sha256);

impl Sum {
    fn add(&mut self, arrays: &Arrays) {
        let Arrays { obs, mask, reward, actor, terminated, over, truncated, final_obs } = arrays;
        self.numbers(obs);
        self.flags(mask);
        self.numbers(reward);
        self.bytes(actor.iter().copied());
        self.flags(terminated);
        self.flags(over);
        self.flags(truncated);
        let ended = final_obs.rows().into_iter().zip(over).filter(|(_, over)| **over);
        ended.for_each(|(row, _)| self.numbers(row));
    }

    fn numbers<'a>(&mut self, numbers: impl IntoIterator<Item = &'a f32>) {
        self.bytes(numbers.into_iter().flat_map(|n| n.to_le_bytes()));
    }

    fn flags<'a>(&mut self, flags: impl IntoIterator<Item = &'a bool>) {
        self.bytes(flags.into_iter().map(|&flag| u8::from(flag)));
    }

    fn bytes(&mut self, bytes: impl Iterator<Item = u8>) {
        self.0.update(bytes.collect::<Vec<_>>());
    }
}
