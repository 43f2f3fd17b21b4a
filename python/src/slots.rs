//! [`Slots`]: what Python asks of a batch of any game: positions, saved slots, all ways to handle illegal actions, and
//! opponents.

use holotable_env::{Buffers, GameRng, IllegalAction, Pack, Sample, SlotAction, SlotState, generator};
use holotable_erased::{AnyBatch, AnyState, Failed, Opponents};
use pyo3::exceptions::PyRuntimeError;

use crate::errors::Fault;
use crate::function::Failures;

/// The bytes of a saved slot after those of its position.
const TAIL: usize = 6;

/// How to handle an illegal action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Illegal {
    /// An exception; no slot has moved.
    Raise,
    /// The slot stays where it is, its seat gets this reward, and it counts as a decision.
    Stay(f32),
    /// The episode ends, and the seat gets this reward.
    End(f32),
}

/// A batch, what an illegal action does in it, and who plays the seats that do not learn.
pub struct Slots {
    pub batch: Box<dyn AnyBatch>,
    illegal: Illegal,
    opponents: Option<Opponents>,
    failures: Failures,
    actions: Vec<SlotAction>,
    /// Whether the opponents have played on since slots were started anew.
    looked: bool,
}

/// What a slot is put back to if an opponent fails, or Python is interrupted while it thinks.
type SavedSlot = (SlotState<Box<dyn AnyState>>, Vec<u64>);

impl Slots {
    /// The opponents come with the place where their failures are found.
    pub fn new(batch: Box<dyn AnyBatch>, illegal: Illegal, opponents: Option<(Opponents, Failures)>) -> Self {
        let (opponents, failures) = opponents.unzip();
        Self {
            batch,
            illegal,
            opponents,
            failures: failures.unwrap_or_default(),
            actions: Vec::new(),
            looked: true,
        }
    }

    /// Whether others play some of the seats.
    pub fn has_opponents(&self) -> bool {
        self.opponents.is_some()
    }

    /// Writes where every slot stands, after the opponents have played on; else every slot is as it was.
    pub fn look(&mut self, out: &mut Buffers<'_>) -> Result<(), Fault> {
        let kept = self.kept(out.over.len());
        self.batch.write(out);
        self.play_on(out, kept)?;
        self.looked = true;
        Ok(())
    }

    /// Starts a slot anew, at the first episode of a seed or at its next, in a position if one is given, and [looks](Self::look). Where
    /// that is refused or broken off, the slot is as it was.
    pub fn begin(
        &mut self,
        slot: usize,
        seed: Option<u64>,
        state: Option<&dyn AnyState>,
        out: &mut Buffers<'_>,
    ) -> Result<(), Fault> {
        let (before, looked) = (self.save(slot), self.looked);
        self.reset(slot, seed);
        let begun = match state {
            Some(state) => self.begin_at(slot, state, out),
            None => self.look(out),
        };
        if begun.is_err() {
            self.restore(slot, &before)?;
            self.looked = looked;
        }
        begun
    }

    fn begin_at(&mut self, slot: usize, state: &dyn AnyState, out: &mut Buffers<'_>) -> Result<(), Fault> {
        self.set_state(slot, state)?;
        let (asked, learner) = (self.batch.episode(slot), self.batch.learner(slot));
        self.look(out)?;
        match learner {
            // An episode in which the learner has nothing to decide is left out.
            Some(seat) if self.batch.episode(slot) != asked => Err(Fault::Over(format!(
                "an episode cannot start in this state: the result of seat {seat}, which learns, is final before it is asked"
            ))),
            _ => Ok(()),
        }
    }

    /// Steps every slot by the number of an action, `None` for one that is never legal; marks in `illegal` the slots whose action
    /// is not legal.
    pub fn step(
        &mut self,
        actions: impl Iterator<Item = Option<usize>>,
        illegal: &mut [bool],
        out: &mut Buffers<'_>,
    ) -> Result<(), Fault> {
        if !self.looked {
            let line = "the reset was interrupted while an opponent moved: reset again before a step";
            return Err(Fault::Raised(PyRuntimeError::new_err(line)));
        }
        let batch = self.batch.as_mut();
        self.actions.clear();
        for (slot, action) in actions.enumerate() {
            let legal = batch.is_over(slot) || action.is_some_and(|action| batch.is_legal(slot, action));
            illegal[slot] = !legal;
            self.actions.push(match (self.illegal, action) {
                (_, Some(action)) if legal => SlotAction::Play(action),
                (Illegal::Raise, _) if !legal => return Err(not_legal(batch, slot, action)),
                (Illegal::End(_), _) => SlotAction::Quit,
                (Illegal::Raise | Illegal::Stay(_), _) => SlotAction::Miss,
            });
        }
        let misses = illegal.iter().enumerate().filter(|(_, illegal)| **illegal);
        let actors: Vec<_> = misses.map(|(slot, _)| (slot, batch.actor(slot))).collect();
        let kept = self.kept(self.actions.len());
        self.batch.step(&self.actions, out).map_err(is_over)?;
        if let Illegal::Stay(reward) | Illegal::End(reward) = self.illegal {
            let players = self.batch.rules().teams().players();
            for (slot, actor) in actors {
                out.reward[slot * players + actor] = reward;
            }
        }
        self.play_on(out, kept)
    }

    /// Has the opponents play on, or puts back what was kept.
    fn play_on(&mut self, out: &mut Buffers<'_>, kept: Vec<SavedSlot>) -> Result<(), Fault> {
        let Some(opponents) = &mut self.opponents else { return Ok(()) };
        if let Err(Failed) = opponents.play_on(self.batch.as_mut(), out) {
            self.put_back(kept)?;
            return Err(self.failures.take());
        }
        Ok(())
    }

