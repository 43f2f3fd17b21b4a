//! [`RewardShaping`]: what the decisions of a rollout count for.

use holotable_env::Tabletop;

use super::guide::Guide;

/// What the decisions of a rollout are worth.
#[derive(Debug)]
pub struct RewardShaping<'a, G: Tabletop> {
    /// The hints, if any.
    pub guide: &'a dyn Guide<G>,
    /// Their weight now.
    pub coefficient: f32,
    /// The discount.
    pub gamma: f32,
    /// The trace decay.
    pub lambda: f32,
}

impl<G: Tabletop> RewardShaping<'_, G> {
    /// The potential of a state for a team, times its weight.
    pub fn potential(&self, game: &G, s: &G::State, team: usize) -> f32 {
        if self.coefficient == 0.0 { 0.0 } else { self.coefficient * self.guide.phi(game, s, team) }
    }
}
