//! What strangers ask for when they open a game, as JSON: [`rules`] by name with options, and an [`agent`] for a seat.

use std::sync::Arc;

use holotable_erased::{AnyGame, Kind};
use holotable_store::error::Error;
use serde_json::{Map, Value};

use super::Seat;
use super::admit::admit;

/// The game of this name with these options, whose values may stand as JSON or as text.
///
/// # Errors
/// As [`Kind::named`] and [`Kind::build`].
pub fn rules(name: &str, options: &Map<String, Value>) -> Result<Arc<dyn AnyGame>, Error> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let given: Vec<(&str, String)> =
        options.iter().map(|(name, value)| (name.as_str(), text(value))).collect();
    let given = given.iter().map(|(name, value)| (*name, value.as_str()));
    Ok(Kind::named(name)?.build(given, None)?)
}

/// Asks for the [best](AnyGame::best) agent under the options.
const BEST: &str = "best";

/// The agent that this name means; the [best](AnyGame::best) one changes with the options.
pub fn named<'a>(game: &'a dyn AnyGame, name: &'a str) -> &'a str {
    if name == BEST { game.best() } else { name }
}

/// A seat for a person, or for an agent.
///
/// # Errors
/// As [`agent`].
pub fn seat(game: &dyn AnyGame, agent: Option<&str>) -> Result<Seat, Error> {
    agent.map_or(Ok(Seat::Person), |name| self::agent(game, name))
}

/// A seat for the agent of this name, or for the `best`. One that cannot be had is told of now, and not in the middle of the game.
///
/// # Errors
/// As [`admit`] and [`AnyGame::player`].
pub fn agent(game: &dyn AnyGame, name: &str) -> Result<Seat, Error> {
    let name = named(game, name);
    admit(game.facts(), name)?;
    game.player(name)?;
    Ok(Seat::Agent(name.to_owned()))
}
