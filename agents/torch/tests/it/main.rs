//! Integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]
#![expect(clippy::print_stdout, reason = "a test that fails says what it found")]

mod distil;
mod gradient;
mod program;
#[path = "../../../tests/it/recipe.rs"]
mod recipe;
mod recipes;
#[path = "../../../tests/it/scratch.rs"]
mod scratch;
#[path = "../../../tests/it/seal.rs"]
mod seal;
mod torch;
mod train;
