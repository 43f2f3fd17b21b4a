//! [`Guide`]: help for a learner that the game itself does not give.
//!
//! Hints shape the reward by potentials (Ng, Harada and Russell, 1999): it gains gamma · phi(next) - phi(now),
//! with phi 0 at the end, which leaves the best policy as it is.

use std::fmt::Debug;

use holotable_env::Game;

use crate::bots::{Bots, Random};
use crate::keen::{Keen, Plain};
use crate::policy::Policy;

/// What a learner may lean on at first.
pub trait Guide<G: Game>: Debug + Sync {
    /// The potential of an unfinished state for a team, about -1 to 1.
    fn phi(&self, game: &G, s: &G::State, team: usize) -> f32;

    /// The names of those whom it knows to play against.
    fn rivals(&self) -> Vec<&'static str> {
        vec!["random"]
    }

    /// The player of that name.
    fn rival(&self, _game: &G, name: &str) -> Option<Box<dyn Policy<G>>> {
        (name == "random").then(|| Box::new(Random) as _)
    }
}

/// No help.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {
    fn phi(&self, _game: &G, _s: &G::State, _team: usize) -> f32 {
        0.0
    }
}

/// The help of the game's own bots.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guided;

impl<G: Bots> Guide<Keen<G>> for Guided {
    fn phi(&self, game: &Keen<G>, s: &G::State, team: usize) -> f32 {
        game.game.potential(s, team)
    }

    fn rivals(&self) -> Vec<&'static str> {
        ["random"].into_iter().chain(G::BOTS.iter().map(|(name, _)| *name)).collect()
    }

    fn rival(&self, game: &Keen<G>, name: &str) -> Option<Box<dyn Policy<Keen<G>>>> {
        let bot = if name == "random" { Some(Box::new(Random) as _) } else { game.game.bot(name) };
        Some(Box::new(Plain(bot?)))
    }
}
