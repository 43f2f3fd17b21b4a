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
use crate::observe::{Observe, Observer, Standard};

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
pub struct Batch<G: Game, O = Standard> {
    game: G,
    observer: O,
    config: BatchConfig,
    layout: Layout,
    slots: Vec<Slot<G>>,
}

/// Seats are kept as the bits of a word.
const MOST_SEATS: usize = 64;

impl<G: Observe> Batch<G> {
    /// `n` games as they are shown by themselves, each at the start of its episode 0.
    pub fn new(game: G, n: usize, config: BatchConfig) -> Self {
        Self::observed_by(game, Standard, n, config)
    }
}

impl<G: Game, O: Observer<G>> Batch<G, O> {
    /// `n` games as `observer` shows them, each at the start of its episode 0.
    ///
    /// # Panics
    /// If the game has more than 64 seats.
    pub fn observed_by(game: G, observer: O, n: usize, config: BatchConfig) -> Self {
        assert!(game.players() <= MOST_SEATS, "{} seats, more than {MOST_SEATS}", game.players());
        let layout = Layout::observed_by(&game, &observer);
        let slots = (0..n as u64).map(|i| Slot::new(&game, &config, config.seed.wrapping_add(i))).collect();
        Self { game, observer, config, layout, slots }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Who writes the observations.
    pub fn observer(&self) -> &O {
        &self.observer
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
        write(&self.game, &self.observer, shape, &self.slots, out);
    }

    /// [`write`](Self::write) for slot `i` alone.
    pub fn write_slot(&self, i: usize, out: &mut Buffers<'_>) {
        let shape = self.shape(out);
        let (_, from) = shape.split(out.reborrow(), i);
        let (mut row, _) = shape.split(from, 1);
        row.clear();
        write(&self.game, &self.observer, shape, &self.slots[i..=i], &mut row);
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
        let (shape, game, observer, config) = (self.shape(out), &self.game, &self.observer, &self.config);
        shape.pieces(grain, &mut self.slots, actions, out.reborrow(), &|slots, actions, mut out| {
            // Rules first, then observations: either alone keeps the caches of the processor better.
            step((game, observer), config, shape, slots, actions, &mut out);
            write(game, observer, shape, slots, &mut out);
        });
        Ok(())
    }

    /// The row lengths, after checking that the buffers have them.
    fn shape(&self, out: &Buffers<'_>) -> Shape {
        let n = self.slots.len();
        let Layout { observation, actions, .. } = self.layout;
        let players = self.game.players();
        let same_step = self.config.auto_reset == AutoReset::SameStep;
        let shape = Shape {
            obs: if out.obs.is_empty() { 0 } else { observation },
            actions: if out.mask.is_empty() { 0 } else { actions },
            players,
            finals: if same_step { observation } else { 0 },
        };
        assert!(
            out.obs.len() == n * shape.obs
                && out.mask.len() == n * shape.actions
                && [out.reward.len(), out.terminated.len()] == [n * players; 2]
                && [out.actor.len(), out.over.len(), out.truncated.len()] == [n; 3]
                && (!same_step || out.final_obs.len() == n * observation),
            "buffers for {n} slots of {observation} values, {actions} actions, {players} seats"
        );
        shape
    }
}

fn step<G: Game, O: Observer<G>>(
    (game, observer): (&G, &O),
    config: &BatchConfig,
    shape: Shape,
    slots: &mut [Slot<G>],
    actions: &[usize],
    out: &mut Buffers<'_>,
) {
    let Shape { players, finals, .. } = shape;
    for (i, (slot, &action)) in slots.iter_mut().zip(actions).enumerate() {
        let seats = i * players..(i + 1) * players;
        let (reward, terminated) = (&mut out.reward[seats.clone()], &mut out.terminated[seats]);
        let ended = slot.step(game, config, action, reward, terminated);
        out.over[i] = ended == Some(End::Terminated);
        out.truncated[i] = ended == Some(End::Truncated);
        if ended.is_some() && config.auto_reset == AutoReset::SameStep {
            slot.observe(game, observer, &mut out.final_obs[i * finals..][..finals]);
            slot.next_episode(game, config);
        }
    }
}

fn write<G: Game>(
    game: &G,
    observer: &impl Observer<G>,
    shape: Shape,
    slots: &[Slot<G>],
    out: &mut Buffers<'_>,
) {
    let Shape { obs, actions, .. } = shape;
    for (i, slot) in slots.iter().enumerate() {
        out.actor[i] = slot.viewer;
        if obs > 0 {
            slot.observe(game, observer, &mut out.obs[i * obs..][..obs]);
        }
        if actions > 0 {
            slot.write_mask(&mut out.mask[i * actions..][..actions]);
        }
    }
}
