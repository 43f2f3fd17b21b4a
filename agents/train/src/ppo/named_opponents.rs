//! [`NamedOpponents`]: the bots and shipped networks that a recipe names, as players of one variant of its game.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use holotable_env::GameRng;
use holotable_erased::{AnyGame, AnyPlayer, AnyState};

/// Those who play against the learner.
pub struct NamedOpponents {
    names: Vec<String>,
    /// Each behind a lock that nobody waits for: several threads read the record of the worker that has them.
    players: Vec<Mutex<Box<dyn AnyPlayer>>>,
}

impl NamedOpponents {
    /// The players of these names, which the game must have.
    pub fn new(game: &dyn AnyGame, names: &[String]) -> Self {
        let player = |name: &String| Mutex::new(game.player(name).expect("the recipe was checked"));
        Self { names: names.to_vec(), players: names.iter().map(player).collect() }
    }

    /// What the player with this number does.
    pub fn choose(&mut self, number: usize, state: &dyn AnyState, rng: &mut GameRng) -> usize {
        let player = self.players[number].get_mut().unwrap_or_else(PoisonError::into_inner);
        player.choose(state, rng)
    }
}

impl fmt::Debug for NamedOpponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.names).finish()
    }
}
