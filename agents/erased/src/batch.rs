//! [`Slots`]: games of one type stepped together, behind [`AnyBatch`].

use std::sync::Arc;

use holotable_env::{
    AutoReset, Batch, Buffers, Error, Finite, IllegalAction, Observer, SlotAction, SlotState, Write,
    generator_at,
};
use holotable_players::bots::Bots;
use holotable_players::observation_wrapper::Choice;

use crate::SAME_GAME;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::traits::{AnyBatch, AnyGame, AnyState};

/// Games of one type.
#[derive(Debug)]
pub(crate) struct Slots<G: Bots, O> {
    pub rules: Arc<Rules<G>>,
    pub batch: Batch<G, O>,
}

impl<G: Bots, O: Observer<G>> AnyBatch for Slots<G, O> {
    fn rules(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.rules) as Arc<dyn AnyGame>
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), Error> {
        self.batch.set_threads(threads)
    }

    fn step(&mut self, actions: &[SlotAction], out: &mut Buffers<'_>) -> Result<(), IllegalAction> {
        self.batch.step(actions, out)
    }

    fn write(&self, out: &mut Buffers<'_>) {
        self.batch.write(out);
    }

    fn write_slot(&self, slot: usize, out: &mut Buffers<'_>) {
        self.batch.write_slot(slot, out);
    }

    fn observe(&self, state: &dyn AnyState, player: usize, out: &mut [f32]) {
        let s = &Position::<G>::of(state).expect(SAME_GAME).state;
        self.batch.observer().write(self.batch.game(), s, player, &mut Write::new(out));
    }

    fn legal(&self, slot: usize) -> &[u64] {
        self.batch.legal(slot)
    }

    fn is_legal(&self, slot: usize, action: usize) -> bool {
        self.batch.is_legal(slot, action)
    }

    fn prior(&self, slot: usize, out: &mut [f32]) {
        self.rules.prior(self.batch.state(slot), out);
    }

    fn subgoals(&self, slot: usize, out: &mut Vec<Choice>) {
        self.rules.subgoals(self.batch.state(slot), out);
    }

    fn why_illegal(&self, slot: usize, action: usize) -> String {
        self.batch.game().why_illegal(self.batch.state(slot), G::Action::at(action))
    }

    fn turn(&self, slot: usize) -> u32 {
        self.batch.game().turn(self.batch.state(slot))
    }

    fn actor(&self, slot: usize) -> usize {
        self.batch.actor(slot)
    }

    fn learner(&self, slot: usize) -> Option<usize> {
        self.batch.learner(slot)
    }

    fn episode(&self, slot: usize) -> (u64, u64) {
        self.batch.episode(slot)
    }

    fn decisions(&self, slot: usize) -> u32 {
        self.batch.decisions(slot)
    }

    fn is_over(&self, slot: usize) -> bool {
        self.batch.is_over(slot)
    }

    fn ended(&self, slot: usize, player: usize) -> bool {
        self.batch.game().ended(self.batch.state(slot), player)
    }

    fn last(&self, slot: usize) -> Box<dyn AnyState> {
        Position::at(&self.rules, *self.batch.final_state(slot), None)
    }

    fn reset(&mut self, slot: usize, seed: Option<u64>) {
        self.batch.reset_slot(slot, seed);
    }

    fn save(&self, slot: usize) -> SlotState<Box<dyn AnyState>> {
        let SlotState { state, seed, episode, word, decisions, over, viewer } = self.batch.save(slot);
        let state = Position::at(&self.rules, state, None);
        SlotState { state, seed, episode, word, decisions, over, viewer }
    }

    fn restore(&mut self, slot: usize, saved: &SlotState<Box<dyn AnyState>>) -> Result<(), Refusal> {
        let own = Position::<G>::of(saved.state.as_ref()).filter(|p| p.rules.codec == self.rules.codec);
        let state = own.ok_or(Refusal::Foreign)?.state;
        let &SlotState { seed, episode, word, decisions, over, viewer, .. } = saved;
        if over && self.batch.config().auto_reset == AutoReset::SameStep {
            return Err(Refusal::Waits);
        }
        if !over && self.batch.game().actor(&state).is_none()
            || usize::from(viewer) >= self.batch.game().players()
        {
            return Err(Refusal::Over);
        }
        if generator_at(seed, episode, word).is_none() {
            return Err(Refusal::NoLuck);
        }
        self.batch.restore(slot, &SlotState { state, seed, episode, word, decisions, over, viewer });
        Ok(())
    }
}
