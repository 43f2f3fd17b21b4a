//! [`Batch`]: many games stepped together into buffers that the caller owns.
//!
//! Slot `i` of a batch seeded `s` plays the episodes of a single environment seeded `s + i`, on any number
//! of threads. Nothing is allocated per step.

use std::fmt;

use rand_chacha::ChaCha8Rng;

use crate::bits::spread;
use crate::buffers::{Buffers, Shape};
use crate::chance::{Sample, generator};
use crate::finite::Finite;
use crate::game::Game;
use crate::layout::Layout;
use crate::observe::Write;

/// What happens to a slot whose episode has ended: Gymnasium's three modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoReset {
    /// The next step ignores its action, starts a new episode and gives reward 0.
    NextStep,
    /// The same step starts a new episode; the last observation goes into `final_obs`.
    SameStep,
    /// The slot waits for [`Batch::reset_slot`]; stepping it is refused.
    Disabled,
}

/// How a batch plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchConfig {
    /// Slot `i` is seeded with `seed + i`.
    pub seed: u64,
    /// What follows the end of an episode.
    pub auto_reset: AutoReset,
    /// Play moves without alternative at once instead of asking.
    pub skip_forced: bool,
    /// Cut an episode after this many decisions (0: never).
    pub max_decisions: u32,
    /// The reward of a seat with score 0 and with score 1.
    pub rewards: (f32, f32),
    /// Share the slots among the threads of the current rayon pool.
    pub parallel: bool,
}

impl Default for BatchConfig {
    fn default() -> Self {
        Self {
            seed: 0,
            auto_reset: AutoReset::NextStep,
            skip_forced: true,
            max_decisions: 0,
            rewards: (-1.0, 1.0),
            parallel: false,
        }
    }
}

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

/// Where one slot of a batch stands; enough, with the batch's configuration, to go on exactly.
#[derive(Clone, Debug)]
pub struct SlotState<S> {
    /// The position.
    pub state: S,
    /// The seed of the slot.
    pub seed: u64,
    /// The number of its episode.
    pub episode: u64,
    /// How far the episode's generator has been read, in 32-bit words.
    pub word: u128,
    /// Decisions taken in the episode, forced moves not counted.
    pub decisions: u32,
    /// The episode has ended and the slot waits.
    pub over: bool,
}

#[derive(Clone, Debug)]
struct Slot<G: Game> {
    state: G::State,
    /// The state in which the slot's latest finished episode ended.
    last: G::State,
    chance: Sample<ChaCha8Rng>,
    seed: u64,
    episode: u64,
    decisions: u32,
    over: bool,
    viewer: u8,
    legal: Box<[u64]>,
}

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
        let slots = (0..n as u64).map(|i| {
            let seed = config.seed.wrapping_add(i);
            let mut chance = Sample(generator(seed, 0));
            let state = game.start(&mut chance);
            let legal = vec![0; G::Action::N.div_ceil(64)].into();
            let mut slot = Slot {
                state,
                last: state,
                chance,
                seed,
                episode: 0,
                decisions: 0,
                over: false,
                viewer: 0,
                legal,
            };
            slot.begin(&game, &config);
            slot
        });
        let slots = slots.collect();
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

    /// Decisions taken in the current episode of slot `i`.
    pub fn decisions(&self, i: usize) -> u32 {
        self.slots[i].decisions
    }

    /// All that is needed to go on with slot `i` exactly.
    pub fn save(&self, i: usize) -> SlotState<G::State> {
        let s = &self.slots[i];
        SlotState {
            state: s.state,
            seed: s.seed,
            episode: s.episode,
            word: s.chance.0.get_word_pos(),
            decisions: s.decisions,
            over: s.over,
        }
    }

    /// Puts slot `i` where [`save`](Self::save) found it.
    pub fn restore(&mut self, i: usize, saved: &SlotState<G::State>) {
        let slot = &mut self.slots[i];
        let mut rng = generator(saved.seed, saved.episode);
        rng.set_word_pos(saved.word);
        slot.chance = Sample(rng);
        (slot.state, slot.seed, slot.episode) = (saved.state, saved.seed, saved.episode);
        (slot.decisions, slot.over) = (saved.decisions, saved.over);
        slot.settle(&self.game, &self.config);
    }

    /// Starts slot `i` anew: at episode 0 of `seed` if given, else at the slot's next episode.
    pub fn reset_slot(&mut self, i: usize, seed: Option<u64>) {
        let slot = &mut self.slots[i];
        if let Some(seed) = seed {
            (slot.seed, slot.episode) = (seed, 0);
            slot.begin(&self.game, &self.config);
        } else {
            slot.next_episode(&self.game, &self.config);
        }
    }

    /// Writes where every slot stands: observation, mask and actor; rewards 0, flags as they are.
    pub fn write(&self, out: &mut Buffers<'_>) {
        let shape = self.shape(out);
        out.reward.fill(0.0);
        out.terminated.fill(false);
        out.truncated.fill(false);
        write(&self.game, shape, &self.slots, out);
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
    let rewards = out.reward.chunks_exact_mut(shape.players);
    let ends = out.terminated.iter_mut().zip(out.truncated.iter_mut());
    for (i, (((slot, action), reward), end)) in
        slots.iter_mut().zip(actions).zip(rewards).zip(ends).enumerate()
    {
        let ended = slot.step(game, config, *action, reward);
        (*end.0, *end.1) = (ended == Some(End::Terminated), ended == Some(End::Truncated));
        if ended.is_some() && config.auto_reset == AutoReset::SameStep {
            let row = &mut out.final_obs[i * shape.obs..][..shape.obs];
            game.observe(&slot.state, usize::from(slot.viewer), &mut Write::new(row));
            slot.next_episode(game, config);
        }
    }
}

