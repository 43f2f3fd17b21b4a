//! [`Batch`]: many games stepped together into buffers that the caller owns.
//!
//! Slot `i` of a batch seeded `s` plays the episodes of a single environment seeded `s + i`, on any number
//! of threads. On one thread nothing is allocated per step.

mod config;
mod share;
mod slot;

use std::fmt;

pub use self::config::{AutoReset, BatchConfig, Learner};
use self::share::{Piece, helpers, share};
pub use self::slot::SlotState;
use self::slot::{End, PATIENCE, Play, Slot};
use crate::buffers::{Buffers, Shape};
use crate::error::Error;
use crate::finite::Finite;
use crate::game::Game;
use crate::observe::Layout;
use crate::observe::{Observe, Observer, Standard};
use crate::threads::Threads;

/// What is done in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotAction {
    /// Plays the action of this number; once the slot is over, with [`AutoReset::NextStep`], starts it anew.
    Play(usize),
    /// Leaves the slot as it is.
    Stay,
    /// Moves nothing, but counts as a decision, as an illegal action may.
    Miss,
    /// Ends the episode here, terminated, and rewards nobody.
    Quit,
}

/// An action that a slot may not play; no slot has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The slot.
    pub slot: usize,
    /// What was to be done in it.
    pub action: SlotAction,
    /// The slot's episode is over and waits for a reset.
    pub over: bool,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.action, self.over) {
            (SlotAction::Play(action), false) => {
                write!(f, "action {action} is not legal in slot {}", self.slot)
            }
            _ => write!(f, "slot {} is over and must be reset before it is stepped", self.slot),
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
    /// The legal actions of all slots as bits, 64 action numbers a word, as many words for each.
    legal: Vec<u64>,
    helpers: Option<Threads>,
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
    pub fn observed_by(game: G, observer: O, n: usize, mut config: BatchConfig) -> Self {
        assert!(game.players() <= MOST_SEATS, "{} seats, more than {MOST_SEATS}", game.players());
        let layout = Layout::observed_by(&game, &observer);
        let words = words::<G>();
        // Where no game has a decision, most of the time would go into looking for one in vain, again in each episode.
        config.skip_forced &= Slot::new((&game, &config), 0, &mut vec![0; words]).episode().1 < PATIENCE;
        let mut legal = vec![0; n * words];
        let slot = |(i, legal)| Slot::new((&game, &config), config.seed.wrapping_add(i), legal);
        let slots = (0..).zip(legal.chunks_exact_mut(words)).map(slot).collect();
        Self { game, observer, config, layout, slots, legal, helpers: None }
    }

    /// Has the batch stepped by this many threads, the caller's among them; 0 for as many as there are cores. What is
    /// played does not depend on it.
    ///
    /// # Errors
    /// [`ErrorKind::Threads`](crate::ErrorKind::Threads) where they cannot be started.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), Error> {
        self.helpers = helpers(threads)?;
        Ok(())
    }

    /// How many threads step it.
    pub fn threads(&self) -> usize {
        self.helpers.as_ref().map_or(1, |helpers| helpers.count() + 1)
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How it plays.
    pub fn config(&self) -> &BatchConfig {
        &self.config
    }

    /// Who writes the observations.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The numbers of actions and observations.
    pub fn layout(&self) -> &Layout {
        &self.layout
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
        &self.legal[i * words::<G>()..][..words::<G>()]
    }

    /// Whether an action number is legal in slot `i`; none is once it is over.
    pub fn is_legal(&self, i: usize, action: usize) -> bool {
        action < G::Action::N && self.legal(i)[action / 64] >> (action % 64) & 1 == 1
    }

    /// Whether the episode of slot `i` has ended and the slot waits.
    pub fn is_over(&self, i: usize) -> bool {
        self.slots[i].over
    }

    /// The seat that acts in slot `i`, or that acted last.
    pub fn actor(&self, i: usize) -> usize {
        usize::from(self.slots[i].viewer)
    }

    /// The only seat that learns in the current episode of slot `i`, if not all do.
    pub fn learner(&self, i: usize) -> Option<usize> {
        self.slots[i].learner.map(usize::from)
    }

    /// The seed and the number of the current episode of slot `i`.
    pub fn episode(&self, i: usize) -> (u64, u64) {
        self.slots[i].episode()
    }

    /// Decisions that the learner has taken in the current episode of slot `i`.
    pub fn decisions(&self, i: usize) -> u32 {
        self.slots[i].decisions
    }

    /// All that is needed to go on with slot `i` exactly.
    pub fn save(&self, i: usize) -> SlotState<G::State> {
        self.slots[i].save()
    }

    /// Puts slot `i` where [`save`](Self::save) found it.
    pub fn restore(&mut self, i: usize, saved: &SlotState<G::State>) {
        let (slot, play, legal) = self.slot(i);
        slot.restore(play, saved, legal);
    }

    /// Starts slot `i` anew: at episode 0 of `seed` if given, else at the slot's next episode.
    pub fn reset_slot(&mut self, i: usize, seed: Option<u64>) {
        let (slot, play, legal) = self.slot(i);
        slot.reset(play, seed, legal);
    }

    fn slot(&mut self, i: usize) -> (&mut Slot<G>, Play<'_, G>, &mut [u64]) {
        let legal = &mut self.legal[i * words::<G>()..][..words::<G>()];
        (&mut self.slots[i], (&self.game, &self.config), legal)
    }

    /// Writes where every slot stands: observation, mask and actor; rewards 0, flags false.
    pub fn write(&self, out: &mut Buffers<'_>) {
        let shape = self.shape(out);
        out.clear();
        write((&self.game, &self.observer), shape, &self.slots, &self.legal, out);
    }

    /// [`write`](Self::write) for slot `i` alone.
    pub fn write_slot(&self, i: usize, out: &mut Buffers<'_>) {
        let shape = self.shape(out);
        let (_, from) = shape.split(out.reborrow(), i);
        let (mut row, _) = shape.split(from, 1);
        row.clear();
        write((&self.game, &self.observer), shape, &self.slots[i..=i], self.legal(i), &mut row);
    }

    /// Does one thing in every slot, and writes where each then stands.
    ///
    /// # Errors
    /// [`IllegalAction`] for the first slot whose action is not legal or that is over; nothing has moved.
    ///
    /// # Panics
    /// If `actions` or a buffer has the wrong length.
    pub fn step(&mut self, actions: &[SlotAction], out: &mut Buffers<'_>) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.slots.len(), "one action a slot");
        for (slot, &action) in actions.iter().enumerate() {
            let over = self.is_over(slot);
            let may = match action {
                SlotAction::Stay => true,
                _ if over => self.config.auto_reset == AutoReset::NextStep,
                SlotAction::Play(action) => self.is_legal(slot, action),
                SlotAction::Miss | SlotAction::Quit => true,
            };
            if !may {
                return Err(IllegalAction { slot, action, over });
            }
        }
        let shape = self.shape(out);
        let (play, shown) = ((&self.game, &self.config), (&self.game, &self.observer));
        let all = Piece { slots: &mut self.slots, legal: &mut self.legal, actions, out: out.reborrow() };
        share(self.helpers.as_mut(), shape, all, &|mut piece| {
            // Rules first, then observations: either alone keeps the caches of the processor better.
            step(play, shown, shape, &mut piece);
            write(shown, shape, piece.slots, piece.legal, &mut piece.out);
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

/// How many words the legal actions of a slot take.
fn words<G: Game>() -> usize {
    G::Action::N.div_ceil(64)
}

fn step<G: Game, O: Observer<G>>(
    play: Play<'_, G>,
    shown: (&G, &O),
    shape: Shape,
    piece: &mut Piece<'_, Slot<G>>,
) {
    let Shape { players, finals, .. } = shape;
    let Piece { slots, legal, actions, out } = piece;
    let legal = legal.chunks_exact_mut(words::<G>());
    for (i, ((slot, legal), &action)) in slots.iter_mut().zip(legal).zip(*actions).enumerate() {
        let seats = i * players..(i + 1) * players;
        let (reward, terminated) = (&mut out.reward[seats.clone()], &mut out.terminated[seats]);
        let ended = slot.step(play, action, legal, reward, terminated);
        out.over[i] = ended == Some(End::Terminated);
        out.truncated[i] = ended == Some(End::Truncated);
        if ended.is_some() && play.1.auto_reset == AutoReset::SameStep {
            slot.observe(shown, &mut out.final_obs[i * finals..][..finals]);
            slot.next_episode(play, legal);
        }
    }
}

fn write<G: Game, O: Observer<G>>(
    shown: (&G, &O),
    shape: Shape,
    slots: &[Slot<G>],
    legal: &[u64],
    out: &mut Buffers<'_>,
) {
    let Shape { obs, actions, .. } = shape;
    for (i, (slot, legal)) in slots.iter().zip(legal.chunks_exact(words::<G>())).enumerate() {
        out.actor[i] = slot.viewer;
        if obs > 0 {
            slot.observe(shown, &mut out.obs[i * obs..][..obs]);
        }
        if actions > 0 {
            slot.write_mask(legal, &mut out.mask[i * actions..][..actions]);
        }
    }
}
