//! [`AnyPlayer`]: who plays.

use std::any::Any;

use holotable_env::{Finite, GameRng, Layout};

use super::SAME_GAME;
use super::position::Position;
use super::state::AnyState;
use crate::bots::Bots;
use crate::game_match::only_action;
use crate::policy::{Policy, Weighed};

/// A player of a game. It is asked about positions of that game that are not over, and knows of them what the acting seat
/// may: the rest is dealt anew by `rng`.
pub trait AnyPlayer: Any + Send {
    /// A legal action for whoever acts; without asking the policy if there is but one.
    fn choose(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> usize;

    /// The choice with the estimates behind it; `None` for a player that has none.
    fn weigh(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Weighed<usize>>;

    /// The input of the network, if it is one.
    fn features(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Vec<f32>>;

    /// The layout of that input.
    fn features_layout(&self) -> Option<Layout>;
}

impl dyn AnyPlayer {
    /// What the player [chooses](AnyPlayer::choose), and the estimates behind it if it has any and there is a choice.
    pub fn consider(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> (usize, Option<Weighed<usize>>) {
        if let [only] = state.legal()[..] {
            return (only, None);
        }
        let before = rng.clone();
        if let Some(weighed) = self.weigh(state, rng) {
            return (weighed.action, Some(weighed));
        }
        // It was asked in vain, so that its luck is as before.
        *rng = before;
        (self.choose(state, rng), None)
    }
}

/// A player of a game of one type.
pub(super) struct Player<G: Bots> {
    pub game: G,
    pub policy: Box<dyn Policy<G>>,
}

/// The position as whoever acts knows it.
fn known<G: Bots>(position: &Position<G>, rng: &mut GameRng) -> G::State {
    let (game, mut s) = (&position.rules.game, position.state);
    let seat = game.actor(&s).expect("the game goes on");
    game.redeal(&mut s, seat, rng);
    s
}

fn position<G: Bots>(state: &dyn AnyState) -> &Position<G> {
    Position::of(state).expect(SAME_GAME)
}

impl<G: Bots> AnyPlayer for Player<G> {
    fn choose(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> usize {
        let position = position::<G>(state);
        let only = only_action(&position.rules.game, &position.state);
        only.unwrap_or_else(|| self.policy.choose(&self.game, &known(position, rng), rng)).index()
    }

    fn weigh(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Weighed<usize>> {
        let weighed = self.policy.weigh(&self.game, &known(position::<G>(state), rng), rng)?;
        Some(weighed.map(Finite::index))
    }

    fn features(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Vec<f32>> {
        self.policy.features(&self.game, &known(position::<G>(state), rng)).map(<[f32]>::to_vec)
    }

    fn features_layout(&self) -> Option<Layout> {
        self.policy.features_layout(&self.game)
    }
}
