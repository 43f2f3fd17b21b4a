//! What lies where: [`Zone`]s count units and cards by kind, [`Leaders`] and [`Sides`] are sets.

use std::ops::{Deref, DerefMut};

use holotable_env::bits::{nonzero, places};
use holotable_env::{ByKey, Finite, Pack, Set};

use super::action::Own;
use super::words::{BySide, Card, LEVELS, Leader, MOST_CARDS, ROWS, Row, Side};

/// How many of each kind there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Zone<K: Finite, const N: usize>(ByKey<K, u8, N>);

/// Units of a side by kind.
pub type Units = Zone<Row, ROWS>;
/// Units of a side by kind and damage markers.
pub type Force = Zone<Own, { Own::N }>;
/// Tactic cards by kind.
pub type Cards = Zone<Card, MOST_CARDS>;

impl<K: Finite, const N: usize> Zone<K, N> {
    /// The kinds of which there are any, as bits.
    #[inline]
    pub fn there(&self) -> u64 {
        nonzero(self.values())
    }

    /// The kinds of which there are any, and how many.
    pub fn some(&self) -> impl Iterator<Item = (K, u8)> {
        places(self.there()).map(K::at).map(|kind| (kind, self[kind]))
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.there() == 0
    }

    /// How many there are in all.
    pub fn total(&self) -> u16 {
        self.values().iter().map(|&n| u16::from(n)).sum()
    }
}

impl Force {
    /// How many there are of a kind, by damage markers.
    #[inline]
    pub fn levels(&self, row: Row) -> &[u8; LEVELS] {
        &self.values().as_chunks().0[row.index()]
    }

    /// The same, to change.
    #[inline]
    pub fn levels_mut(&mut self, row: Row) -> &mut [u8; LEVELS] {
        &mut self.values_mut().as_chunks_mut().0[row.index()]
    }

    /// How many there are of a kind.
    #[inline]
    pub fn count(&self, row: Row) -> u8 {
        self.levels(row).iter().sum()
    }
}

impl<K: Finite, const N: usize> Deref for Zone<K, N> {
    type Target = ByKey<K, u8, N>;
    #[inline]
    fn deref(&self) -> &ByKey<K, u8, N> {
        &self.0
    }
}

impl<K: Finite, const N: usize> DerefMut for Zone<K, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut ByKey<K, u8, N> {
        &mut self.0
    }
}

impl<K: Finite, const N: usize> Pack for Zone<K, N> {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        self.0.pack(out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Pack::unpack(bytes).map(Self)
    }
}

/// Some leaders of a side.
pub type Leaders = Set<Leader, u16>;

/// Some of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack)]
pub struct Sides {
    set: BySide<bool>,
}

impl Sides {
    /// Whether this one is among them.
    #[inline]
    pub fn has(self, side: Side) -> bool {
        self.set[side]
    }

    /// Adds one.
    pub fn add(&mut self, side: Side) {
        self.set[side] = true;
    }

    /// Each of them, in order.
    pub fn each(self) -> impl Iterator<Item = Side> {
        Side::all().filter(move |&side| self.has(side))
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        let mut set = Self::default();
        sides.into_iter().for_each(|side| set.add(side));
        set
    }
}

const _: () = assert!(Own::N <= 64, "sets of places are the bits of a word");
