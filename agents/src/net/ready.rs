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
        first.cut(&net.weights[0], net.weights[1].len());
        Self { net, first }
    }

    /// The last hidden layer for some rows of `inputs`, a row each: to the bit what [`Net::think`] finds for one.
    pub fn think<'t>(&self, inputs: &Sparse, rows: Range<usize>, thought: &'t mut Thought) -> &'t [f32] {
        let (bias, count) = (&self.net.weights[1], rows.len());
        fast(
            #[inline(always)]
            || {
                thought.now.resize(count * bias.len(), 0.0);
                self.first.multiply(inputs, rows, bias, &mut thought.now);
                self.net.go_on(thought, count);
            },
        );
        &thought.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint::NetShape;
    use crate::net::Activation;

    #[test]
    fn many_thoughts_are_each_the_one_thought() {
        // Neither widths nor rows are multiples of what the kernels take at once.
        let (observation, widths, actions) = (300, [70, 37, 5], 3);
        let shape = NetShape { hidden_sizes: widths.to_vec(), activation: Activation::Tanh, advice: false };
        let sizes = [observation * 70, 70, 70 * 37, 37, 37 * 5, 5, actions * 5, actions, 5, 1];
        let wave = |n: usize| (0..n).map(|i| (i as f32 * 0.7).sin() / 8.0).collect::<Vec<f32>>();
        let net = Net { shape, weights: sizes.map(wave).to_vec(), advice: None };
        let mut inputs = Sparse::new(observation);
        for row in 0..9 {
            let number =
                |i: usize| if (i * 31 + row).is_multiple_of(7) { (i as f32 + row as f32).cos() } else { 0.0 };
            inputs.push(&(0..observation).map(number).collect::<Vec<f32>>());
        }
        let mut many = Thought::default();
        let many = Ready::new(&net).think(&inputs, 2..9, &mut many);
        for (row, thought) in (2..9).zip(many.chunks_exact(5)) {
            assert_eq!(thought, net.think(inputs.row(row), &mut Thought::default()), "row {row}");
        }
    }
}
