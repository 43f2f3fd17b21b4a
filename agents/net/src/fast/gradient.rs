//! [`Gradient`] of the PPO loss, computed in parallel: first by blocks of decisions, then by weights.
//!
//! Neither partition depends on the number of threads, and every sum has one order, so the result is the same on any number.

use rayon::prelude::*;

use super::pass::Pass;
use crate::kernel::fast;
use crate::loss::{LossStats, LossWeights};
use crate::net::Net;
use crate::net::matrix::{PackedMatrix, add_transposed};
use crate::sparse::{SEGMENT, Sparse};
use crate::transition::Transition;

/// Decisions that a thread takes at a time.
const BLOCK: usize = 256;

/// The gradient of the loss of a minibatch, with the buffers of its computation, which are used again.
#[derive(Debug)]
pub struct Gradient {
    /// The partial derivative of the loss with respect to each weight, as it was taken last.
    pub values: Net,
    first: PackedMatrix,
    passes: Vec<Pass>,
}

impl Gradient {
    /// The buffers for networks of this shape.
    pub fn new(net: &Net) -> Self {
        Self { values: net.zeros_like(), first: PackedMatrix::default(), passes: Vec::new() }
    }

    /// Computes the gradient of `share` times the sum of the losses of `minibatch`, and returns the statistics of these losses.
    pub fn take(
        &mut self,
        net: &Net,
        minibatch: &[Transition<'_>],
        share: f32,
        weights: &LossWeights,
    ) -> LossStats {
        let Self { values, first, passes } = self;
        let [weight, bias] = net.layer(0);
        first.pack(weight, bias.len());
        passes.resize_with(minibatch.len().div_ceil(BLOCK), || Pass::new(net));
        let blocks = passes.par_iter_mut().zip(minibatch.par_chunks(BLOCK));
        blocks.for_each(|(pass, minibatch)| pass.run(net, first, minibatch, share, weights));
        let policy = values.heads();
        values.weights.iter_mut().for_each(|array| array.fill(0.0));
        for (w, sum) in values.weights.iter_mut().enumerate() {
            if w == 0 {
                // The weights of the first layer.
                add_product(sum, passes, |pass| (&pass.inputs, &pass.d_sums));
            } else if w == policy {
                add_product(sum, passes, |pass| (&pass.heads.d_logits, pass.hidden()));
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

/// Adds `xᵀ · matrix` of each pass, where `x` is sparse.
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
