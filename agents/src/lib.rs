//! Bots, tournaments, trained networks, search and PPO training for every game of `holotable-env`.
//!
//! - [`policy`]: what chooses a move. [`bots`] are written by hand, [`net_policy`] is trained; [`roster`] finds all by name.
//! - [`chances`]: what follows from the rules by arithmetic, which owes nothing to any bot.
//! - [`sight`]: what a network is told: an observation, with chances or with what bots make of them, and a prior beside the mask.
//! - [`search`]: policies that simulate moves before they choose, guided by a bot or a network.
//! - [`mod@solve`]: best play in small positions, exactly, and what best replies gain against an agent.
//! - [`any`]: games as values: what is above the rules, bots and searches is compiled once, however many games there are.
//! - [`game_match`], [`teams`], [`lineup`], [`tournament`], [`mod@compare`], [`stats`], [`mod@bench`]: games between them and what the results
//!   mean.
//! - [`luck`]: what of a game was luck, error and the judge's correction. [`mod@reliability`]: how far expected chances are those that there were.
//! - [`dataset`]: games between them as data, and what was seen in them as arrays.
//! - [`part`]: tournaments and comparisons played in [shares](share), anywhere, and put together; [`series`]: what games have in common.
//! - [`limits`]: how much is taken from files.
//! - [`answer`]: the action that an answer in words says. [`json`]: objects that others send.
//! - [`stop`]: how all of this is broken off.
//! - [`checkpoint`]: a trained network in a folder.
//! - [`runs`], [`mod@plot`]: training runs as they lie on disk, and a picture of their learning curves.
//! - [`table`]: a game that people and agents play, as a tree of positions to be shown; [`mod@serve`] and
//!   [`mod@mcp`], with the features of these names: in a browser, and for language models.
//! - [`cli`]: the command `holotable`.
//! - [`ppo`]: training, and [`sweep`]: many runs that look for the best recipe; [`recipes`] come along. Networks and the fast learner
//!   are a crate of their own, [`holotable_net`], and so is the learner on torch, `holotable-torch`, which has this crate's command line
//!   too; nothing here needs torch.

pub mod answer;
pub mod any;
pub mod bench;
pub mod bots;
mod calibration;
pub mod chances;
pub mod checkpoint;
pub mod cli;
pub mod compare;
pub mod dataset;
mod disk;
#[cfg(test)]
mod disk_tests;
pub mod distil;
pub mod elo;
pub mod entrant;
pub mod error;
pub mod exec;
pub mod files;
pub mod folder;
pub mod game_match;
mod in_order;
pub mod json;
pub mod limits;
pub mod lineup;
pub mod luck;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod net_policy;
mod numbers;
pub mod pace;
pub mod part;
pub mod plot;
pub mod policy;
pub mod ppo;
pub mod program;
mod progress;
pub mod recipes;
pub mod reliability;
pub mod report;
pub mod roster;
pub mod runs;
pub mod sealed;
pub mod search;
pub mod series;
#[cfg(feature = "serve")]
pub mod serve;
pub mod share;
pub mod shipped;
pub mod sight;
pub mod solve;
pub mod stand_ins;
pub mod stats;
pub mod stop;
pub mod sweep;
pub mod table;
mod tally;
pub mod teams;
mod threads;
mod toml_text;
pub mod tournament;
