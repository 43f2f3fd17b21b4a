//! [`Gradient`] of the PPO loss, shared out among threads: first by decisions, then by weights.
//!
//! Neither share depends on the number of threads, and every sum has one order, so the result is the same on any.

use rayon::prelude::*;

use super::loss::{LossStats, LossWeights};
use super::pass::Pass;
use super::transition::Transition;
use crate::net::Net;
use crate::net::kernel::fast;
use crate::net::packed_matrix::{PackedMatrix, add_transposed};
use crate::net::sparse::{SEGMENT, Sparse};

/// Decisions that a thread takes at a time.
const BLOCK: usize = 256;

/// The gradient of the loss of some decisions, and where it is worked out: memory to be used again.
#[derive(Debug)]
pub struct Gradient {
    /// The slopes by each weight.
    pub gradients: Net,
    first: PackedMatrix,
    passes: Vec<Pass>,
}

impl Gradient {
    /// Room for the gradient of networks of this form.
    pub fn new(net: &Net) -> Self {
        Self { gradients: net.zeros_like(), first: PackedMatrix::default(), passes: Vec::new() }
    }

    /// Makes this the gradient of `share` times the sum of the losses of `minibatch`, and gives the figures of those rows.
    pub fn take(
        &mut self,
        net: &Net,
        minibatch: &[Transition<'_>],
        share: f32,
        weights: &LossWeights,
    ) -> LossStats {
        let Self { gradients, first, passes } = self;
        let [weight, bias] = net.layer(0);
        first.pack(weight, bias.len());
        passes.resize_with(minibatch.len().div_ceil(BLOCK), || Pass::new(net));
        let blocks = passes.par_iter_mut().zip(minibatch.par_chunks(BLOCK));
        blocks.for_each(|(pass, minibatch)| pass.run(net, first, minibatch, share, weights));
        let (first, policy) = (gradients.layer_at(0), gradients.heads());
        gradients.weights.iter_mut().for_each(|array| array.fill(0.0));
        for (w, sum) in gradients.weights.iter_mut().enumerate() {
            if w == first {
                add_product(sum, passes, |pass| (&pass.inputs, &pass.gradients));
            } else if w == policy {
                add_product(sum, passes, |pass| (&pass.heads.logits, pass.hidden()));
            } else {
                for pass in passes.iter() {
                    sum.iter_mut().zip(pass.gradient_of(w)).for_each(|(sum, more)| *sum += more);
                }
            }
        }
        let mut stats = LossStats::default();
        for pass in passes.iter() {
            stats.add(&pass.heads.stats);
        }
        stats
    }
}

/// Adds the product of a sparse matrix, turned, and a dense one of each pass.
fn add_product<'a>(
    sum: &mut [f32],
    passes: &'a [Pass],
    of: impl Fn(&'a Pass) -> (&'a Sparse, &'a [f32]) + Sync,
) {
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
