//! [`RewardShaping`]: potential-based shaping of the rewards, and how they are discounted.

use holotable_env::Tabletop;

use super::guide::Guide;

/// The parameters that turn the rewards of a rollout into advantages.
#[derive(Debug)]
pub struct RewardShaping<'a, G: Tabletop> {
    /// The potential function.
    pub guide: &'a dyn Guide<G>,
    /// The coefficient of the potentials at this moment of the run.
    pub coefficient: f32,
    /// The discount factor.
    pub gamma: f32,
    /// The trace decay of generalised advantage estimation.
    pub lambda: f32,
}

impl<G: Tabletop> RewardShaping<'_, G> {
    /// The potential of a state for a team, times the coefficient.
    pub fn potential(&self, game: &G, s: &G::State, team: usize) -> f32 {
        if self.coefficient == 0.0 { 0.0 } else { self.coefficient * self.guide.phi(game, s, team) }
    }
}
