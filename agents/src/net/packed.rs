//! [`PackedNet`]: a network that thinks, about one observation or many.

use std::borrow::Borrow;
use std::ops::Range;

use super::Net;
use super::kernel::fast;
use super::packed_matrix::PackedMatrix;
use super::sparse::Sparse;

/// A network ready to think: several observations meet a part of a weight while it is at hand.
#[derive(Clone, Debug)]
pub struct PackedNet<N> {
    /// The network.
    pub net: N,
    layers: Vec<PackedMatrix>,
}

impl<N: Borrow<Net>> PackedNet<N> {
    /// Makes a network ready.
    pub fn new(net: N) -> Self {
        let pack = |layer| {
            let ([weight, bias], mut matrix) = (net.borrow().layer(layer), PackedMatrix::default());
            matrix.pack(weight, bias.len());
            matrix
        };
        let layers = (0..net.borrow().shape.hidden_sizes.len()).map(pack).collect();
        Self { net, layers }
    }

    /// The last hidden layer for some rows of `inputs`, a row each; to the bit the same one by one and together.
    pub fn forward<'t>(
        &self,
        inputs: &Sparse,
        rows: Range<usize>,
        activations: &'t mut Activations,
    ) -> &'t [f32] {
        let Activations { given, now, next } = activations;
        let (net, count) = (self.net.borrow(), rows.len());
        let (inputs, rows) = if net.encoders.is_empty() {
            (inputs, rows)
        } else {
            given.reset(net.given());
            rows.for_each(|row| net.encode(inputs.row(row), given));
            (&*given, 0..count)
        };
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

/// Where a network thinks: memory to be used again.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    /// What the first layer is given, if that is not the observation.
    given: Sparse,
    /// The latest layer.
    now: Vec<f32>,
    next: Vec<f32>,
}

impl Activations {
    /// The last hidden layer of the latest thought.
    pub fn hidden(&self) -> &[f32] {
        &self.now
    }
}

#[cfg(test)]
mod tests {
    use holotable_env::{Block, Field, Layout};

    use super::*;
    use crate::net::shape::{Activation, NetShape};

    const FIELD: Field = Field::share("any", "1");
    const BLOCKS: [Block; 2] = [
        Block { name: "cards", doc: "to be encoded", rows: 5, fields: &[FIELD; 20] },
        Block { name: "tokens", doc: "too narrow for that", rows: 100, fields: &[FIELD; 2] },
    ];

    #[test]
    fn many_thoughts_are_each_the_one_thought() {
        let layout = Layout {
            actions: 3,
            observation: BLOCKS.iter().map(Block::len).sum(),
            action_blocks: Vec::new(),
            observation_blocks: BLOCKS.to_vec(),
        };
        // Neither widths nor rows are multiples of what the kernels take at once.
        for encoder_width in [0, 7] {
            let (hidden_sizes, activation) = (vec![70, 37, 5], Activation::Tanh);
            let shape = NetShape { encoder_width, hidden_sizes, activation, advice: false };
            let wave = |n: usize| (0..n).map(|i| (i as f32 * 0.7).sin() / 8.0).collect::<Vec<f32>>();
            let arrays = shape.arrays(&layout).into_iter().map(|(_, shape)| wave(shape.iter().product()));
            let net = Net::of(&shape, &layout, arrays.collect());
            let mut inputs = Sparse::new(layout.observation);
            for row in 0..9 {
                let number = |i: usize| {
                    if (i * 31 + row).is_multiple_of(7) { (i as f32 + row as f32).cos() } else { 0.0 }
                };
                inputs.push(&(0..layout.observation).map(number).collect::<Vec<f32>>());
            }
            let (packed, mut many, mut one) =
                (PackedNet::new(&net), Activations::default(), Activations::default());
            let many = packed.forward(&inputs, 2..9, &mut many);
            for (row, activations) in (2..9).zip(many.chunks_exact(5)) {
                assert_eq!(activations, packed.forward(&inputs, row..row + 1, &mut one), "row {row}");
            }
        }
    }
}
