//! [`PackedNet`]: a network packed for inference, on one row of inputs or on many.

use std::borrow::Borrow;
use std::ops::Range;

use super::matrix::PackedMatrix;
use crate::full::Full;
use crate::kernel::fast;
use crate::net::Net;
use crate::sparse::Sparse;

/// A network whose weights are packed so that a part of a matrix serves many rows while it is in the cache.
#[derive(Clone, Debug)]
pub struct PackedNet<N> {
    /// The network.
    pub(crate) net: N,
    layers: Vec<PackedMatrix>,
}

impl<N: Borrow<Net>> PackedNet<N> {
    /// Packs the weights of a network.
    pub fn new(net: N) -> Self {
        let pack = |layer| {
            let ([weight, bias], mut matrix) = (net.borrow().layer(layer), PackedMatrix::default());
            matrix.pack(weight, bias.len());
            matrix
        };
        let layers = (0..net.borrow().shape.hidden_sizes.len()).map(pack).collect();
        Self { net, layers }
    }

    /// Computes the last hidden layer for some rows of `inputs`, one row for each. The results are the same to the bit whether
    /// rows are computed together or one by one.
    pub(crate) fn forward<'t>(
        &self,
        inputs: &Sparse,
        rows: Range<usize>,
        activations: &'t mut Activations,
    ) -> &'t [f32] {
        let Activations { now, next, .. } = activations;
        let (net, count) = (self.net.borrow(), rows.len());
        let activation = net.shape.activation;
        fast(
            #[inline(always)]
            || {
                for (layer, matrix) in self.layers.iter().enumerate() {
                    let [_, bias] = net.layer(layer);
                    next.resize(count * bias.len(), 0.0);
                    if layer == 0 {
                        matrix.multiply(inputs, rows.clone(), bias, next);
                    } else {
                        matrix.multiply_full(now, bias, next);
                    }
                    activation.apply(next);
                    std::mem::swap(now, next);
                }
            },
        );
        now
    }
}

/// The buffers of a forward pass, to be used again.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    /// The layer computed last.
    now: Vec<f32>,
    next: Vec<f32>,
    /// The answers of a network that computes all logits at once.
    pub full: Full,
}

impl Activations {
    /// The last hidden layer of the latest forward pass.
    pub(crate) fn hidden(&self) -> &[f32] {
        &self.now
    }
}

#[cfg(test)]
mod tests {
    use holotable_env::{Block, Field, Layout, Relations};

    use super::*;
    use crate::shape::{Activation, NetShape};

    fn block(name: &str, rows: usize, fields: usize) -> Block {
        let field = Field { name: "any".to_owned(), unit: "1".to_owned(), lo: 0.0, hi: 1.0 };
        Block { name: name.to_owned(), doc: String::new(), rows, fields: vec![field; fields] }
    }

    #[test]
    fn a_batch_gives_the_same_as_each_row_alone() {
        let blocks = vec![block("cards", 5, 20), block("tokens", 100, 2)];
        let layout = Layout {
            actions: 3,
            observation: blocks.iter().map(Block::len).sum(),
            action_blocks: Vec::new(),
            observation_blocks: blocks,
            relations: Relations::default(),
        };
        // Neither the widths nor the number of rows are multiples of the kernels' block sizes.
        let (hidden_sizes, activation) = (vec![70, 37, 5], Activation::Tanh);
        let shape = NetShape { hidden_sizes, activation, ..NetShape::default() };
        let wave = |n: usize| (0..n).map(|i| (i as f32 * 0.7).sin() / 8.0).collect::<Vec<f32>>();
        let arrays = shape.arrays(&layout).into_iter().map(|(_, shape)| wave(shape.iter().product()));
        let net = Net::of(&shape, &layout, arrays.collect());
        let mut inputs = Sparse::new(layout.observation);
        for row in 0..9 {
            let number = |i: usize| {
                if (i * 31 + row).is_multiple_of(7) { (i as f32 + row as f32).cos() } else { 0.0 }
            };
            inputs.push(&[&(0..layout.observation).map(number).collect::<Vec<f32>>()]);
        }
        let (packed, mut many, mut one) =
            (PackedNet::new(&net), Activations::default(), Activations::default());
        let many = packed.forward(&inputs, 2..9, &mut many);
        for (row, activations) in (2..9).zip(many.chunks_exact(5)) {
            assert_eq!(activations, packed.forward(&inputs, row..row + 1, &mut one), "row {row}");
        }
    }
}
