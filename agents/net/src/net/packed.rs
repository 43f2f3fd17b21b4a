//! [`PackedNet`]: a network packed for inference, on one row of inputs or on many.

use std::ops::Range;

use super::matrix::PackedMatrix;
use crate::kernel::fast;
use crate::net::Net;
use crate::rows::RowScorer;
use crate::sparse::{Entries, Sparse};

/// A network, ready to play: its weights are packed so that a part of a matrix serves many rows while it is in the cache.
#[derive(Clone, Debug)]
pub struct PackedNet {
    net: Net,
    layers: Vec<PackedMatrix>,
}

impl PackedNet {
    /// Packs the weights of a network.
    pub fn new(net: &Net) -> Self {
        let pack = |layer| {
            let ([weight, bias], mut matrix) = (net.layer(layer), PackedMatrix::default());
            matrix.pack(weight, bias.len());
            matrix
        };
        Self { net: net.clone(), layers: (0..net.shape.hidden_sizes.len()).map(pack).collect() }
    }

    /// Computes the last hidden layer for some rows of `inputs`. The next questions are about these rows, the first of them with number
    /// 0. The answers are the same to the bit whether rows are computed together or one by one.
    pub fn answer(&self, inputs: &Sparse, rows: Range<usize>, answers: &mut Activations) {
        let Activations { now, next, .. } = answers;
        let (net, count) = (&self.net, rows.len());
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
    }

    /// The chance to win of the seat that observes, for the row with this number among the answers.
    pub fn value(&self, answers: &Activations, row: usize) -> f32 {
        self.net.value(self.hidden(answers, row))
    }

    /// Appends the logits of actions for the row with this number among the answers, which `inputs` is.
    pub fn logits(
        &self,
        answers: &mut Activations,
        row: usize,
        inputs: Entries<'_>,
        actions: &mut dyn Iterator<Item = usize>,
        logits: &mut Vec<f32>,
    ) {
        let mut scorer = std::mem::take(&mut answers.rows);
        self.net.logits((inputs, self.hidden(answers, row)), actions, &mut scorer, logits);
        answers.rows = scorer;
    }

    /// The last hidden layer of a row.
    fn hidden<'a>(&self, answers: &'a Activations, row: usize) -> &'a [f32] {
        let width = self.net.shape.hidden_sizes.last().expect("a network has hidden layers");
        &answers.now[row * width..][..*width]
    }
}

/// The buffers of a forward pass, to be used again.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    /// The layer computed last.
    now: Vec<f32>,
    next: Vec<f32>,
    /// The rows that the actions of a decision name.
    rows: RowScorer,
}

#[cfg(test)]
mod tests {
    use holotable_env::{ActionBlock, Block, Field, Layout, Names, Relations};

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
            action_blocks: vec![ActionBlock {
                name: "Play".to_owned(),
                doc: String::new(),
                offset: 0,
                len: 3,
                fields: Vec::new(),
            }],
            observation_blocks: blocks,
            relations: Relations {
                // One action names no card, and one names two.
                names: vec![Names { block: "cards".to_owned(), rows: vec![(1, 4), (2, 0), (2, 4)] }],
                edges: Vec::new(),
            },
        };
        // Neither the widths nor the number of rows are multiples of the kernels' block sizes.
        let (hidden_sizes, activation) = (vec![70, 37, 5], Activation::Tanh);
        let shape = NetShape { hidden_sizes, activation, row_width: 32, ..NetShape::default() };
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
        packed.answer(&inputs, 2..9, &mut many);
        let mut all = Vec::new();
        for row in 2..9 {
            packed.answer(&inputs, row..row + 1, &mut one);
            let told = |answers: &mut Activations, place: usize| {
                let mut logits = vec![packed.value(answers, place)];
                packed.logits(answers, place, inputs.row(row), &mut (0..3), &mut logits);
                logits
            };
            all.push(told(&mut one, 0));
            assert_eq!(told(&mut many, row - 2), all[row - 2], "row {row}");
        }
        all.dedup();
        assert_eq!(all.len(), 7, "rows give different answers");
    }
}
