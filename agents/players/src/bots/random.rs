//! [`Random`]: every legal action is equally likely.

use holotable_env::{Chance, Game, GameRng};

use crate::policy::Policy;

/// Plays any legal action, each with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        let mut count = 0;
        game.legal(s, |_| count += 1);
        let (mut left, mut chosen) = (rng.below(count), None);
        game.legal(s, |a| {
            if left == 0 && chosen.is_none() {
                chosen = Some(a);
            }
            left = left.wrapping_sub(1);
        });
        chosen.expect("a game that is not over has a legal action")
    }
}
