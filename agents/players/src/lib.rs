//! Who plays: bots, trained networks and searches, for every game of `holotable-games`.
//!
//! - [`policy::Policy`]: what chooses a move. [`bots`] are written by hand, [`net_policy`] is trained; [`registry`] finds all by
//!   name.
//! - [`odds_features`]: what follows from the rules by arithmetic, which owes nothing to any bot.
//! - [`observation_wrapper`]: what a network is shown: an observation, odds or expert features, and a prior beside the mask.
//! - [`slips`]: any of these with some moves at random, for people who want to win now and then.
//! - [`search`]: policies that simulate moves before they choose, guided by a bot or a network.
//!
//! ```
//! use holotable_env::{Game, Options, Sample, Tabletop, generator};
//! use holotable_games::dark_side_rising::DarkSideRising;
//! use holotable_players::registry::load;
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
pub mod match_rngs;
pub mod net_policy;
pub mod observation_wrapper;
pub mod odds_features;
pub mod policy;
pub mod program_spec;
pub mod registry;
pub mod search;
pub mod slips;
pub mod teams;
