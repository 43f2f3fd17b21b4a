//! [`Slot`]: one game of a batch, from episode to episode.

use rand_chacha::ChaCha8Rng;

use super::SlotAction;
use super::config::BatchConfig;
use crate::bits::{places, spread};
use crate::chance::{Sample, generator};
use crate::finite::Finite;
use crate::game::Game;
use crate::observe::{Observer, Write};

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
    /// The seat that acts, or that acted last.
    pub viewer: u8,
}

/// How many episodes in a row without a decision are passed over.
pub(super) const PATIENCE: u64 = 1_000;

/// One game of a batch.
#[derive(Clone, Debug)]
pub(super) struct Slot<G: Game> {
    pub state: G::State,
    /// The state in which the slot's latest finished episode ended.
    pub last: G::State,
    chance: Sample<ChaCha8Rng>,
    seed: u64,
    episode: u64,
    /// The only seat that learns in this episode, if not all do.
    pub learner: Option<u8>,
    pub decisions: u32,
    pub over: bool,
    /// The seat that acts, or that acted last.
    pub viewer: u8,
    /// The seats whose result is final, and who have been rewarded for it, as bits.
    ended: u64,
}

/// How an episode ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Terminated,
    Truncated,
}

/// The rules and how they are played, the same for all slots.
pub(super) type Play<'a, G> = (&'a G, &'a BatchConfig);

/// Wherever a slot moves, `legal` is where its legal actions are kept as bits: beside those of the others, so that the
/// actions of all slots are checked quickly; none while it is over.
impl<G: Game> Slot<G> {
    /// At the start of episode 0 of a seed.
    pub fn new(play: Play<'_, G>, seed: u64, legal: &mut [u64]) -> Self {
        let mut chance = Sample(generator(seed, 0));
        let state = play.0.start(&mut chance);
        let mut slot = Self {
            state,
            last: state,
            chance,
            seed,
            episode: 0,
            learner: None,
            decisions: 0,
            over: false,
            viewer: 0,
            ended: 0,
        };
        slot.begin(play, legal);
        slot
    }

    pub fn save(&self) -> SlotState<G::State> {
        SlotState {
            state: self.state,
            seed: self.seed,
            episode: self.episode,
            word: self.chance.0.get_word_pos(),
            decisions: self.decisions,
            over: self.over,
            viewer: self.viewer,
        }
    }

    pub fn restore(&mut self, play: Play<'_, G>, saved: &SlotState<G::State>, legal: &mut [u64]) {
        let mut rng = generator(saved.seed, saved.episode);
        rng.set_word_pos(saved.word);
        self.chance = Sample(rng);
        (self.state, self.seed, self.episode) = (saved.state, saved.seed, saved.episode);
        (self.decisions, self.over, self.viewer) = (saved.decisions, saved.over, saved.viewer);
        self.learner = play.1.learner.seat(self.seed, self.episode, play.0.players()).map(|seat| seat as u8);
        if self.over {
            self.last = self.state;
        }
        // What was saved was settled.
        self.settle(play, false, legal);
        self.ended = ended(play.0, &self.state);
    }

    /// The seed and the number of the episode.
    pub fn episode(&self) -> (u64, u64) {
        (self.seed, self.episode)
    }

    /// Starts episode 0 of `seed`, or the next episode.
    pub fn reset(&mut self, play: Play<'_, G>, seed: Option<u64>, legal: &mut [u64]) {
        match seed {
            Some(seed) => {
                (self.seed, self.episode) = (seed, 0);
                self.begin(play, legal);
            }
            None => self.next_episode(play, legal),
        }
    }

