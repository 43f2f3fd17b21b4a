//! Tabletop games as exact, fast environments for reinforcement learning and search.
//!
//! A game is a set of rules ([`Game`]), a position is a plain `Copy` value, and luck is passed in
//! ([`Chance`]), so the same step is sampled, enumerated and replayed:
//!
//! ```
//! use holotable_env::dark_side_rising::DarkSideRising;
//! use holotable_env::{Game, Options, Sample, Tabletop, generator, legal_actions, outcomes};
//!
//! let options = Options::resolve(DarkSideRising::option_specs(), [("players", "2")])?;
//! let game = DarkSideRising::build(&options, None)?;
//! let mut luck = Sample(generator(7, 0)); // seed 7, episode 0
//! let mut state = game.start(&mut luck);
//! let deploy = legal_actions(&game, &state)[0];
//! let every = outcomes(&game, &state, deploy, 1_000)?; // all results with their exact chances
//! assert!((every.iter().map(|o| o.probability).sum::<f64>() - 1.0).abs() < 1e-9);
//! game.step(&mut state, deploy, &mut luck); // one of them
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Batch`] steps many games at once into buffers for learners:
//!
//! ```
//! use holotable_env::dark_side_rising::DarkSideRising;
//! use holotable_env::{Arrays, Batch, BatchConfig, Options, Tabletop};
//!
//! let options = Options::resolve(DarkSideRising::option_specs(), [])?;
//! let game = DarkSideRising::build(&options, None)?;
//! let mut batch = Batch::new(game, 16, BatchConfig { seed: 1, ..BatchConfig::default() });
//! let mut arrays = Arrays::new(16, batch.layout(), 2);
//! batch.write(&mut arrays.buffers());
//! let first_legal = |i: usize| arrays.mask.row(i).iter().position(|&legal| legal).unwrap_or(0);
//! let actions: Vec<usize> = (0..16).map(first_legal).collect();
//! batch.step(&actions, &mut arrays.buffers())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What numbers mean is declared once: actions by [`actions!`], observed values by the code that writes them
//! ([`Sink`]). [`Layout`] puts both in tables. A whole game is kept as text by [`Replay`], and
//! [`check::conforms`] holds every game to what the core promises.
//!
//! # Glossary
//!
//! *Seat* or *player*: who decides. *Team*: the seats that share a result. *Decision*: one step of one seat;
//! all that chance and rules do until the next is part of it. *Pick*: one answer of chance.
//! *Forced*: the only legal action. *Layout*: what each action number and observed value means.

// Derived code names this crate, here too.
extern crate self as holotable_env;

mod action;
mod batch;
mod bits;
mod buffers;
mod by_key;
mod bytes;
pub mod catalogue;
mod chance;
pub mod check;
pub mod conflict;
pub mod dark_side_rising;
pub mod data;
mod dice;
mod english;
mod error;
mod excerpt;
mod finite;
mod game;
pub mod games;
pub mod json;
mod layout;
mod list;
mod listen;
mod observe;
mod options;
mod pack;
mod perft;
pub mod picture;
mod plain;
mod private;
pub mod rebellion;
pub mod rebellion_combat;
mod relations;
mod replay;
pub mod risk;
mod rules_text;
mod save;
mod set;
mod show;
mod slot;
pub mod story;
pub mod streams;
mod tabletop;
pub mod threads;
pub mod toys;
mod turns;
mod viewer;
mod walk;

pub use action::{ActionBlock, action_label, action_struct, add_block};
pub use batch::{AutoReset, Batch, BatchConfig, IllegalAction, Learner, MISS, QUIT, STAY, SlotState};
pub use buffers::{Arrays, Buffers};
pub use by_key::ByKey;
pub use bytes::Codec;
pub use chance::{Chance, GameRng, Record, Sample, Tape, Weights, generator, generator_at};
pub use dice::DiceTable;
pub use error::{Error, ErrorKind, ensure, nearest, suggest};
pub use excerpt::{brief, excerpt};
pub use finite::Finite;
pub use game::{Game, is_forced, legal_actions};
pub use holotable_derive::{Json, Pack, Row};
pub use json::{Json, Misfit};
pub use layout::{Block, Field, Layout, hexadecimal, short_hash};
pub use list::List;
pub use listen::Listen;
pub use observe::{
    Capped, Cell, Column, Count, Describe, Explain, Flag, Named, Observe, Observer, Part, Row, Rows, Share,
    Sink, Standard, Unit, Write, columns_in, join_columns, named_columns,
};
pub use options::{OptionKind, OptionSpec, Options};
pub use pack::Pack;
pub use perft::perft;
pub use picture::Picture;
pub use plain::plain;
pub use private::Private;
pub use relations::{Edges, Names, Relations};
pub use replay::{Header, Move, Replay, play_back};
pub use rules_text::rules_text;
pub use save::Save;
pub use set::Set;
pub use show::{Show, Summary};
pub use slot::{Kept, Slot};
pub use story::{Deed, Event, Item, Story};
pub use tabletop::{Tabletop, read_state, try_step};
pub use viewer::Viewer;
pub use walk::{OUTCOME_LIMIT, Outcome, TooManyOutcomes, Walk, each_outcome, outcomes, outcomes_while};

/// The examples of the README, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct ReadmeExamples;

/// The examples of the page of this crate, likewise.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct PageExamples;
