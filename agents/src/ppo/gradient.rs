//! [`Gradient`] of the PPO loss, shared out among threads: first by decisions, then by weights.
//!
//! Neither share depends on the number of threads, and every sum has one order, so the result is the same on any.

use rayon::prelude::*;

use super::loss::{Aim, Figures};
use super::pass::Pass;
use super::row::Row;
use crate::net::Net;
use crate::net::kernel::fast;
use crate::net::sparse::{SEGMENT, Sparse};
use crate::net::tiles::{Tiles, add_transposed};

/// Decisions that a thread takes at a time.
const BLOCK: usize = 256;

/// The gradient of the loss of some decisions, and where it is worked out: memory to be used again.
#[derive(Debug)]
pub struct Gradient {
    /// The slopes by each weight.
    pub slopes: Net,
    first: Tiles,
    passes: Vec<Pass>,
}

impl Gradient {
    /// Room for the gradient of networks of this form.
    pub fn new(net: &Net) -> Self {
        Self { slopes: net.zeros_like(), first: Tiles::default(), passes: Vec::new() }
    }

    /// Makes this the gradient of `share` times the sum of the losses of `rows`, and gives the figures of those rows.
    pub fn take(&mut self, net: &Net, rows: &[Row<'_>], share: f32, aim: &Aim) -> Figures {
        let Self { slopes, first, passes } = self;
        let [weight, bias] = net.layer(0);
        first.cut(weight, bias.len());
        passes.resize_with(rows.len().div_ceil(BLOCK), || Pass::new(net));
        let blocks = passes.par_iter_mut().zip(rows.par_chunks(BLOCK));
        blocks.for_each(|(pass, rows)| pass.over(net, first, rows, share, aim));
        let (first, policy) = (slopes.layer_at(0), slopes.heads());
        slopes.weights.iter_mut().for_each(|array| array.fill(0.0));
        for (w, sum) in slopes.weights.iter_mut().enumerate() {
            if w == first {
                weigh(sum, passes, |pass| (&pass.inputs, &pass.slopes));
            } else if w == policy {
                weigh(sum, passes, |pass| (&pass.heads.logits, pass.hidden()));
            } else {
                for pass in passes.iter() {
                    sum.iter_mut().zip(pass.by_array(w)).for_each(|(sum, more)| *sum += more);
                }
            }
        }
        let mut figures = Figures::default();
        for pass in passes.iter() {
            figures.add(&pass.heads.figures);
        }
        figures
    }
}

/// Adds the product of a sparse matrix, turned, and a dense one of each pass.
fn weigh<'a>(sum: &mut [f32], passes: &'a [Pass], of: impl Fn(&'a Pass) -> (&'a Sparse, &'a [f32]) + Sync) {
    let (x, matrix) = of(&passes[0]);
    let width = matrix.len() / x.len();
    sum.par_chunks_mut(SEGMENT * width).enumerate().for_each(|(segment, sum)| {
        for (x, matrix) in passes.iter().map(&of) {
            fast(
                #[inline(always)]
                || add_transposed(segment, x, (matrix, width), sum),
            );
        }
    });
}
