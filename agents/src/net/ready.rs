//! [`Ready`]: a network that thinks about many observations at once.

use std::ops::Range;

use super::kernel::fast;
use super::sparse::Sparse;
use super::tiles::Tiles;
use super::{Net, Thought};

/// A network ready to think about many observations at once: several meet a part of a weight while it is at hand.
#[derive(Clone, Debug)]
pub struct Ready<'a> {
    /// The network.
    pub net: &'a Net,
    first: Tiles,
}

impl<'a> Ready<'a> {
    /// Makes a network ready.
    pub fn new(net: &'a Net) -> Self {
        let mut first = Tiles::default();
        let [weight, bias] = net.layer(0);
        first.cut(weight, bias.len());
        Self { net, first }
    }

    /// The last hidden layer for some rows of `inputs`, a row each: to the bit what [`Net::think`] finds for one.
    pub fn think<'t>(&self, inputs: &Sparse, rows: Range<usize>, thought: &'t mut Thought) -> &'t [f32] {
        let Thought { given, now, next } = thought;
        let ([_, bias], count) = (self.net.layer(0), rows.len());
        let (inputs, rows) = if self.net.encoders.is_empty() {
            (inputs, rows)
        } else {
            given.reset(self.net.given());
            rows.for_each(|row| self.net.encode(inputs.row(row), given));
            (&*given, 0..count)
        };
        fast(
            #[inline(always)]
            || {
                now.resize(count * bias.len(), 0.0);
                self.first.multiply(inputs, rows, bias, now);
                self.net.go_on(now, next, count);
            },
        );
        now
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
            let mut many = Thought::default();
            let many = Ready::new(&net).think(&inputs, 2..9, &mut many);
            for (row, thought) in (2..9).zip(many.chunks_exact(5)) {
                assert_eq!(thought, net.think(inputs.row(row), &mut Thought::default()), "row {row}");
            }
        }
    }
}
