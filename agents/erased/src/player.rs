//! [`Player`]: a player of a game of one type, behind [`AnyPlayer`].

use holotable_env::{Finite, GameRng, Layout};
use holotable_players::bots::Bots;
use holotable_players::match_rngs::only_action;
use holotable_players::policy::{Analysis, Policy, StoodIn};

use crate::SAME_GAME;
use crate::position::Position;
use crate::traits::{AnyPlayer, AnyState};

/// A player of a game of one type.
pub(crate) struct Player<G: Bots> {
    pub game: G,
    pub policy: Box<dyn Policy<G>>,
}

fn position<G: Bots>(state: &dyn AnyState) -> &Position<G> {
    Position::of(state).expect(SAME_GAME)
}

impl<G: Bots> AnyPlayer for Player<G> {
    fn choose(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> usize {
        let position = position::<G>(state);
        let only = only_action(&position.rules.game, &position.state);
        only.unwrap_or_else(|| self.policy.choose(&self.game, &position.seen(rng), rng)).index()
    }

    fn analyse(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Analysis<usize>> {
        let analysis = self.policy.analyse(&self.game, &position::<G>(state).seen(rng), rng)?;
        Some(analysis.map(Finite::index))
    }

    fn forfeit(&mut self) -> Option<String> {
        self.policy.forfeit()
    }

    fn stood_in(&mut self) -> Option<StoodIn> {
        self.policy.stood_in()
    }

    fn features(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Vec<f32>> {
        self.policy.features(&self.game, &position::<G>(state).seen(rng)).map(<[f32]>::to_vec)
    }

    fn features_layout(&self) -> Option<Layout> {
        self.policy.features_layout(&self.game)
    }

    fn prior(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Vec<f32>> {
        self.policy.prior(&self.game, &position::<G>(state).seen(rng)).map(<[f32]>::to_vec)
    }
}
