//! [`Batch`]: many games stepped together into buffers that the caller owns.
//!
//! Slot `i` of a batch seeded `s` plays the episodes of a single environment seeded `s + i`, on any number
//! of threads. Nothing is allocated per step.

mod config;
mod slot;

use std::fmt;

pub use self::config::{AutoReset, BatchConfig};
pub use self::slot::SlotState;
use self::slot::{End, Slot};
use crate::buffers::{Buffers, Shape};
use crate::game::Game;
use crate::layout::Layout;

/// An action that a slot may not play; no slot has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The slot.
    pub slot: usize,
    /// The action number given for it.
    pub action: usize,
    /// The slot's episode is over and waits for a reset.
    pub over: bool,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.over {
            true => write!(f, "slot {} is over and must be reset before it is stepped", self.slot),
            false => write!(f, "action {} is not legal in slot {}", self.action, self.slot),
        }
    }
}

impl std::error::Error for IllegalAction {}

/// Many games of one set of rules.
#[derive(Clone, Debug)]
pub struct Batch<G: Game> {
    game: G,
    config: BatchConfig,
    layout: Layout,
    slots: Vec<Slot<G>>,
}

impl<G: Game> Batch<G> {
    /// `n` games, each at the start of its episode 0.
    pub fn new(game: G, n: usize, config: BatchConfig) -> Self {
        let layout = Layout::of(&game);
        let slots = (0..n as u64).map(|i| Slot::new(&game, &config, config.seed.wrapping_add(i))).collect();
        Self { game, config, layout, slots }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The numbers of actions and observations.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Goes on under other rules of the same game, from the next step on: the running episodes too.
    pub fn set_game(&mut self, game: G) {
        self.game = game;
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The position of slot `i`.
    pub fn state(&self, i: usize) -> &G::State {
        &self.slots[i].state
    }

    /// The position in which the latest finished episode of slot `i` ended.
    pub fn final_state(&self, i: usize) -> &G::State {
        &self.slots[i].last
    }

    /// The legal actions of slot `i` as bits, 64 action numbers a word.
    pub fn legal(&self, i: usize) -> &[u64] {
        &self.slots[i].legal
    }

    /// Whether an action number is legal in slot `i`.
    pub fn is_legal(&self, i: usize, action: usize) -> bool {
        self.slots[i].is_legal(action)
    }

    /// Whether the episode of slot `i` has ended and the slot waits.
    pub fn is_over(&self, i: usize) -> bool {
        self.slots[i].over
    }

    /// Decisions taken in the current episode of slot `i`.
    pub fn decisions(&self, i: usize) -> u32 {
        self.slots[i].decisions
    }

    /// All that is needed to go on with slot `i` exactly.
    pub fn save(&self, i: usize) -> SlotState<G::State> {
        self.slots[i].save()
    }

    /// Puts slot `i` where [`save`](Self::save) found it.
    pub fn restore(&mut self, i: usize, saved: &SlotState<G::State>) {
        self.slots[i].restore(&self.game, &self.config, saved);
    }

    /// Starts slot `i` anew: at episode 0 of `seed` if given, else at the slot's next episode.
    pub fn reset_slot(&mut self, i: usize, seed: Option<u64>) {
        self.slots[i].reset(&self.game, &self.config, seed);
    }

    /// Writes where every slot stands: observation, mask and actor; rewards 0, flags false.
    pub fn write(&self, out: &mut Buffers<'_>) {
        let shape = self.shape(out);
        out.clear();
        write(&self.game, shape, &self.slots, out);
    }

    /// [`write`](Self::write) for slot `i` alone.
    pub fn write_slot(&self, i: usize, out: &mut Buffers<'_>) {
        let shape = self.shape(out);
        let (_, from) = shape.split(out.reborrow(), i);
        let (mut row, _) = shape.split(from, 1);
        row.clear();
        write(&self.game, shape, &self.slots[i..=i], &mut row);
    }

    /// Plays one action number in every slot and writes where each then stands.
    ///
    /// # Errors
    /// [`IllegalAction`] for the first slot whose action is not legal or that is over; nothing has moved.
    ///
    /// # Panics
    /// If `actions` or a buffer has the wrong length.
    pub fn step(&mut self, actions: &[usize], out: &mut Buffers<'_>) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.slots.len(), "one action a slot");
        for (slot, (s, &action)) in self.slots.iter().zip(actions).enumerate() {
            let resets = s.over && self.config.auto_reset == AutoReset::NextStep;
            if !resets && (s.over || !s.is_legal(action)) {
                return Err(IllegalAction { slot, action, over: s.over });
            }
        }
        let grain = if self.config.parallel {
            self.slots.len().div_ceil(2 * rayon::current_num_threads()).max(16)
        } else {
            usize::MAX
        };
        let (shape, game, config) = (self.shape(out), &self.game, &self.config);
        shape.pieces(grain, &mut self.slots, actions, out.reborrow(), &|slots, actions, mut out| {
            // Rules first, then observations: either alone keeps the caches of the processor better.
            step(game, config, shape, slots, actions, &mut out);
            write(game, shape, slots, &mut out);
        });
        Ok(())
    }

    /// The row lengths, after checking that the buffers have them.
    fn shape(&self, out: &Buffers<'_>) -> Shape {
        let n = self.slots.len();
        let shape = Shape {
            obs: self.layout.observation,
            actions: self.layout.actions,
            players: self.game.players(),
            finals: self.config.auto_reset == AutoReset::SameStep,
        };
        let Shape { obs, actions, players, finals } = shape;
        assert!(
            out.obs.len() == n * obs
                && out.mask.len() == n * actions
                && out.reward.len() == n * players
                && [out.actor.len(), out.terminated.len(), out.truncated.len()] == [n; 3]
                && (!finals || out.final_obs.len() == n * obs),
            "buffers for {n} slots of {obs} values, {actions} actions, {players} seats"
        );
        shape
    }
}

fn step<G: Game>(
    game: &G,
    config: &BatchConfig,
    shape: Shape,
    slots: &mut [Slot<G>],
    actions: &[usize],
    out: &mut Buffers<'_>,
) {
    // By number, not in chunks: those of a game that shows nothing would have no length.
    let Shape { obs, players, .. } = shape;
    for (i, (slot, &action)) in slots.iter_mut().zip(actions).enumerate() {
        let ended = slot.step(game, config, action, &mut out.reward[i * players..][..players]);
        out.terminated[i] = ended == Some(End::Terminated);
        out.truncated[i] = ended == Some(End::Truncated);
        if ended.is_some() && config.auto_reset == AutoReset::SameStep {
            slot.observe(game, &mut out.final_obs[i * obs..][..obs]);
            slot.next_episode(game, config);
        }
    }
}

fn write<G: Game>(game: &G, shape: Shape, slots: &[Slot<G>], out: &mut Buffers<'_>) {
    let Shape { obs, actions, .. } = shape;
    for (i, slot) in slots.iter().enumerate() {
        out.actor[i] = slot.viewer;
        slot.observe(game, &mut out.obs[i * obs..][..obs]);
        slot.write_mask(&mut out.mask[i * actions..][..actions]);
    }
}
