//! Reading data sets: TOML to plain structures, with errors that say where, and a catalogue of every value with its provenance.

mod check;
mod files;
mod label;
mod sections;
mod tables;

pub use check::{distinct, find, once_each, range, six, wrong};
pub use files::{Files, MOST_BYTES, read};
pub use label::Label;
pub use sections::Sections;
pub use tables::{parse, strict};
