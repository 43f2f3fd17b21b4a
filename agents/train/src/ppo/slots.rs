//! Saves the games and generators of a rollout in a checkpoint and restores them.

use std::fmt::Display;
use std::sync::Arc;

use holotable_env::{SlotState, Viewer, generator_at};
use holotable_erased::AnyGame;
use holotable_store::checkpoint::{KeptRecord, PendingRecord, SlotRecord, StreamState};
use holotable_store::error::Error;
use rand_chacha::ChaCha8Rng;

use super::gae::ValueEstimate;
use super::pending_transition::PendingTransition;
use super::restarts::KeptState;
use super::rollout::Rollout;
use super::rollout_worker::RolloutWorker;

impl Rollout {
    /// The state of every game.
    pub fn save(&self) -> Vec<SlotRecord> {
        let mut slots = Vec::new();
        for worker in &self.workers {
            for e in 0..worker.slots() {
                let s = worker.batch.save(e);
                let chance = StreamState { seed: s.seed, stream: s.episode, word: s.word.to_string() };
                let pending = worker.pending.iter().filter(|c| c.slot == e).map(|c| PendingRecord {
                    before: c.before.json(Viewer::All),
                    action: c.choice,
                    log_prob: c.log_prob,
                    value: c.estimate.value,
                    reward: c.reward,
                });
                let pending = pending.collect();
                let state = s.state.json(Viewer::All);
                let teams = worker.value_estimates.len() / worker.slots();
                let values = worker.value_estimates[e * teams..][..teams].to_vec();
                let (decisions, restarted) = (s.decisions, worker.restarts.restarted[e]);
                slots.push(SlotRecord { chance, decisions, state, pending, values, restarted });
            }
        }
        slots
    }

    /// The states in which games may begin.
    pub fn save_kept(&self) -> Vec<KeptRecord> {
        let of = |(number, worker): (usize, &RolloutWorker)| {
            let record = move |kept: &KeptState| KeptRecord {
                worker: number,
                state: kept.state.json(Viewer::All),
                decisions: kept.decisions,
                surprise: kept.surprise,
            };
            worker.restarts.kept.iter().map(record).collect::<Vec<_>>()
        };
        self.workers.iter().enumerate().flat_map(of).collect()
    }

    /// Restores what [`save_kept`](Self::save_kept) returned.
    ///
    /// # Errors
    /// One line if there are too many or one is not a state in which a game can begin.
    pub fn restore_kept(&mut self, saved: &[KeptRecord]) -> Result<(), Error> {
        self.workers.iter_mut().for_each(|worker| worker.restarts.kept.clear());
        for (number, record) in saved.iter().enumerate() {
            let place = |why: &dyn Display| Error::new(format!("kept state {number}: {why}"));
            let count = self.workers.len();
            let worker = self.workers.get_mut(record.worker);
            let worker = worker.ok_or_else(|| place(&format!("there are only {count} workers")))?;
            if worker.restarts.kept.len() == worker.slots() {
                return Err(place(&format!("a worker keeps at most {}", worker.slots())));
            }
            let state = worker.batch.rules().read_json(&record.state).map_err(|e| place(&e))?;
            if state.actor().is_none() {
                return Err(place(&"the game is over"));
            }
            if !record.surprise.is_finite() {
                return Err(place(&"its surprise is no number"));
            }
            let (surprise, decisions) = (record.surprise, record.decisions);
            worker.restarts.kept.push(KeptState { surprise, state, decisions, used: false });
        }
        Ok(())
    }

    /// The states of the generators that sample actions.
    pub fn save_rngs(&self) -> Vec<StreamState> {
        self.workers.iter().map(|worker| save_stream(&worker.rng.0)).collect()
    }

    /// Restores every game and every generator from what [`save`](Self::save) and [`save_rngs`](Self::save_rngs) returned.
    ///
    /// # Errors
    /// One line if the slots are not as many or a position is not one.
    pub fn restore(&mut self, saved: &[SlotRecord], generators: &[StreamState]) -> Result<(), Error> {
        let slots: usize = self.workers.iter().map(RolloutWorker::slots).sum();
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
            let (game, subgoals) = (worker.batch.rules(), worker.subgoals);
            worker.rng.0 = restore_stream(generator)?;
            worker.pending.clear();
            for (e, (slot, record)) in (0..worker.slots()).zip(&mut saved) {
                let place = |why: &dyn Display| Error::new(format!("slot {slot}: {why}"));
                let state = Arc::clone(&game).read_json(&record.state).map_err(|e| place(&e))?;
                let word = restore_stream(&record.chance).map_err(|e| place(&e))?.get_word_pos();
                let StreamState { seed, stream: episode, .. } = record.chance;
                // The viewer is whoever acts, as the game is not over.
                let (decisions, over, viewer) = (record.decisions, false, 0);
                let saved = SlotState { state, seed, episode, word, decisions, over, viewer };
                worker.batch.restore(e, &saved).map_err(|e| place(&e))?;
                worker.restarts.restarted[e] = record.restarted;
                let teams = worker.value_estimates.len() / worker.slots();
                if record.values.len() != teams {
                    let why =
                        format!("it holds the values of {} teams but must of {teams}", record.values.len());
                    return Err(place(&why));
                }
                if record.values.iter().flatten().any(|value| !value.is_finite()) {
                    return Err(place(&"it holds values that are not numbers"));
                }
                worker.value_estimates[e * teams..][..teams].clone_from_slice(&record.values);
                for c in &record.pending {
                    worker.pending.push(read_pending(&game, subgoals, e, c).map_err(|e| place(&e))?);
                }
            }
        }
        Ok(())
    }
}

/// A decision that waits for its return, as it was saved.
fn read_pending(
    game: &Arc<dyn AnyGame>,
    subgoals: bool,
    slot: usize,
    c: &PendingRecord,
) -> Result<PendingTransition, Error> {
    let before = Arc::clone(game).read_json(&c.before)?;
    let seat = before.actor().ok_or_else(|| Error::new("a decision waits after the end of its game"))?;
    if !before.choices(subgoals).iter().any(|choice| choice.number == c.action) {
        return Err(Error::new(format!("{} was decided on, but is no choice there", c.action)));
    }
    if [c.log_prob, c.value, c.reward].iter().any(|number| !number.is_finite()) {
        return Err(Error::new("a decision that waits holds what is no number"));
    }
    let estimate = ValueEstimate { team: game.teams().of_seats()[seat], value: c.value };
    Ok(PendingTransition { slot, before, choice: c.action, log_prob: c.log_prob, estimate, reward: c.reward })
}

/// The state of a generator.
pub fn save_stream(rng: &ChaCha8Rng) -> StreamState {
    let seed = u64::from_le_bytes(rng.get_seed()[..8].try_into().expect("eight bytes"));
    StreamState { seed, stream: rng.get_stream(), word: rng.get_word_pos().to_string() }
}

/// The generator in a saved state.
///
/// # Errors
/// One line if the place is no number, or beyond the end of the generator.
pub fn restore_stream(saved: &StreamState) -> Result<ChaCha8Rng, Error> {
    let at = |why: &dyn Display| Error::new(format!("generator at '{}': {why}", saved.word));
    let word = saved.word.parse().map_err(|e| at(&e))?;
    generator_at(saved.seed, saved.stream, word).ok_or_else(|| at(&"it ends before that"))
}
