//! Every game under the conformance suite: a binary of its own, as it is run once more as users run the code.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[expect(dead_code, reason = "the integration tests need more of it")]
#[path = "../it/any_game.rs"]
mod any_game;
#[path = "../it/variants.rs"]
mod variants;

mod cf;
mod dsr;
mod every_game;
mod rb;
mod rc;
mod risk;
mod toys;