    /// Begins this episode, or the first after it with a decision to offer: forced moves alone may end a game. Where so many in a row
    /// have none there may never be any, so that forced moves are offered then.
    fn begin(&mut self, play: Play<'_, G>, legal: &mut [u64]) {
        let (game, config) = play;
        for skipped in 0..=PATIENCE {
            self.episode += u64::from(skipped > 0);
            self.learner =
                config.learner.seat(self.seed, self.episode, game.players()).map(|seat| seat as u8);
            self.chance = Sample(generator(self.seed, self.episode));
            self.state = game.start(&mut self.chance);
            (self.decisions, self.over) = (0, false);
            self.settle(play, config.skip_forced && skipped < PATIENCE, legal);
            if game.actor(&self.state).is_some() {
                break;
            }
        }
        self.ended = ended(game, &self.state);
    }

    pub fn next_episode(&mut self, play: Play<'_, G>, legal: &mut [u64]) {
        self.episode += 1;
        self.begin(play, legal);
    }

    /// Finds the legal actions, and plays on while there is no choice if that is skipped.
    fn settle(&mut self, (game, _): Play<'_, G>, skip_forced: bool, legal: &mut [u64]) {
        loop {
            legal.fill(0);
            let Some(actor) = game.actor(&self.state).filter(|_| !self.over) else { return };
            self.viewer = actor as u8;
            let (mut count, mut only) = (0, 0);
            game.legal(&self.state, |a| {
                only = a.index();
                count += 1;
                legal[only / 64] |= 1 << (only % 64);
            });
            if count != 1 || !skip_forced || game.choice_is_private(&self.state) {
                return;
            }
            game.step(&mut self.state, G::Action::at(only), &mut self.chance);
        }
    }

    /// Plays an action or, once over, starts anew; says whether that ended the episode. Rewards each seat whose result
    /// has become final.
    pub fn step(
        &mut self,
        play: Play<'_, G>,
        action: SlotAction,
        legal: &mut [u64],
        reward: &mut [f32],
        terminated: &mut [bool],
    ) -> Option<End> {
        let (game, config) = play;
        reward.fill(0.0);
        terminated.fill(false);
        if action == SlotAction::Stay {
            return None;
        }
        if self.over {
            self.next_episode(play, legal);
            return None;
        }
        let learns = self.learner.is_none_or(|seat| seat == self.viewer);
        self.decisions += u32::from(learns);
        if let SlotAction::Play(action) = action {
            game.step(&mut self.state, G::Action::at(action), &mut self.chance);
            self.settle(play, config.skip_forced, legal);
        }
        let ended = ended(game, &self.state);
        for player in places(ended & !self.ended) {
            let (loss, win) = config.rewards;
            reward[player] = loss + (win - loss) * game.score(&self.state, player);
            terminated[player] = true;
        }
        self.ended = ended;
        let out = |seat: u8| ended >> seat & 1 == 1;
        let end = if game.actor(&self.state).is_none()
            || self.learner.is_some_and(out)
            || action == SlotAction::Quit
        {
            End::Terminated
        } else if learns && self.decisions == config.max_decisions {
            End::Truncated
        } else {
            return None;
        };
        if self.decisions == 0 {
            // The learner was never asked: there is nothing to learn from this episode.
            reward.fill(0.0);
            terminated.fill(false);
            self.next_episode(play, legal);
            return None;
        }
        self.viewer = self.learner.unwrap_or(self.viewer);
        self.last = self.state;
        self.over = true;
        legal.fill(0);
        Some(end)
    }

    pub fn observe(&self, (game, observer): (&G, &impl Observer<G>), row: &mut [f32]) {
        observer.write(game, &self.state, usize::from(self.viewer), &mut Write::new(row));
    }

    pub fn write_mask(&self, legal: &[u64], mask: &mut [bool]) {
        match self.over {
            true => mask.fill(true),
            false => spread(legal, mask),
        }
    }
}

/// The seats whose result is final, as bits.
#[inline]
fn ended<G: Game>(game: &G, s: &G::State) -> u64 {
    (0..game.players()).fold(0, |set, player| set | u64::from(game.ended(s, player)) << player)
}
