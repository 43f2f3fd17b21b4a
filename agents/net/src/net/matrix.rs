//! [`PackedMatrix`]: a weight matrix in strips that stay in the first-level cache while many rows are multiplied by them.

use std::ops::Range;

use rayon::prelude::*;

use crate::kernel::{LANES, Lanes, gather, products, scatter};
use crate::sparse::{SEGMENT, Sparse};

/// The number of dense rows that are multiplied at once: with [`LANES`] sums each they fill half of the widest registers.
const ROWS: usize = 4;

/// A matrix in strips of [`LANES`] columns, the last padded with zeros.
#[derive(Clone, Debug, Default)]
pub struct PackedMatrix {
    rows: usize,
    width: usize,
    /// The rows of one strip after the other.
    strips: Vec<Lanes>,
}

impl PackedMatrix {
    /// Packs a row-major matrix with `width` columns.
    pub fn pack(&mut self, matrix: &[f32], width: usize) {
        (self.rows, self.width) = (matrix.len() / width, width);
        self.strips.clear();
        self.strips.resize(self.rows * width.div_ceil(LANES), Lanes::ZERO);
        let fill = |(strip, into): (usize, &mut [Lanes])| {
            for (row, into) in matrix.chunks_exact(width).zip(into) {
                *into = Lanes::filled_up(&row[strip * LANES..width.min((strip + 1) * LANES)]);
            }
        };
        // Threads of nobody's asking would not be there in a process that is forked off later.
        if rayon::current_thread_index().is_some() {
            self.strips.par_chunks_exact_mut(self.rows).enumerate().for_each(fill);
        } else {
            self.strips.chunks_exact_mut(self.rows).enumerate().for_each(fill);
        }
    }

    /// `out = bias + x · matrix` for some rows of the sparse `x`; `out` has one row for each. Sums are in the order of the
    /// entries.
    #[inline(always)]
    pub fn multiply(&self, x: &Sparse, rows: Range<usize>, bias: &[f32], out: &mut [f32]) {
        let mut sums = vec![Lanes::ZERO; rows.len()];
        for (columns, tiles) in self.strips() {
            sums.fill(Lanes::filled_up(&bias[columns.clone()]));
            for (segment, tile) in tiles.chunks(SEGMENT).enumerate() {
                for (i, sum) in rows.clone().zip(&mut sums) {
                    let (place, value) = x.row(i).segment(segment);
                    gather(tile, place, value, sum);
                }
            }
            for (sum, out) in sums.iter().zip(out.chunks_exact_mut(self.width)) {
                out[columns.clone()].copy_from_slice(&sum.0[..columns.len()]);
            }
        }
    }

    /// `out = bias + x · matrix` for all rows of the dense `x`. Sums are in the order of the matrix's rows.
    #[inline(always)]
    pub fn multiply_full(&self, x: &[f32], bias: &[f32], out: &mut [f32]) {
        for (columns, tile) in self.strips() {
            let first = Lanes::filled_up(&bias[columns.clone()]);
            let mut x = x.chunks_exact(self.rows);
            let mut out = out.chunks_exact_mut(self.width).map(|row| &mut row[columns.clone()]);
            while x.len() >= ROWS {
                let rows = std::array::from_fn(|_| x.next().expect("there are enough"));
                let sums: [Lanes; ROWS] = products(rows, tile, first);
                sums.iter().zip(&mut out).for_each(|(sum, out)| out.copy_from_slice(&sum.0[..out.len()]));
            }
            for (row, out) in x.zip(out) {
                let [sum] = products([row], tile, first);
                out.copy_from_slice(&sum.0[..out.len()]);
            }
        }
    }

    /// The columns of each strip, and its rows.
    #[inline(always)]
    fn strips(&self) -> impl Iterator<Item = (Range<usize>, &[Lanes])> {
        let columns = |strip| strip * LANES..self.width.min((strip + 1) * LANES);
        self.strips.chunks_exact(self.rows).enumerate().map(move |(strip, rows)| (columns(strip), rows))
    }
}

/// Adds the rows of `xᵀ · matrix` that belong to one segment of the sparse `x` to `sum`, in the order of the rows of `x`.
/// `matrix` has `width` columns and as many rows as `x`.
#[inline(always)]
pub fn add_transposed(segment: usize, x: &Sparse, (matrix, width): (&[f32], usize), sum: &mut [f32]) {
    let mut tile = vec![Lanes::ZERO; SEGMENT];
    for start in (0..width).step_by(LANES) {
        let columns = start..width.min(start + LANES);
        for (row, tile) in sum.chunks_exact(width).zip(&mut tile) {
            *tile = Lanes::filled_up(&row[columns.clone()]);
        }
        for (i, row) in matrix.chunks_exact(width).enumerate() {
            let (place, value) = x.row(i).segment(segment);
            scatter(&Lanes::filled_up(&row[columns.clone()]), place, value, &mut tile);
        }
        for (row, tile) in sum.chunks_exact_mut(width).zip(&tile) {
            row[columns.clone()].copy_from_slice(&tile.0[..columns.len()]);
        }
    }
}
