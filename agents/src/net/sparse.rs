//! [`Sparse`]: observations without their zeros, which are nine in ten.

use super::kernel::fast;

/// Rows of numbers, of each only those that are not 0.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    /// Where each row ends in the lists.
    ends: Vec<usize>,
    index: Vec<u32>,
    value: Vec<f32>,
}

/// The numbers of a row that are not 0: their places, ascending, and what they are.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The places.
    pub index: &'a [u32],
    /// The numbers.
    pub value: &'a [f32],
}

impl Inputs<'_> {
    /// The number at a place.
    pub fn at(&self, place: usize) -> f32 {
        self.index.binary_search(&(place as u32)).map_or(0.0, |i| self.value[i])
    }
}

impl Sparse {
    /// Takes all rows out.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.index.clear();
        self.value.clear();
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends a row given with its zeros.
    pub fn push(&mut self, row: &[f32]) {
        const BLOCK: usize = 32;
        fast(
            #[inline(always)]
            || {
                for (b, block) in row.chunks(BLOCK).enumerate() {
                    let mut bits = 0u32;
                    for (i, x) in block.iter().enumerate() {
                        bits |= u32::from(*x != 0.0) << i;
                    }
                    while bits != 0 {
                        let i = bits.trailing_zeros() as usize;
                        self.index.push((b * BLOCK + i) as u32);
                        self.value.push(block[i]);
                        bits &= bits - 1;
                    }
                }
            },
        );
        self.ends.push(self.index.len());
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> Inputs<'_> {
        let range = if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i];
        Inputs { index: &self.index[range.clone()], value: &self.value[range] }
    }
}
