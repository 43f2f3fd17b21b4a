//! [`Kind`]: a game before any options are chosen.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "toys")]
use holotable_env::Tabletop;
use holotable_env::{Error, Options, Replay};
#[cfg(feature = "toys")]
use holotable_games::toys::{guess::Guess, league::League, minefield::Minefield, secret_pig::SecretPig};
use holotable_games::with_game;
use holotable_players::bots::Bots;
use holotable_players::facts::Facts;

use super::game::any_on;
use super::traits::AnyGame;

/// Makes a game as something asks for it, on the data set in a folder or on the built-in one.
type Make<T> = fn(&T, Option<&Path>) -> Result<Arc<dyn AnyGame>, Error>;

/// A game before any options are chosen: its [`Facts`], and how it is made.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    facts: Facts,
    build: Make<Options>,
    of_replay: Make<Replay>,
}

impl Kind {
    /// The game of that name; with the feature `toys`, which the Python package has, one of the toys too.
    ///
    /// # Errors
    /// The nearest name and the list when there is no such game.
    pub fn named(name: &str) -> Result<Self, Error> {
        #[cfg(feature = "toys")]
        if let Some(toy) = Self::toy(name) {
            return Ok(toy);
        }
        with_game!(name, |G| Ok(Self::of::<G>()))
    }

    #[cfg(feature = "toys")]
    fn toy(name: &str) -> Option<Self> {
        match name {
            SecretPig::NAME => Some(Self::of::<SecretPig>()),
            Minefield::NAME => Some(Self::of::<Minefield>()),
            Guess::NAME => Some(Self::of::<Guess>()),
            League::NAME => Some(Self::of::<League>()),
            _ => None,
        }
    }

    /// The game of this type.
    pub fn of<G: Bots>() -> Self {
        Self {
            facts: Facts::of::<G>(),
            build: |options, data| Ok(any_on(G::build(options, data)?, data)),
            of_replay: |replay, data| Ok(any_on(replay.rules::<G>(data)?, data)),
        }
    }

    /// The game with these options, on the data set in the folder `data`, or on the built-in one.
    ///
    /// # Errors
    /// As [`Options::resolve`] and [`Tabletop::build`](holotable_env::Tabletop::build).
    pub fn build<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
        data: Option<&Path>,
    ) -> Result<Arc<dyn AnyGame>, Error> {
        (self.build)(&Options::resolve(self.facts.options, given)?, data)
    }

    /// The game as a replay was played.
    ///
    /// # Errors
    /// As [`Replay::rules`].
    pub fn of_replay(&self, replay: &Replay, data: Option<&Path>) -> Result<Arc<dyn AnyGame>, Error> {
        (self.of_replay)(replay, data)
    }
}

impl Deref for Kind {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}
