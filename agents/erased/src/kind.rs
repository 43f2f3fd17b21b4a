//! [`Kind`]: a game before any options are chosen.

use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "toys")]
use holotable_env::Tabletop;
use holotable_env::{Error, Options, Replay};
#[cfg(feature = "toys")]
use holotable_games::toys::{guess::Guess, league::League, minefield::Minefield, secret_pig::SecretPig};
use holotable_games::{GAMES, unknown_game, with_game};
use holotable_players::bots::Bots;
use holotable_players::facts::Facts;

use crate::game::any_on;
use crate::traits::AnyGame;

/// Makes a game as something asks for it, on the data set in a folder or on the built-in one.
type Make<T> = fn(&T, Option<&Path>) -> Result<Arc<dyn AnyGame>, Error>;

/// The games of other crates, as they were registered.
fn others<T>(then: impl FnOnce(&mut Vec<Kind>) -> T) -> T {
    static OTHERS: Mutex<Vec<Kind>> = Mutex::new(Vec::new());
    then(&mut OTHERS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A game before any options are chosen: its [`Facts`], and how it is made.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    facts: Facts,
    build: Make<Options>,
    of_replay: Make<Replay>,
}

impl Kind {
    /// Makes a game of another crate one of those that this program [knows](Self::all): command line, tournaments, searches,
    /// trainer and browser then find it by its name. To be called first in `main`.
    ///
    /// # Panics
    /// Where there is a game of that name already.
    pub fn register<G: Bots>() {
        assert!(Self::named(G::NAME).is_err(), "there are two games of the name {}", G::NAME);
        others(|all| all.push(Self::of::<G>()));
    }

    /// Every game: those of [`holotable_games`], then those that were [registered](Self::register).
    pub fn all() -> Vec<Self> {
        let ours = GAMES.iter().filter_map(|name| Self::named(name).ok());
        ours.chain(others(|all| all.clone())).collect()
    }

    /// The game of that name; with the feature `toys`, which the Python package has, one of the toys too.
    ///
    /// # Errors
    /// The nearest name and the list when there is no such game.
    pub fn named(name: &str) -> Result<Self, Error> {
        #[cfg(feature = "toys")]
        if let Some(toy) = Self::toy(name) {
            return Ok(toy);
        }
        if GAMES.contains(&name) {
            return with_game!(name, |G| Ok(Self::of::<G>()));
        }
        let others = others(|all| all.clone());
        let found = others.iter().find(|kind| kind.name == name).copied();
        found.ok_or_else(|| unknown_game(name, &others.iter().map(|kind| kind.name).collect::<Vec<_>>()))
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
