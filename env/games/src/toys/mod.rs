//! Small games that prove the core, and show how a game is written on it. In Python they are games by name.
//!
//! | toy | seats | what it is there for |
//! |---|---|---|
//! | [`secret_pig`] | 2-5 rivals | dice, hidden cards, the shortest whole game |
//! | [`minefield`] | 2-5 rivals | seats that are out long before the end; its best play is known exactly |
//! | [`guess`] | 2 together | more than 300 actions and a chance of 1,000 results |
//! | [`league`] | 2 rivals | a game inside a game: a series of Secret Pig with stakes |

pub mod guess;
pub mod league;
pub mod minefield;
pub mod secret_pig;

use holotable_env::{Options, Tabletop};

/// A toy under these options.
///
/// # Panics
/// If it has no such option or the value is out of its range.
pub fn toy<G: Tabletop>(given: &[(&str, &str)]) -> G {
    let options = Options::resolve(G::option_specs(), given.iter().copied()).expect("an option of the toy");
    G::build(&options, None).expect("toys have no data to be wrong")
}
