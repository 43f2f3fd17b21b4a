//! [`Kind`]: a game before any options are chosen.

use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "toys")]
use holotable_env::Tabletop;
#[cfg(feature = "toys")]
use holotable_env::toys::{guess::Guess, league::League, minefield::Minefield, secret_pig::SecretPig};
use holotable_env::{Error, OptionSpec, Options, Replay, with_game};

use super::game::AnyGame;
use super::rules::any_on;
use crate::bots::Bots;
use crate::roster::{roster, strongest};

/// Makes a game as something asks for it, on the data set in a folder or on the built-in one.
type Make<T> = fn(&T, Option<&Path>) -> Result<Arc<dyn AnyGame>, Error>;

/// A game before any options are chosen, and what is the same under all of them.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name in commands, files and Python.
    pub name: &'static str,
    /// One line that says what the game is.
    pub about: &'static str,
    /// The version of the rules.
    pub rules_version: u32,
    /// No game lasts more decisions than this.
    pub max_decisions: usize,
    /// Why games end, wins first.
    pub reasons: &'static [&'static str],
    /// The options and their ranges.
    pub options: &'static [OptionSpec],
    /// The bots with one line about each, weakest first.
    pub bots: &'static [(&'static str, &'static str)],
    /// Who takes one kind of decision over from any player, with one line about each.
    pub specialists: &'static [(&'static str, &'static str)],
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
            name: G::NAME,
            about: G::ABOUT,
            rules_version: G::RULES_VERSION,
            max_decisions: G::MAX_DECISIONS,
            reasons: G::REASONS,
            options: G::option_specs(),
            bots: G::BOTS,
            specialists: G::SPECIALISTS,
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
        (self.build)(&Options::resolve(self.options, given)?, data)
    }

    /// The game as a replay was played.
    ///
    /// # Errors
    /// As [`Replay::rules`].
    pub fn of_replay(&self, replay: &Replay, data: Option<&Path>) -> Result<Arc<dyn AnyGame>, Error> {
        (self.of_replay)(replay, data)
    }

    /// Every agent that has a name, with one line about it.
    pub fn agents(&self) -> Vec<(&'static str, &'static str)> {
        roster(self.bots)
    }

    /// The name of the strongest bot.
    pub fn strongest(&self) -> &'static str {
        strongest(self.bots)
    }
}
