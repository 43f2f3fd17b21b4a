//! [`Guide`]: help for a learner that the game itself does not give.
//!
//! Hints shape the reward by potentials (Ng, Harada and Russell, 1999): it gains gamma · phi(next) - phi(now),
//! with phi 0 at the end, which leaves the best policy as it is. A teacher shows how it would play.

use std::fmt::Debug;

use holotable_env::Game;

use crate::bots::{self, Bots};
use crate::error::Error;
use crate::keen::Keen;
use crate::policy::{Luck, Policy};

/// What a learner may lean on at first.
pub trait Guide<G: Game>: Debug + Sync {
    /// The potential of an unfinished state for a team, about -1 to 1.
    fn phi(&self, game: &G, s: &G::State, team: usize) -> f32;

    /// The player of that name, to imitate.
    ///
    /// # Errors
    /// One line if there is none.
    fn teacher(&self, game: &G, name: &str) -> Result<Box<dyn Policy<G>>, Error>;
}

/// No help.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {
    fn phi(&self, _game: &G, _s: &G::State, _team: usize) -> f32 {
        0.0
    }

    fn teacher(&self, _game: &G, name: &str) -> Result<Box<dyn Policy<G>>, Error> {
        Err(Error::new(format!("teacher is '{name}' but this game has none")))
    }
}

/// The help of the game's own bots.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guided;

impl<G: Bots> Guide<Keen<G>> for Guided {
    fn phi(&self, game: &Keen<G>, s: &G::State, team: usize) -> f32 {
        game.0.potential(s, team)
    }

    fn teacher(&self, game: &Keen<G>, name: &str) -> Result<Box<dyn Policy<Keen<G>>>, Error> {
        let teacher = bots::load(&game.0, name).map_err(|e| e.within("teacher"))?;
        Ok(Box::new(Plain(teacher)))
    }
}

/// A player of the game itself, playing the keen game.
struct Plain<G>(Box<dyn Policy<G>>);

impl<G: Bots> Policy<Keen<G>> for Plain<G> {
    fn choose(&mut self, game: &Keen<G>, s: &G::State, luck: &mut Luck) -> G::Action {
        self.0.choose(&game.0, s, luck)
    }
}
