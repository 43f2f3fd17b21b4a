//! The games: each a set of rules on the core, [`holotable_env`], with its words, pictures, data set and tests. [`toys`] are
//! small games that prove the core and show how a game is written on it.
//!
//! [`GAMES`] lists the names, and [`with_game!`] makes a type of one. A game is a type such as
//! [`DarkSideRising`](dark_side_rising::DarkSideRising), built from its options; the shortest to read is
//! [`SecretPig`](toys::secret_pig::SecretPig):
//!
//! ```
//! use holotable_env::{Arrays, Batch, BatchConfig, Options, SlotAction, Tabletop};
//! use holotable_games::GAMES;
//! use holotable_games::dark_side_rising::DarkSideRising;
//!
//! assert!(GAMES.contains(&DarkSideRising::NAME));
//! let options = Options::resolve(DarkSideRising::option_specs(), [("players", "2")])?;
//! let game = DarkSideRising::build(&options, None)?;
//! let mut batch = Batch::new(game, 16, BatchConfig { seed: 1, ..BatchConfig::default() });
//! let mut arrays = Arrays::new(16, batch.layout(), 2);
//! batch.write(&mut arrays.buffers());
//! let first_legal = |i: usize| arrays.mask.row(i).iter().position(|&legal| legal).unwrap_or(0);
//! let actions: Vec<_> = (0..16).map(first_legal).map(SlotAction::Play).collect();
//! batch.step(&actions, &mut arrays.buffers())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chips;
mod config;
pub mod conflict;
pub mod dark_side_rising;
mod inks;
pub mod rebellion;
pub mod rebellion_combat;
mod registry;
pub mod risk;
pub mod toys;

use config::config;
pub use registry::{GAMES, unknown_game};

/// The examples of the README, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadmeExamples;

/// The examples of the page of the core and the games, likewise.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct PageExamples;

/// The example of a page of a game, likewise.
#[cfg(doctest)]
#[doc = include_str!("risk/README.md")]
pub struct OddsExample;
