//! [`Transition`]: one recorded decision with what PPO needs to learn from it.

use crate::net::sparse::Entries;

/// One recorded decision.
#[derive(Clone, Copy, Debug)]
pub struct Transition<'a> {
    /// What the seat that decided was shown, then the prior if the network takes one.
    pub inputs: Entries<'a>,
    /// The legal actions.
    pub legal: &'a [u16],
    /// The place in `legal` of the action that was played.
    pub chosen: usize,
    /// The log-probability of that action under the policy that played it.
    pub log_prob: f32,
    /// The advantage; as recorded, or normalised over a minibatch.
    pub advantage: f32,
    /// The value estimate when the decision was made.
    pub value: f32,
    /// The regression target of the value: value plus advantage.
    pub target: f32,
}
