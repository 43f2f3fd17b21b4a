//! [`Chosen`]: the policy that asks a [`Chooser`], which does not know the types of games.

use std::sync::Arc;

use holotable_env::{Finite, GameRng, legal_actions};
use holotable_players::bots::Bots;
use holotable_players::policy::{Policy, StoodIn};

use crate::position::{Position, fork};
use crate::refusal::Failed;
use crate::rules::Rules;
use crate::traits::Chooser;

/// The policy that follows a chooser. Once that has failed it plays whatever is legal: nobody reads how the game ends.
pub(crate) struct Chosen<G: Bots> {
    pub rules: Arc<Rules<G>>,
    pub chooser: Box<dyn Chooser>,
}

impl<G: Bots> Policy<G> for Chosen<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        let known = Position::at(&self.rules, *s, Some(fork(rng)));
        let chosen = self.chooser.choose(vec![known]).map(|actions| G::Action::at(actions[0]));
        chosen.unwrap_or_else(|Failed| *legal_actions(game, s).first().expect("the game goes on"))
    }

    fn forfeit(&mut self) -> Option<String> {
        self.chooser.excuse()
    }

    fn stood_in(&mut self) -> Option<StoodIn> {
        self.chooser.stood_in()
    }
}
