//! [`Tabletop`]: a game with a name and options, as the command line, Python and replays need it.

mod save;
mod show;

use std::path::Path;

use serde_json::Value;

use crate::chance::Chance;
use crate::error::{Error, ErrorKind};
use crate::finite::Finite;
use crate::game::each_legal;
use crate::json::Misfit;
use crate::observe::Observe;
use crate::options::{OptionSpec, Options};
use crate::trace::Trace;

pub use self::save::Save;
pub use self::show::{Show, Summary};

/// The hash of no data set.
const NO_DATA: &str = "0000000000000000";

/// A game that people play, save and configure by name.
pub trait Tabletop: Observe + Save + Show {
    /// The name in commands, files and Python.
    const NAME: &'static str;
    /// One line that says what the game is.
    const ABOUT: &'static str;
    /// The rules in our own words, as Markdown with a title: enough to play by, with the names of all options and actions.
    const RULES: &'static str;
    /// The version of the rules: raised when the same answers of chance lead elsewhere.
    const RULES_VERSION: u32;
    /// No game lasts more decisions than this.
    const MAX_DECISIONS: usize;

    /// The options and their ranges.
    fn option_specs() -> &'static [OptionSpec];

    /// The rules with these options, on the data set in the folder `data`, or on the built-in one.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] or [`ErrorKind::Data`] with the place and the reason.
    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error>;

    /// The options in force.
    fn options(&self) -> &Options;

    /// A hash of the data set in force: sixteen hexadecimal digits; zeros for a game that has none, since its rules hold
    /// every number.
    fn data_hash(&self) -> &str {
        NO_DATA
    }
}

/// Reads a state from JSON and holds it to every invariant.
///
/// # Errors
/// [`ErrorKind::State`] with what is wrong.
pub fn read_state<G: Tabletop>(game: &G, json: &Value) -> Result<G::State, Error> {
    let wrong = |why: String| Error::new(ErrorKind::State, format!("not a state of {}: {why}", G::NAME));
    let s = game.from_json(json).map_err(|misfit: Misfit| wrong(misfit.to_string()))?;
    game.check(&s).map_err(wrong)?;
    Ok(s)
}

/// Plays `a` if it is legal.
///
/// # Errors
/// [`ErrorKind::Illegal`] that names the action and the rule; the state is unchanged.
pub fn try_step<G: Show>(
    game: &G,
    s: &mut G::State,
    a: G::Action,
    chance: &mut dyn Chance,
) -> Result<(), Error> {
    let mut legal = false;
    each_legal(game, s, &mut |b| legal |= b == a);
    if !legal {
        let why = if game.actor(s).is_none() { "the game is over".into() } else { game.why_illegal(s, a) };
        return Err(Error::new(ErrorKind::Illegal, format!("{} is not legal: {why}", a.label())));
    }
    game.step(s, a, &mut Trace::new(chance));
    Ok(())
}
