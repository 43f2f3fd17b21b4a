//! Integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

mod any;
#[cfg(feature = "torch")]
mod board;
mod cli;
mod compare;
mod dice;
mod doors;
#[cfg(feature = "torch")]
mod elimination;
mod features;
#[cfg(feature = "torch")]
mod five_dice;
#[cfg(feature = "torch")]
mod gradient;
#[cfg(feature = "torch")]
mod kill;
#[cfg(feature = "torch")]
mod last_turn;
#[cfg(feature = "torch")]
mod learns;
#[cfg(feature = "torch")]
mod oracles;
mod play;
mod plot;
#[cfg(feature = "torch")]
mod ppo_math;
mod rebellion_combat;
#[cfg(feature = "torch")]
mod resume;
mod scratch;
mod search;
mod solo;
mod solo_pig;
#[cfg(feature = "torch")]
mod sweep;
mod tournament;
mod twins;