    /// All slots as they are, if there are opponents.
    fn kept(&self, slots: usize) -> Vec<SavedSlot> {
        let Some(opponents) = &self.opponents else { return Vec::new() };
        (0..slots).map(|i| (self.batch.save(i), opponents.rng_places(i, self.batch.episode(i)))).collect()
    }

    fn put_back(&mut self, kept: Vec<SavedSlot>) -> Result<(), Fault> {
        for (i, (saved, places)) in kept.into_iter().enumerate() {
            self.batch.restore(i, &saved)?;
            self.set_rng_places(i, &places);
        }
        Ok(())
    }

    /// Starts a slot anew: at the first episode of a seed, or at its next.
    pub fn reset(&mut self, slot: usize, seed: Option<u64>) {
        self.batch.reset(slot, seed);
        self.set_rng_places(slot, &[]);
        self.looked = self.opponents.is_none();
    }

    /// Puts the generators of the opponents where they have been read so far in the episode of a slot; nothing for its beginning.
    fn set_rng_places(&mut self, slot: usize, words: &[u64]) {
        if let Some(opponents) = &mut self.opponents {
            opponents.set_rng_places(slot, self.batch.episode(slot), words);
        }
    }

    /// The position of a slot, with a copy of its generator.
    pub fn state(&self, slot: usize) -> Box<dyn AnyState> {
        with_generator(self.batch.save(slot))
    }

    /// Puts a slot into a position of the same rules, as the first decision of an episode.
    fn set_state(&mut self, slot: usize, state: &dyn AnyState) -> Result<(), Fault> {
        let batch = self.batch.as_mut();
        if state.rules().fingerprint() != batch.rules().fingerprint() {
            let line = "the state is of another game, or of other options or data, than the environment";
            return Err(Fault::Value(line.into()));
        }
        if state.actor().is_none() {
            return Err(Fault::Over("an episode cannot start in a state whose game is over".into()));
        }
        let mut saved = batch.save(slot);
        (saved.state, saved.decisions, saved.over) = (state.copy(false), 0, false);
        if let Some(rng) = state.rng() {
            (saved.seed, saved.episode, saved.word) = place(rng);
        }
        batch.restore(slot, &saved)?;
        self.set_rng_places(slot, &[]);
        Ok(())
    }

    /// All that is needed to go on with a slot exactly, as bytes.
    pub fn save(&self, slot: usize) -> Vec<u8> {
        let saved = self.batch.save(slot);
        let (decisions, over, viewer) = (saved.decisions, saved.over, saved.viewer);
        let mut out = Vec::new();
        with_generator(saved).bytes(&mut out);
        let episode = self.batch.episode(slot);
        for word in self.opponents.iter().flat_map(|opponents| opponents.rng_places(slot, episode)) {
            word.pack(&mut out);
        }
        decisions.pack(&mut out);
        over.pack(&mut out);
        viewer.pack(&mut out);
        out
    }

    /// Puts a slot where [`save`](Self::save) found it.
    pub fn restore(&mut self, slot: usize, bytes: &[u8]) -> Result<(), Fault> {
        let damaged = || Fault::Value("a saved environment is damaged or incomplete".into());
        let rules = self.batch.rules();
        let players = rules.teams().players();
        let words = if self.opponents.is_some() { players } else { 0 };
        let tail = TAIL + words * size_of::<u64>();
        let (state, mut tail) =
            bytes.split_at_checked(bytes.len().saturating_sub(tail)).ok_or_else(damaged)?;
        let mut state = rules.read_bytes(state)?;
        let places =
            (0..words).map(|_| u64::unpack(&mut tail)).collect::<Option<Vec<_>>>().ok_or_else(damaged)?;
        let decisions = u32::unpack(&mut tail).ok_or_else(damaged)?;
        let over = bool::unpack(&mut tail).ok_or_else(damaged)?;
        let viewer = u8::unpack(&mut tail).ok_or_else(damaged)?;
        let (seed, episode, word) = state.rng().map(place).ok_or_else(damaged)?;
        if usize::from(viewer) >= players || !over && state.actor().is_none() {
            return Err(damaged());
        }
        state.set_rng(None);
        let saved = SlotState { state, seed, episode, word, decisions, over, viewer };
        self.batch.restore(slot, &saved)?;
        self.set_rng_places(slot, &places);
        Ok(())
    }
}

fn is_over(IllegalAction { slot, .. }: IllegalAction) -> Fault {
    Fault::Over(format!("the episode in slot {slot} is over: reset it before stepping it"))
}

fn not_legal(batch: &dyn AnyBatch, slot: usize, action: Option<usize>) -> Fault {
    Fault::Illegal(match action {
        Some(action) => {
            let (label, why) = (batch.rules().label(action), batch.why_illegal(slot, action));
            format!("action {action}, {label}, is not legal in slot {slot}: {why}")
        }
        None => format!("to pass is not legal for seat {}, whose turn it is", batch.actor(slot)),
    })
}

fn with_generator(saved: SlotState<Box<dyn AnyState>>) -> Box<dyn AnyState> {
    let mut rng = generator(saved.seed, saved.episode);
    rng.set_word_pos(saved.word);
    let mut state = saved.state;
    state.set_rng(Some(Sample(rng)));
    state
}

/// Where a generator stands: its seed, its episode, and how far it has been read.
pub fn place(Sample(rng): &GameRng) -> (u64, u64, u128) {
    let seed = u64::from_le_bytes(*rng.get_seed().first_chunk().expect("a key has 32 bytes"));
    (seed, rng.get_stream(), rng.get_word_pos())
}
