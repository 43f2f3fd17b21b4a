//! Who plays: bots, trained networks and searches, for every game of `holotable-games`.
//!
//! - [`policy::Policy`]: what chooses a move. [`bots`] are written by hand, [`net_policy`] is trained; [`roster`] finds all by name.
//! - [`chances`]: what follows from the rules by arithmetic, which owes nothing to any bot.
//! - [`sight`]: what a network is told: an observation, with chances or with what bots make of them, and a prior beside the mask.
//! - [`search`]: policies that simulate moves before they choose, guided by a bot or a network.
//!
//! ```
//! use holotable_env::{Game, Options, Sample, Tabletop, generator};
//! use holotable_games::dark_side_rising::DarkSideRising;
//! use holotable_players::roster::load;
//!
//! let game = DarkSideRising::build(&Options::resolve(DarkSideRising::option_specs(), [])?, None)?;
//! let mut expert = load(&game, "expert")?;
//! let mut state = game.start(&mut Sample(generator(7, 0)));
//! let mut rng = Sample(generator(8, 0));
//! let action = expert.choose(&game, &state, &mut rng);
//! game.step(&mut state, action, &mut rng);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bots;
pub mod facts;
pub mod game_match;
pub mod net_policy;
pub mod odds_features;
pub mod policy;
pub mod program_spec;
pub mod roster;
pub mod search;
pub mod sight;
pub mod teams;
