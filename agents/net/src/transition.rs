//! [`Transition`]: one recorded decision with what PPO needs to learn from it.

use crate::sparse::Entries;

/// One recorded decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Transition<'a> {
    /// What the seat that decided was shown, then the prior if the network takes one.
    pub inputs: Entries<'a>,
    /// The legal actions.
    pub legal: &'a [u16],
    /// The place in `legal` of the action that was played.
    pub chosen: usize,
    /// The log-probability of that action under the policy that played it.
    pub log_prob: f32,
    /// The advantage; as recorded, or normalised over those of the same variant of the game in a minibatch.
    pub advantage: f32,
    /// The chance to win as it was estimated when the decision was made.
    pub value: f32,
    /// What the value should have been: the estimate plus the advantage.
    pub target: f32,
    /// The weight of the entropy in the loss for this kind of decision.
    pub entropy: f32,
    /// The probability that each legal action should have. With these the policy imitates, and what was played and how it
    /// turned out counts for nothing.
    pub imitate: Option<&'a [f32]>,
}
