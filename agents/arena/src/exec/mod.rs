//! Agents that are programs, in any language: `exec:COMMAND` is asked by JSON lines on its standard input, and answers on its
//! standard output. [README](https://github.com/holotable/holotable/blob/main/agents/PROGRAMS.md) has the protocol.
//!
//! A program is told what the acting seat sees and nothing else, and no misbehaviour of it stops a game: the seat forfeits, or
//! another agent decides in its place.

mod chooser;
mod confines;
#[cfg(unix)]
mod descendants;
mod message;
mod process;
#[cfg(unix)]
mod registry;
mod reported;

pub use self::chooser::{Program, player};
pub use self::confines::Confines;
#[cfg(unix)]
pub use self::registry::{end_all, end_with_signals};
pub use self::reported::Reported;
