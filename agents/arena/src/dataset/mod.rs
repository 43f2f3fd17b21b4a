//! Games as data: a folder of Parquet files with a row a game.
//!
//! A [`Row`] holds what was played and how chance answered, by numbers, and not what was seen: some hundred bytes a game instead of
//! a megabyte. [`generate`] lets agents play and writes such folders; [`expand`] plays rows back and writes what was seen at every
//! decision as arrays, to the bit as it was.
//!
//! A file of the folder lists its parts with their checksums, so that what is [read](parts) is what was written, all of it, or an error.

mod columns;
mod expand;
mod folder;
mod generate;
mod manifest;
mod parts;
mod row;

use std::ops::Range;

pub use self::columns::read;
pub use self::expand::{Steps, expand, rules};
pub use self::folder::Folder;
pub use self::generate::{Made, file, generate, provenance};
pub use self::parts::{Part, loose, parts};
pub use self::row::Row;

/// The games in each file but the last.
pub const GAMES_A_FILE: u64 = 1000;
/// How the files of a data set end.
const EXTENSION: &str = "parquet";

/// How many files so many games fill.
fn files_of(games: u64) -> u64 {
    games.div_ceil(GAMES_A_FILE)
}

/// The numbers of the games in a file.
fn games_of(file: u64, games: u64) -> Range<u64> {
    let first = file * GAMES_A_FILE;
    first..games.min(first + GAMES_A_FILE)
}
