//! Tabletop games as exact, fast environments for reinforcement learning and search.
//!
//! A game is a set of rules ([`Game`]), a position is a plain `Copy` value, and chance is passed in
//! ([`Chance`]), so the same step is sampled, enumerated and replayed:
//!
//! ```
//! use holotable_env::{Chance, Game, Sample, actions, generator, legal_actions, outcomes};
//!
//! actions! {
//!     /// What may be done with the die.
//!     pub enum Move {
//!         /// Roll it once more.
//!         Roll,
//!         /// Score what it shows.
//!         Keep,
//!     }
//! }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Die {
//!     shows: usize,
//!     over: bool,
//! }
//!
//! /// One seat rolls a die, and may roll it once more.
//! #[derive(Clone, Debug)]
//! struct Rules;
//!
//! impl Game for Rules {
//!     type State = Die;
//!     type Action = Move;
//!
//!     fn players(&self) -> usize {
//!         1
//!     }
//!
//!     fn team(&self, _player: usize) -> usize {
//!         0
//!     }
//!
//!     fn start(&self, chance: &mut impl Chance) -> Die {
//!         Die { shows: 1 + chance.below(6), over: false }
//!     }
//!
//!     fn actor(&self, s: &Die) -> Option<usize> {
//!         (!s.over).then_some(0)
//!     }
//!
//!     fn legal(&self, s: &Die, f: impl FnMut(Move)) {
//!         if !s.over {
//!             [Move::Roll, Move::Keep].into_iter().for_each(f);
//!         }
//!     }
//!
//!     fn step(&self, s: &mut Die, a: Move, chance: &mut impl Chance) {
//!         let shows = if a == Move::Roll { 1 + chance.below(6) } else { s.shows };
//!         *s = Die { shows, over: true };
//!     }
//!
//!     fn score(&self, s: &Die, _player: usize) -> f32 {
//!         s.shows as f32 / 6.0
//!     }
//!
//!     /// Nothing is hidden.
//!     fn redeal(&self, _s: &mut Die, _player: usize, _chance: &mut impl Chance) {}
//! }
//!
//! let mut rng = Sample(generator(7, 0)); // seed 7, episode 0
//! let mut state = Rules.start(&mut rng);
//! let roll = legal_actions(&Rules, &state)[0];
//! let every = outcomes(&Rules, &state, roll, 1_000)?; // all results with their exact chances
//! assert_eq!(every.len(), 6);
//! assert!((every.iter().map(|o| o.probability).sum::<f64>() - 1.0).abs() < 1e-9);
//! Rules.step(&mut state, roll, &mut rng); // one of them
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Batch`] steps many games at once into buffers for learners. The games themselves are in the crate
//! `holotable-games`; the core knows none of them.
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
pub mod bits;
mod buffers;
mod by_key;
mod bytes;
pub mod catalogue;
mod chance;
pub mod check;
pub mod data;
mod dice;
pub mod english;
mod error;
mod excerpt;
mod finite;
mod game;
mod hash;
pub mod json;
mod list;
mod observe;
mod options;
mod pack;
mod perft;
pub mod picture;
mod plain;
mod private;
mod relations;
mod replay;
mod rules_text;
mod set;
mod slot;
pub mod story;
pub mod streams;
mod tabletop;
pub mod threads;
mod trace;
pub mod turns;
mod viewer;
mod walk;

#[doc(hidden)]
pub use serde;

pub use action::{ActionBlock, action_label, action_struct, add_block};
pub use batch::{AutoReset, Batch, BatchConfig, IllegalAction, Learner, SlotAction, SlotState};
pub use buffers::{Arrays, Buffers};
pub use by_key::ByKey;
pub use bytes::Codec;
pub use chance::{Chance, GameRng, Sample, Tape, Weights, generator, generator_at};
pub use dice::DiceTable;
pub use error::{Error, ErrorKind, ensure, nearest, suggest};
pub use excerpt::{brief, excerpt};
pub use finite::Finite;
pub use game::{Game, each_legal, is_forced, legal_actions};
pub use hash::{hexadecimal, short_hash};
pub use holotable_derive::{Json, Pack, Row};
pub use json::{Json, Misfit};
pub use list::List;
pub use observe::{
    Block, Capped, Cell, Column, Count, Describe, Explain, Field, Flag, Layout, Named, Observe, Observer,
    Part, Row, Rows, Share, Sink, Standard, Unit, Write, columns_in, join_columns, named_columns,
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
pub use set::Set;
pub use slot::{Slot, SlotRepr};
pub use story::{Deed, Event, Item, Story};
pub use tabletop::{Save, Show, Summary, Tabletop, read_state, try_step};
pub use trace::Trace;
pub use viewer::Viewer;
pub use walk::{OUTCOME_LIMIT, Outcome, TooManyOutcomes, Walk, each_outcome, outcomes, outcomes_while};
