//! Observations declared once: a row is a struct, and the struct is the declaration.
//!
//! An [`Observer`] calls a [`Sink`] for each part of what a player sees. [`Write`] puts the numbers into the caller's
//! buffer, [`Describe`] collects the layout, and [`Explain`] names each value of a filled observation.
//!
//! ```
//! use holotable_env::{Explain, Flag, Row, Share, Sink};
//!
//! /// A place for a card.
//! #[derive(Clone, Copy, Row)]
//! struct Place {
//!     /// A card lies here.
//!     taken: Flag,
//!     /// Damage on it.
//!     damage: Share<7>,
//! }
//!
//! fn observe(places: &[Option<u8>; 3], out: &mut impl Sink) {
//!     out.rows("places", "the places from the left", 3, |rows| {
//!         for (i, damage) in places.iter().enumerate() {
//!             if let Some(damage) = damage {
//!                 rows.set(i, Place { taken: Flag::YES, damage: Share::of(*damage) });
//!             }
//!         }
//!     });
//! }
//!
//! let mut seen = Explain::default();
//! observe(&[None, Some(0), Some(7)], &mut seen);
//! let shown = seen.values.iter().filter(|v| v.value != 0.0);
//! let names: Vec<&str> = shown.map(|v| v.name.as_str()).collect();
//! assert_eq!(names, ["places[1].taken", "places[2].taken", "places[2].damage"]);
//! ```

mod by_key;
mod cell;
mod describe;
mod explain;
mod layout;
mod part;
mod row;
mod unit;
mod write;

use std::fmt::Debug;

pub use self::cell::{Capped, Cell, Count, Flag, Share};
pub use self::describe::Describe;
pub use self::explain::{Explain, Named};
pub use self::layout::{Block, Field, Layout};
pub use self::part::Part;
pub use self::row::{Column, Row, Rows, columns_in, join_columns, named_columns};
pub use self::unit::Unit;
pub use self::write::Write;
use crate::finite::Finite;
use crate::game::Game;
use crate::relations::Relations;

/// A game with something to see.
pub trait Observe: Game {
    /// Writes what `viewer` may know into `out`, the same blocks in every state.
    fn observe(&self, s: &Self::State, viewer: usize, out: &mut impl Sink);

    /// Which of these rows the actions of whoever looks name, and which are neighbours; the same in every state.
    fn relations(&self) -> Relations {
        Relations::default()
    }
}

/// Who writes observations of a game: [`Standard`], or one that shows more or less.
pub trait Observer<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// Writes what `viewer` is shown into `out`, the same blocks in every state.
    fn write(&self, game: &G, s: &G::State, viewer: usize, out: &mut impl Sink);

    /// The relations of the rows.
    fn relations(&self, _game: &G) -> Relations {
        Relations::default()
    }
}

/// Shows what the game itself lets be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl<G: Observe> Observer<G> for Standard {
    #[inline]
    fn write(&self, game: &G, s: &G::State, viewer: usize, out: &mut impl Sink) {
        game.observe(s, viewer, out);
    }

    fn relations(&self, game: &G) -> Relations {
        game.relations()
    }
}

/// Where an observer puts what a player sees, block by block.
pub trait Sink {
    /// A block of `count` rows. `fill` sets those that are not all 0.
    ///
    /// `name` is unique in the game, `doc` says what the block holds and what a row is.
    fn rows<R: Row>(
        &mut self,
        name: &'static str,
        doc: &'static str,
        count: usize,
        fill: impl FnOnce(&mut Rows<'_, R>),
    );

    /// A block of one row.
    #[inline]
    fn row<R: Row>(&mut self, name: &'static str, doc: &'static str, row: impl FnOnce() -> R) {
        self.rows(name, doc, 1, |rows| rows.set(0, row()));
    }

    /// A block of `count` rows whose first ones are given; the others are 0.
    #[inline]
    fn list<R: Row>(
        &mut self,
        name: &'static str,
        doc: &'static str,
        count: usize,
        rows: impl IntoIterator<Item = R>,
    ) {
        self.rows(name, doc, count, |all| all.fill(rows));
    }

    /// A block with a row for each value of a type, in their order.
    #[inline]
    fn each<K: Finite, R: Row>(&mut self, name: &'static str, doc: &'static str, row: impl FnMut(K) -> R) {
        self.list(name, doc, K::N, K::all().map(row));
    }

    /// The blocks of a game inside this one, their names behind `scope/`. Where there is none now (`s` is `None`), all
    /// of them are 0.
    fn part<G: Game, O: Observer<G>>(
        &mut self,
        scope: &'static str,
        part: &Part<G, O>,
        s: Option<&G::State>,
        viewer: usize,
    );
}
