//! [`BatchConfig`]: how a batch plays.

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
}

impl Default for BatchConfig {
    fn default() -> Self {
        Self {
            seed: 0,
            auto_reset: AutoReset::NextStep,
            skip_forced: true,
            max_decisions: 0,
            rewards: (-1.0, 1.0),
        }
    }
}
