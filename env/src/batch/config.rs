//! [`BatchConfig`]: how a batch plays; [`Learner`]: for which seats its decisions are.

use crate::chance::{Chance, Sample, generator};
use crate::streams::LEARNERS;

/// What happens to a slot whose episode has ended: Gymnasium's three modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoReset {
    /// The next step ignores its action, starts a new episode and gives reward 0.
    NextStep,
    /// The same step starts a new episode; the last observation goes into `final_obs`.
    SameStep,
    /// The slot waits for [`Batch::reset_slot`](super::Batch::reset_slot); stepping it is refused.
    Disabled,
}

/// The seats whose decisions make up an episode.
///
/// With one learning seat, whoever steps the batch plays the others too, between the decisions of that seat: these alone are
/// counted, and the episode ends as soon as the result of that seat is final. Episodes in which it is never asked are passed
/// over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learner {
    /// All seats, one after the other.
    Everyone,
    /// This seat.
    Seat(usize),
    /// The next seat in each episode; slots whose seeds follow each other start with seats that do.
    Alternate,
    /// A seat drawn for each episode, all equally likely.
    Random,
}

impl Learner {
    /// The learning seat of an episode of a seed, if there is but one.
    pub fn seat(self, seed: u64, episode: u64, players: usize) -> Option<usize> {
        match self {
            Learner::Everyone => None,
            Learner::Seat(seat) => Some(seat),
            Learner::Alternate => Some((seed.wrapping_add(episode) % players as u64) as usize),
            Learner::Random => Some(Sample(generator(seed, LEARNERS + episode)).below(players)),
        }
    }
}

/// How a batch plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchConfig {
    /// Slot `i` is seeded with `seed + i`.
    pub seed: u64,
    /// What follows the end of an episode.
    pub auto_reset: AutoReset,
    /// Play moves without alternative at once instead of asking, where everybody can see that there is none. A batch of a game that has
    /// no decision at all does ask.
    pub skip_forced: bool,
    /// For which seats its decisions are.
    pub learner: Learner,
    /// Cut an episode after this many decisions of the learner (0: never).
    pub max_decisions: u32,
    /// The reward of a seat with score 0 and with score 1.
    pub rewards: (f32, f32),
}

impl Default for BatchConfig {
    fn default() -> Self {
        Self {
            seed: 0,
            auto_reset: AutoReset::NextStep,
            skip_forced: true,
            learner: Learner::Everyone,
            max_decisions: 0,
            rewards: (-1.0, 1.0),
        }
    }
}
