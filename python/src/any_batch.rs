//! [`AnyBatch`]: a batch of games of any type, with all three ways to handle illegal actions.

use std::sync::Arc;

use holotable_agents::bots::Bots;
use holotable_env::{
    AutoReset, Batch, BatchConfig, Buffers, Finite, Game, Pack, Sample, SlotState, Summary, Write, generator,
};

use crate::errors::Fault;
use crate::position::{AnyState, Position};
use crate::rules::{AnyGame, Rules};

/// The bytes of a saved slot after those of its position.
const TAIL: usize = 6;

/// How to handle an illegal action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Illegal {
    /// An exception; no slot has moved.
    Raise,
    /// The slot stays where it is and its seat gets this reward.
    Stay(f32),
}

/// The operations that Python needs on a batch of any game. Slots and players are in range: the caller has checked.
pub trait AnyBatch: Send + Sync {
    fn rules(&self) -> Arc<dyn AnyGame>;
    /// Steps every slot; marks in `illegal` the slots that stayed because their action is not legal.
    fn step(
        &mut self,
        actions: &[usize],
        mode: Illegal,
        illegal: &mut [bool],
        out: &mut Buffers<'_>,
    ) -> Result<(), Fault>;
    fn reset(&mut self, slot: usize, seed: Option<u64>);
    fn write(&self, out: &mut Buffers<'_>);
    fn observe(&self, slot: usize, player: usize, out: &mut [f32]);
    /// Whether the result of a seat is final.
    fn ended(&self, slot: usize, player: usize) -> bool;
    /// The position of a slot, with a copy of its generator.
    fn state(&self, slot: usize) -> Box<dyn AnyState>;
    /// Puts a slot into a position of the same rules, as the first decision of an episode.
    fn set_state(&mut self, slot: usize, state: &dyn AnyState) -> Result<(), Fault>;
    /// How the latest finished episode of a slot ended.
    fn ending(&self, slot: usize) -> Summary;
    fn save(&self, slot: usize) -> Vec<u8>;
    fn restore(&mut self, slot: usize, bytes: &[u8]) -> Result<(), Fault>;
}

/// Several games of one type.
#[derive(Debug)]
pub struct Slots<G: Game> {
    rules: Arc<Rules<G>>,
    batch: Batch<G>,
    auto_reset: AutoReset,
}

impl<G: Bots> Slots<G> {
    /// `n` games, each at the start of its first episode.
    pub fn new(rules: Arc<Rules<G>>, n: usize, config: BatchConfig, threads: usize) -> Result<Self, Fault> {
        let batch = Batch::new(rules.game.clone(), n, config).on_threads(threads)?;
        Ok(Self { rules, batch, auto_reset: config.auto_reset })
    }

    fn refusal(&self, slot: usize, action: usize) -> Fault {
        let a = G::Action::at(action);
        let why = self.rules.game.why_illegal(self.batch.state(slot), a);
        Fault::Illegal(format!("action {action}, {}, is not legal in slot {slot}: {why}", a.label()))
    }

    /// Some legal action of a slot that is not over.
    fn any_legal(&self, slot: usize) -> usize {
        let words = self.batch.legal(slot).iter().enumerate();
        let first =
            words.filter(|(_, bits)| **bits != 0).map(|(i, bits)| i * 64 + bits.trailing_zeros() as usize);
        first.min().expect("a slot that is not over has a legal action")
    }

    /// Steps the slots whose action is legal: the others play some action and are put back.
    fn step_the_legal(
        &mut self,
        actions: &[usize],
        illegal: &[bool],
        out: &mut Buffers<'_>,
    ) -> Result<(), Fault> {
        let stay = |i: &usize| illegal[*i];
        let kept: Vec<_> = (0..actions.len()).filter(stay).map(|i| (i, self.batch.save(i))).collect();
        let mut legal = actions.to_vec();
        for (i, _) in &kept {
            legal[*i] = self.any_legal(*i);
        }
        self.batch.step(&legal, out).map_err(|e| Fault::Value(e.to_string()))?;
        for (i, saved) in &kept {
            self.batch.restore(*i, saved);
            self.batch.write_slot(*i, out);
        }
        Ok(())
    }
}

impl<G: Bots> AnyBatch for Slots<G> {
    fn rules(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.rules) as Arc<dyn AnyGame>
    }

