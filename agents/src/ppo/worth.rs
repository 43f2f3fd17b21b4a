//! [`Worth`]: what the decisions of a rollout count for.

use holotable_env::Tabletop;

use super::guide::Guide;

/// What the decisions of a rollout are worth.
#[derive(Debug)]
pub struct Worth<'a, G: Tabletop> {
    /// The hints, if any.
    pub guide: &'a dyn Guide<G>,
    /// Their weight now.
    pub shaping: f32,
    /// The discount.
    pub gamma: f32,
    /// The trace decay.
    pub lambda: f32,
}

impl<G: Tabletop> Worth<'_, G> {
    /// The potential of a state for a team, times its weight.
    pub fn weigh(&self, game: &G, s: &G::State, team: usize) -> f32 {
        if self.shaping == 0.0 { 0.0 } else { self.shaping * self.guide.phi(game, s, team) }
    }
}
