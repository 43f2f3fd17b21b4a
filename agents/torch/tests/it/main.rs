//! Integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]
#![expect(clippy::print_stdout, reason = "a test that fails says what it found")]

#[path = "../../../tests/it/checksums.rs"]
mod checksums;
mod distil;
mod gradient;
mod program;
#[path = "../../../tests/it/recipe.rs"]
mod recipe;
mod recipes;
#[path = "../../../tests/it/scratch.rs"]
mod scratch;
mod torch;
mod train;
