//! What a stranger may hand in: each kind with how it is read, and what must hold once it is accepted.

mod checkpoint;
mod data_set;
mod recipe;
mod replay;
mod space;
mod state;

use holotable_env::GameRng;
use holotable_games::with_game;
use holotable_players::bots::Bots;

use crate::fault::one_line;
use crate::options::{self, Given};
use crate::rng::rng;
use crate::scratch::Files;

/// The names of all targets.
pub const TARGETS: &[&str] =
    &["state_json", "state_bytes", "replay", "data_set", "recipe", "space", "checkpoint"];

/// What became of an input that did no harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was refused, in one line.
    Refused(String),
    /// It was accepted, and all that was done with it went well.
    Accepted,
}

/// Something that reads what strangers hand in.
pub trait Target {
    /// Good inputs.
    ///
    /// # Errors
    /// One line if there are none.
    fn seeds(&self, rng: &mut GameRng) -> Result<Vec<Files>, String>;

    /// Hands an input in and goes on with it if it is accepted. What is drawn at random depends on the input alone.
    ///
    /// # Errors
    /// What is wrong: a broken promise.
    fn check(&self, files: &Files) -> Result<Verdict, String>;
}

/// The target of that name for a game under these options.
///
/// # Errors
/// One line if there is no such target or no such game, or if the game has nothing of the kind.
pub fn of(name: &str, game: &str, given: &Given) -> Result<Box<dyn Target>, String> {
    let made: Result<_, holotable_env::Error> = with_game!(game, |G| Ok(of_game::<G>(name, given)));
    made.map_err(|e| e.to_string())?
}

/// Options for the game, drawn at random.
///
/// # Errors
/// As [`options::drawn`].
pub fn drawn_options(game: &str, rng: &mut GameRng) -> Result<Given, String> {
    let drawn: Result<_, holotable_env::Error> = with_game!(game, |G| Ok(options::drawn::<G>(rng)));
    drawn.map_err(|e| e.to_string())?
}

/// Whether the game has anything of this kind.
pub fn applies(name: &str, game: &str) -> bool {
    name != "data_set" || options::data(game).is_some()
}

fn of_game<G: Bots>(name: &str, given: &Given) -> Result<Box<dyn Target>, String> {
    let game: G = options::build(given).map_err(|e| e.to_string())?;
    Ok(match name {
        "state_json" => Box::new(state::StateJson(game)),
        "state_bytes" => Box::new(state::StateBytes(game)),
        "replay" => Box::new(replay::Replays(game)),
        "data_set" => Box::new(data_set::DataSet::<G>::under(given)),
        "recipe" => Box::new(recipe::Recipe { game: G::NAME, given: given.clone() }),
        "space" => Box::new(space::Spaces { game: G::NAME, specs: G::option_specs() }),
        "checkpoint" => Box::new(checkpoint::Checkpoints { game: G::NAME, given: given.clone() }),
        unknown => {
            return Err(format!("unknown target '{unknown}' (the targets are {})", TARGETS.join(", ")));
        }
    })
}

/// An input of one file.
fn file(name: &str, bytes: impl Into<Vec<u8>>) -> Files {
    Files::from([(name.to_owned(), bytes.into())])
}

/// A file of an input as text; what is no text is refused by whoever reads files.
fn text<'a>(files: &'a Files, name: &str) -> Option<&'a str> {
    std::str::from_utf8(files.get(name)?).ok()
}

/// An input that was refused.
///
/// # Errors
/// When it is not said in one line.
fn refused(why: impl std::fmt::Display) -> Result<Verdict, String> {
    let why = why.to_string();
    one_line(&why).map(|()| Verdict::Refused(why))
}

/// Luck that depends on an input alone.
fn rng_of(files: &Files) -> GameRng {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    rng(files.values().flatten().fold(0xcbf2_9ce4_8422_2325, mix))
}
