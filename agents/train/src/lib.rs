//! Agents that learn: PPO, distillation from searches, sweeps of recipes, and pictures of their runs.
//!
//! - [`ppo`]: training by [`recipes`]; networks and the fast learner are [`holotable_net`]. [`distil`]: networks that imitate a search.
//! - [`sweep`]: many runs that look for the best recipe.
//! - [`runs`], [`mod@plot`]: training runs as they lie on disk, and a picture of their learning curves.
//!
//! ```
//! use std::path::Path;
//!
//! use holotable_train::ppo::Config;
//! use holotable_train::recipes;
//!
//! let recipe = recipes::read(Path::new("dark_side_rising"))?;
//! let config = Config::from_toml(&recipe, &["total_steps=1e6".into()])?;
//! assert_eq!(config.total_steps, 1_000_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod disk_tests;
pub mod distil;
pub mod plot;
pub mod ppo;
pub mod recipes;
pub mod runs;
pub mod sweep;
