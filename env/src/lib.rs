//! Tabletop games as exact, fast environments for reinforcement learning and search.
//!
//! (tour: see below)

mod action;
mod batch;
mod chance;
pub mod check;
pub mod dark_side_rising;
pub mod data;
mod dice;
mod error;
mod finite;
mod game;
pub mod games;
mod layout;
mod list;
mod observe;
mod options;
mod replay;
mod walk;

pub use action::{ActionBlock, Blocks};
pub use batch::{Arrays, AutoReset, Batch, BatchConfig, Buffers, IllegalAction, SlotState};
pub use chance::{Chance, Record, Sample, Tape, generator};
pub use dice::DiceTable;
pub use error::{Error, ErrorKind, nearest};
pub use finite::{Finite, Slot};
pub use game::{Game, Summary, Tabletop, legal_actions, perft, try_step};
pub use layout::{Layout, short_hash};
pub use list::List;
pub use observe::{Block, Describe, Explain, Field, Named, Sink, Write};
pub use options::{OptionKind, OptionSpec, Options};
pub use replay::{Header, Move, Replay};
pub use walk::{OUTCOME_LIMIT, Outcome, TooManyOutcomes, Walk, outcomes};
