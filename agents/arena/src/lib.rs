//! Games between agents, and what their results mean.
//!
//! - [`any`]: games as values: what is above the rules, bots and searches is compiled once, however many games there are.
//! - [`tournament`], [`mod@compare`], [`stats`]: games between agents and what the results mean; [`part`]: in
//!   [shares](share), played anywhere and put together; [`series`]: what games have in common.
//! - [`luck`]: what of a game was luck, error and the judge's correction. [`mod@reliability`]: how far expected chances are those that
//!   there were. [`mod@solve`]: best play in small positions, exactly.
//! - [`dataset`]: games as data. [`mod@digest`]: one number for all that random play writes. [`exec`]: agents that are programs. [`answer`]: the action that an answer in words says.
//!
//! ```
//! use holotable_arena::any::Kind;
//! use holotable_arena::tournament::{Plan, run};
//!
//! let game = Kind::named("rebellion_combat")?.build([], None)?;
//! let plan = Plan { games: 10, seed: 1, threads: 1, check: false, progress: &|_| {}, stop: &|| false };
//! let report = run(game.as_ref(), &["random", "expert"], &plan)?;
//! println!("{}", serde_json::to_string_pretty(&report)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
pub mod any;
pub mod calibration;
pub mod compare;
pub mod dataset;
pub mod digest;
pub mod elo;
pub mod entrant;
pub mod exec;
pub mod lineup;
pub mod luck;
pub mod pace;
pub mod part;
pub mod reliability;
pub mod report;
pub mod series;
pub mod share;
pub mod solve;
pub mod stand_ins;
pub mod stats;
mod tally;
pub mod tournament;
