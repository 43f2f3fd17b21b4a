//! Games between agents, and what their results mean.
//!
//! - [`tournament`], [`mod@compare`], [`stats`]: games between agents and what the results mean; [`shard_result`]: a
//!   tournament or comparison in [shards](shard), played anywhere; [`provenance`]: the program, rules and agents of games.
//! - [`luck`]: what of a game was luck, error and the evaluator's correction. [`rollouts`]: two actions beside each other by
//!   whole games. [`mod@calibration`]: how well expected chances match results. [`values`]: how true its values are beside whole
//!   games. [`mod@solve`]: best play in small positions, exactly.
//! - [`season`]: entrants, rounds of games on seeds that nobody trained on, and a ladder.
//! - [`dataset`]: games as data. [`mod@digest`]: one number for all that random play writes. [`exec`]: agents that are programs. [`answer`]: the action that an answer in words says.
//!
//! ```
//! use holotable_erased::Kind;
//! use holotable_arena::tournament::{Plan, run};
//!
//! let game = Kind::named("rebellion_combat")?.build([], None)?;
//! let plan = Plan { games: 10, seed: 1, threads: 1, check: false, progress: &|_| {}, stop: &|| false };
//! let report = run(game.as_ref(), &["random", "expert"], &plan)?;
//! println!("{}", serde_json::to_string_pretty(&report)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accumulator;
pub mod agent_factory;
pub mod answer;
pub mod calibration;
pub mod calibration_table;
pub mod compare;
#[cfg(feature = "data")]
pub mod dataset;
pub mod digest;
pub mod elo;
pub mod exec;
pub mod luck;
pub mod pace;
pub mod provenance;
pub mod report;
pub mod rollouts;
pub mod season;
pub mod seating;
pub mod shard;
pub mod shard_result;
pub mod solve;
pub mod stand_ins;
pub mod stats;
pub mod tournament;
pub mod values;
