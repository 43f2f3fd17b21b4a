//! Integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]
#![expect(clippy::print_stdout, reason = "a test that fails says what it found")]

mod alone;
mod bandit;
mod board;
mod calibration;
mod checksums;
mod cli;
mod compare;
mod dataset;
mod dice;
mod distil;
mod elimination;
mod elsewhere;
mod erased;
#[cfg(unix)]
mod exec;
mod expert_features;
mod five_dice;
mod gae;
mod games;
mod hostile;
mod kill;
mod last_turn;
mod learns;
mod lessons;
mod luck;
#[cfg(feature = "mcp")]
mod mcp;
mod new_game;
mod odds_features;
mod oracles;
mod pages;
mod parity;
mod play;
mod plot;
mod rebellion;
mod rebellion_combat;
mod recipe;
mod resume;
mod risk;
#[cfg(feature = "serve")]
mod rooms;
mod scratch;
mod search;
#[cfg(unix)]
mod season;
#[cfg(feature = "serve")]
mod serve;
mod shard;
mod shipped;
mod solo;
mod solo_pig;
mod solve;
mod study;
mod sweep;
mod tournament;
mod twins;
mod updates;
mod words;