    fn step(
        &mut self,
        actions: &[usize],
        mode: Illegal,
        illegal: &mut [bool],
        out: &mut Buffers<'_>,
    ) -> Result<(), Fault> {
        let mut stays = false;
        for (i, &action) in actions.iter().enumerate() {
            illegal[i] = false;
            if self.batch.is_legal(i, action) {
                continue;
            }
            if !self.batch.is_over(i) {
                if mode == Illegal::Raise {
                    return Err(self.refusal(i, action));
                }
                (illegal[i], stays) = (true, true);
            } else if self.auto_reset == AutoReset::Disabled {
                let line = format!("the episode in slot {i} is over: reset it before stepping it");
                return Err(Fault::Over(line));
            }
        }
        if stays {
            self.step_the_legal(actions, illegal, out)?;
            if let Illegal::Stay(reward) = mode {
                let players = self.rules.game.players();
                for i in (0..actions.len()).filter(|&i| illegal[i]) {
                    out.reward[i * players + usize::from(out.actor[i])] = reward;
                }
            }
        } else {
            self.batch.step(actions, out).map_err(|e| Fault::Value(e.to_string()))?;
        }
        Ok(())
    }

    fn reset(&mut self, slot: usize, seed: Option<u64>) {
        self.batch.reset_slot(slot, seed);
    }

    fn write(&self, out: &mut Buffers<'_>) {
        self.batch.write(out);
    }

    fn observe(&self, slot: usize, player: usize, out: &mut [f32]) {
        self.rules.game.observe(self.batch.state(slot), player, &mut Write::new(out));
    }

    fn ended(&self, slot: usize, player: usize) -> bool {
        self.rules.game.ended(self.batch.state(slot), player)
    }

    fn state(&self, slot: usize) -> Box<dyn AnyState> {
        let saved = self.batch.save(slot);
        let mut rng = generator(saved.seed, saved.episode);
        rng.set_word_pos(saved.word);
        Box::new(Position { rules: Arc::clone(&self.rules), state: saved.state, rng: Some(Sample(rng)) })
    }

    fn set_state(&mut self, slot: usize, state: &dyn AnyState) -> Result<(), Fault> {
        let own = state.as_any().downcast_ref::<Position<G>>().filter(|p| p.rules.codec == self.rules.codec);
        let own = own.ok_or_else(|| {
            Fault::Value(
                "the state is of another game, or of other options or data, than the environment".into(),
            )
        })?;
        if self.rules.game.actor(&own.state).is_none() {
            return Err(Fault::Over("an episode cannot start in a state whose game is over".into()));
        }
        let mut saved = self.batch.save(slot);
        (saved.state, saved.decisions, saved.over) = (own.state, 0, false);
        if let Some(Sample(rng)) = &own.rng {
            (saved.seed, saved.episode, saved.word) =
                (seed_of(rng.get_seed()), rng.get_stream(), rng.get_word_pos());
        }
        self.batch.restore(slot, &saved);
        if self.rules.game.actor(self.batch.state(slot)).is_none() {
            self.batch.reset_slot(slot, None);
        }
        Ok(())
    }

    fn ending(&self, slot: usize) -> Summary {
        self.rules.game.summary(self.batch.final_state(slot))
    }

    fn save(&self, slot: usize) -> Vec<u8> {
        let saved = self.batch.save(slot);
        let mut out = Vec::new();
        let mut rng = generator(saved.seed, saved.episode);
        rng.set_word_pos(saved.word);
        self.rules.codec.write(&saved.state, Some(&Sample(rng)), &mut out);
        saved.decisions.pack(&mut out);
        saved.over.pack(&mut out);
        saved.viewer.pack(&mut out);
        out
    }

    fn restore(&mut self, slot: usize, bytes: &[u8]) -> Result<(), Fault> {
        let damaged = || Fault::Value("a saved environment is damaged or incomplete".into());
        let (state, mut tail) =
            bytes.split_at_checked(bytes.len().saturating_sub(TAIL)).ok_or_else(damaged)?;
        let (state, rng) = self.rules.codec.read(&self.rules.game, state)?;
        let decisions = u32::unpack(&mut tail).ok_or_else(damaged)?;
        let over = bool::unpack(&mut tail).ok_or_else(damaged)?;
        let viewer = u8::unpack(&mut tail).ok_or_else(damaged)?;
        let Sample(rng) = rng.ok_or_else(damaged)?;
        if usize::from(viewer) >= self.rules.game.players()
            || !over && self.rules.game.actor(&state).is_none()
        {
            return Err(damaged());
        }
        let saved = SlotState {
            state,
            seed: seed_of(rng.get_seed()),
            episode: rng.get_stream(),
            word: rng.get_word_pos(),
            decisions,
            over,
            viewer,
        };
        self.batch.restore(slot, &saved);
        Ok(())
    }
}

/// The seed from which [`generator`] made this key.
fn seed_of(key: [u8; 32]) -> u64 {
    u64::from_le_bytes(*key.first_chunk().expect("a key has 32 bytes"))
}
