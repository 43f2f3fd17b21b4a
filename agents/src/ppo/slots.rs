//! The games of a rollout, as a checkpoint keeps them.

use std::fmt::Display;

use holotable_env::{SlotState, Tabletop};

use super::rollout::Rollout;
use crate::checkpoint::{SlotRecord, StreamState};
use crate::error::Error;

impl<G: Tabletop> Rollout<G> {
    /// Where every game stands.
    pub fn save(&self) -> Vec<SlotRecord> {
        let slot = |e: usize| {
            let s = self.batch.save(e);
            let chance = StreamState { seed: s.seed, stream: s.episode, word: s.word.to_string() };
            SlotRecord { chance, decisions: s.decisions, state: self.batch.game().to_json(&s.state) }
        };
        (0..self.slots).map(slot).collect()
    }

    /// Puts every game where [`save`](Self::save) found it.
    ///
    /// # Errors
    /// One line if the slots are not as many or a position is not one.
    pub fn restore(&mut self, saved: &[SlotRecord]) -> Result<(), Error> {
        if saved.len() != self.slots {
            let line = format!("the run was saved with num_envs = {}, not {}", saved.len(), self.slots);
            return Err(Error::new(line));
        }
        for (e, slot) in saved.iter().enumerate() {
            let place = |why: &dyn Display| Error::new(format!("slot {e}: {why}"));
            let state = self.batch.game().from_json(&slot.state).map_err(|e| place(&e))?;
            let word = slot.chance.word.parse().map_err(|e| place(&e))?;
            let StreamState { seed, stream: episode, .. } = slot.chance;
            let decisions = slot.decisions;
            self.batch.restore(e, &SlotState { state, seed, episode, word, decisions, over: false });
        }
        Ok(())
    }
}
