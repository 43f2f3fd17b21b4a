//! Observations declared once: the code that writes them is the code that describes them.
//!
//! A game calls [`Sink::block`] for each part of what a player sees. [`Write`] hands out the caller's
//! buffer, [`Describe`] collects the layout, and [`Explain`] names each value of a filled observation.

use serde::Serialize;

/// One number of a row: its name, unit and range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Field {
    /// The name, unique in its block.
    pub name: &'static str,
    /// What one unit of the written value is: `flag`, `share`, `/7 symbols`.
    pub unit: &'static str,
    /// The least value ever written.
    pub lo: f32,
    /// The greatest value ever written.
    pub hi: f32,
}

impl Field {
    /// A field that is 0 or 1.
    pub const fn flag(name: &'static str) -> Self {
        Self { name, unit: "flag", lo: 0.0, hi: 1.0 }
    }

    /// A field between 0 and 1, counted in `unit`.
    pub const fn share(name: &'static str, unit: &'static str) -> Self {
        Self { name, unit, lo: 0.0, hi: 1.0 }
    }
}

/// A named part of an observation: `rows` times the same fields, row after row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Block {
    /// The name, unique in the game.
    pub name: &'static str,
    /// What it holds and what a row is.
    pub doc: &'static str,
    /// How many rows.
    pub rows: usize,
    /// The columns.
    pub fields: &'static [Field],
}

impl Block {
    /// How many values the block takes.
    pub const fn len(&self) -> usize {
        self.rows * self.fields.len()
    }

    /// The rows of its values as arrays, which costs no bounds checks.
    ///
    /// # Panics
    /// If a row does not have `N` fields.
    #[inline]
    pub fn rows_mut<'a, const N: usize>(&self, values: &'a mut [f32]) -> &'a mut [[f32; N]] {
        assert!(N == self.fields.len(), "a row of '{}' has {} fields", self.name, self.fields.len());
        values.as_chunks_mut().0
    }

    /// Whether the block has no values.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Where a game puts what a player sees.
pub trait Sink {
    /// Adds a block. `fill` gets its values (row-major, all 0.0) to write those that are not 0.
    fn block(&mut self, block: &'static Block, fill: impl FnOnce(&mut [f32]));
}

/// 1.0 or 0.0, which `f32::from` finds by a branch that is often guessed wrong.
#[inline]
pub fn flag(holds: bool) -> f32 {
    f32::from_bits(u32::from(holds) * 1.0_f32.to_bits())
}

/// Writes the bits of `set` as flags, the lowest first.
#[inline]
pub fn flags(set: u64, out: &mut [f32]) {
    for (i, half) in out.chunks_mut(32).enumerate() {
        let set = (set >> (32 * i)) as u32;
        for (bit, x) in half.iter_mut().enumerate() {
            *x = if set & 1 << bit == 0 { 0.0 } else { 1.0 };
        }
    }
}

/// Writes observations into a buffer of the caller.
#[derive(Debug)]
pub struct Write<'a> {
    rest: &'a mut [f32],
}

impl<'a> Write<'a> {
    /// A writer over `buffer`, which must have the length of the game's layout; each block is cleared before it is filled.
    pub fn new(buffer: &'a mut [f32]) -> Self {
        Self { rest: buffer }
    }
}

impl Sink for Write<'_> {
    #[inline]
    fn block(&mut self, block: &'static Block, fill: impl FnOnce(&mut [f32])) {
        let (values, rest) = std::mem::take(&mut self.rest).split_at_mut(block.len());
        values.fill(0.0);
        fill(values);
        self.rest = rest;
    }
}

/// Collects the blocks of an observation.
#[derive(Clone, Debug, Default)]
pub struct Describe {
    /// The blocks in order.
    pub blocks: Vec<&'static Block>,
}

impl Sink for Describe {
    fn block(&mut self, block: &'static Block, _fill: impl FnOnce(&mut [f32])) {
        self.blocks.push(block);
    }
}

/// One named value of a filled observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Named {
    /// `block[row].field`.
    pub name: String,
    /// What was written.
    pub value: f32,
    /// What one unit of it is.
    pub unit: &'static str,
    /// The declared range.
    pub range: (f32, f32),
}

/// Names every value of an observation.
#[derive(Clone, Debug, Default)]
pub struct Explain {
    /// The values in order.
    pub values: Vec<Named>,
}

impl Sink for Explain {
    fn block(&mut self, block: &'static Block, fill: impl FnOnce(&mut [f32])) {
        let mut values = vec![0.0; block.len()];
        fill(&mut values);
        for (i, value) in values.into_iter().enumerate() {
            let (row, field) = (i / block.fields.len(), &block.fields[i % block.fields.len()]);
            let name = match block.rows {
                1 => format!("{}.{}", block.name, field.name),
                _ => format!("{}[{row}].{}", block.name, field.name),
            };
            self.values.push(Named { name, value, unit: field.unit, range: (field.lo, field.hi) });
        }
    }
}
