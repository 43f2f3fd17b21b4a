//! Saves the games and generators of a rollout in a checkpoint and restores them.

use std::fmt::Display;

use holotable_env::{SlotState, Tabletop, generator};
use rand_chacha::ChaCha8Rng;

use super::rollout::Rollout;
use crate::checkpoint::{SlotRecord, StreamState};
use crate::error::Error;

impl<G: Tabletop> Rollout<G> {
    /// The state of every game.
    pub fn save(&self) -> Vec<SlotRecord> {
        let slots =
            self.workers.iter().flat_map(|worker| (0..worker.batch.len()).map(|e| (&worker.batch, e)));
        let record = slots.map(|(batch, e)| {
            let s = batch.save(e);
            let chance = StreamState { seed: s.seed, stream: s.episode, word: s.word.to_string() };
            SlotRecord { chance, decisions: s.decisions, state: batch.game().to_json(&s.state) }
        });
        record.collect()
    }

    /// The states of the generators that sample actions.
    pub fn save_rngs(&self) -> Vec<StreamState> {
        self.workers.iter().map(|worker| save_stream(&worker.rng)).collect()
    }

    /// Restores every game and every generator from what [`save`](Self::save) and [`save_rngs`](Self::save_rngs) returned.
    ///
    /// # Errors
    /// One line if the slots are not as many or a position is not one.
    pub fn restore(&mut self, saved: &[SlotRecord], generators: &[StreamState]) -> Result<(), Error> {
        let slots: usize = self.workers.iter().map(|worker| worker.batch.len()).sum();
        if saved.len() != slots {
            let line = format!("the run was saved with num_envs = {}, not {slots}", saved.len());
            return Err(Error::new(line));
        }
        if generators.len() != self.workers.len() {
            let (found, needed) = (generators.len(), self.workers.len());
            return Err(Error::new(format!("it holds {found} generators of actions but must hold {needed}")));
        }
        let mut saved = saved.iter().enumerate();
        for (worker, generator) in self.workers.iter_mut().zip(generators) {
            worker.rng = restore_stream(generator)?;
            for (e, (slot, record)) in (0..worker.batch.len()).zip(&mut saved) {
                let place = |why: &dyn Display| Error::new(format!("slot {slot}: {why}"));
                let state = worker.batch.game().from_json(&record.state).map_err(|e| place(&e))?;
                let word = record.chance.word.parse().map_err(|e| place(&e))?;
                let StreamState { seed, stream: episode, .. } = record.chance;
                // The viewer is whoever acts, as the game is not over.
                let (decisions, over, viewer) = (record.decisions, false, 0);
                worker.batch.restore(e, &SlotState { state, seed, episode, word, decisions, over, viewer });
            }
        }
        Ok(())
    }
}

/// The state of a generator.
pub fn save_stream(rng: &ChaCha8Rng) -> StreamState {
    let seed = u64::from_le_bytes(rng.get_seed()[..8].try_into().expect("eight bytes"));
    StreamState { seed, stream: rng.get_stream(), word: rng.get_word_pos().to_string() }
}

/// The generator in a saved state.
///
/// # Errors
/// One line if the place is no number.
pub fn restore_stream(saved: &StreamState) -> Result<ChaCha8Rng, Error> {
    let mut rng = generator(saved.seed, saved.stream);
    let word = saved.word.parse().map_err(|e| Error::new(format!("generator at '{}': {e}", saved.word)))?;
    rng.set_word_pos(word);
    Ok(rng)
}