fn write<G: Game>(game: &G, shape: Shape, slots: &[Slot<G>], out: &mut Buffers<'_>) {
    let rows = out.obs.chunks_exact_mut(shape.obs).zip(out.mask.chunks_exact_mut(shape.actions));
    for ((slot, (obs, mask)), actor) in slots.iter().zip(rows).zip(out.actor.iter_mut()) {
        *actor = slot.viewer;
        slot.write(game, obs, mask);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Terminated,
    Truncated,
}

impl<G: Game> Slot<G> {
    fn is_legal(&self, action: usize) -> bool {
        action < G::Action::N && self.legal[action / 64] >> (action % 64) & 1 == 1
    }

    fn begin(&mut self, game: &G, config: &BatchConfig) {
        self.chance = Sample(generator(self.seed, self.episode));
        self.state = game.start(&mut self.chance);
        (self.decisions, self.over) = (0, false);
        self.settle(game, config);
        if game.actor(&self.state).is_none() {
            // Forced moves alone ended it: there is no decision to offer in this episode.
            self.next_episode(game, config);
        }
    }

    fn next_episode(&mut self, game: &G, config: &BatchConfig) {
        self.episode += 1;
        self.begin(game, config);
    }

    /// Finds the legal actions, and plays on while there is no choice.
    fn settle(&mut self, game: &G, config: &BatchConfig) {
        while let Some(actor) = game.actor(&self.state) {
            self.viewer = actor as u8;
            self.legal.fill(0);
            let (mut count, mut only) = (0, 0);
            let legal = &mut self.legal;
            game.legal(&self.state, |a| {
                only = a.index();
                count += 1;
                legal[only / 64] |= 1 << (only % 64);
            });
            if count != 1 || !config.skip_forced {
                return;
            }
            game.step(&mut self.state, G::Action::at(only), &mut self.chance);
        }
    }

    /// Plays an action or, once over, starts anew; says whether that ended the episode.
    fn step(&mut self, game: &G, config: &BatchConfig, action: usize, reward: &mut [f32]) -> Option<End> {
        reward.fill(0.0);
        if self.over {
            self.next_episode(game, config);
            return None;
        }
        game.step(&mut self.state, G::Action::at(action), &mut self.chance);
        self.decisions += 1;
        self.settle(game, config);
        let end = if game.actor(&self.state).is_none() {
            let (loss, win) = config.rewards;
            for (player, reward) in reward.iter_mut().enumerate() {
                *reward = loss + (win - loss) * game.score(&self.state, player);
            }
            End::Terminated
        } else if self.decisions == config.max_decisions {
            End::Truncated
        } else {
            return None;
        };
        self.last = self.state;
        self.over = true;
        Some(end)
    }

    fn write(&self, game: &G, obs: &mut [f32], mask: &mut [bool]) {
        game.observe(&self.state, usize::from(self.viewer), &mut Write::new(obs));
        match self.over {
            true => mask.fill(true),
            false => spread(&self.legal, mask),
        }
    }
}
