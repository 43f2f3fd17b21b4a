//! [`Guide`]: what training uses beyond the rules of a game: a shaping potential, and opponents for the evaluation.
//!
//! Potential-based shaping adds gamma · phi(next) - phi(now) to the reward, with phi 0 at the end, which leaves the optimal
//! policy as it is (Ng, Harada and Russell, 1999).

use std::fmt::Debug;

use holotable_env::Game;

use crate::bots::{Bots, Random};
use crate::keen::{Keen, Plain};
use crate::policy::Policy;

/// A shaping potential and evaluation opponents for a game.
pub trait Guide<G: Game>: Debug + Sync {
    /// The potential of an unfinished state for a team, about -1 to 1.
    fn phi(&self, game: &G, s: &G::State, team: usize) -> f32;

    /// The names of the opponents for evaluation games.
    fn opponents(&self) -> Vec<&'static str> {
        vec!["random"]
    }

    /// The opponent of that name.
    fn opponent(&self, _game: &G, name: &str) -> Option<Box<dyn Policy<G>>> {
        (name == "random").then(|| Box::new(Random) as _)
    }
}

/// No shaping, and random play as the only opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {
    fn phi(&self, _game: &G, _s: &G::State, _team: usize) -> f32 {
        0.0
    }
}

/// The potential and the bots that come with the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guided;

impl<G: Bots> Guide<Keen<G>> for Guided {
    fn phi(&self, game: &Keen<G>, s: &G::State, team: usize) -> f32 {
        game.game.potential(s, team)
    }

    fn opponents(&self) -> Vec<&'static str> {
        ["random"].into_iter().chain(G::BOTS.iter().map(|(name, _)| *name)).collect()
    }

    fn opponent(&self, game: &Keen<G>, name: &str) -> Option<Box<dyn Policy<Keen<G>>>> {
        let bot = if name == "random" { Some(Box::new(Random) as _) } else { game.game.bot(name) };
        Some(Box::new(Plain(bot?)))
    }
}
