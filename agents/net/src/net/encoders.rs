//! [`Encoders`]: small layers below the first one, each shared by all rows of a block of the observation.
//!
//! A row of such a block describes a card or a unit. Its fields mean the same in every row, so the rows share weights. Encoded
//! rows keep their order, since actions name cards by place.

use std::ops::Range;

use holotable_env::Layout;

use crate::kernel::{add_scaled, dot, fast};
use crate::shape::{Activation, NetShape};
use crate::sparse::{Entries, SEGMENT, Sparse};

/// Maps the inputs of the network to those of the first layer. The weights are the network's first arrays: a matrix of
/// fields by outputs for each encoded block, without bias, so that an empty row is encoded as zeros.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encoders {
    /// The number of encoders.
    count: usize,
    /// The number of values that a row is encoded as.
    width: usize,
    stretches: Vec<Stretch>,
}

/// A range of the inputs: an encoded block, or values that are passed on unchanged.
#[derive(Clone, Debug, PartialEq)]
struct Stretch {
    inputs: Range<usize>,
    /// Where it begins in the inputs of the first layer.
    output: usize,
    /// The number of fields per row if the rows are encoded, else `None`.
    fields: Option<usize>,
}

/// A part of the inputs of the first layer.
enum Piece<'a> {
    /// A value that is passed on unchanged.
    Value { output: usize, value: f32 },
    /// A row to be encoded: fields and their values, as far as they are not 0.
    Row { output: usize, encoder: usize, fields: &'a [(usize, f32)] },
}

/// The buffers of the backward pass through encoders, to be used again.
#[derive(Debug, Default)]
pub struct BackwardBuffers {
    row: Vec<f32>,
    gradients: Vec<f32>,
}

impl Encoders {
    /// The encoders of networks of this shape.
    pub fn new(shape: &NetShape, layout: &Layout) -> Self {
        let mut stretches = Vec::<Stretch>::new();
        let (mut input, mut output) = (0, 0);
        let blocks = layout.observation_blocks.iter().map(|block| {
            (block.len(), shape.encodes(block).then_some(block.fields.len()), shape.inputs_of(block))
        });
        let prior = shape.prior_len(layout);
        for (len, fields, outputs) in blocks.chain([(prior, None, prior)]) {
            let inputs = input..input + len;
            match stretches.last_mut() {
                Some(last) if last.fields.is_none() && fields.is_none() => last.inputs.end = inputs.end,
                _ => stretches.push(Stretch { inputs: inputs.clone(), output, fields }),
            }
            input = inputs.end;
            output += outputs;
        }
        let count = stretches.iter().filter(|stretch| stretch.fields.is_some()).count();
        Self { count, width: shape.encoder_width, stretches }
    }

    /// The number of encoders.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none, so that the network's inputs are those of the first layer.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Appends the inputs of the first layer.
    pub fn encode(
        &self,
        weights: &[Vec<f32>],
        activation: Activation,
        inputs: Entries<'_>,
        into: &mut Sparse,
    ) {
        let mut encoded = vec![0.0; self.width];
        fast(
            #[inline(always)]
            || {
                let mut into = into.begin();
                self.walk(
                    inputs,
                    #[inline(always)]
                    |piece| match piece {
                        Piece::Value { output, value } => into.put(output, value),
                        Piece::Row { output, encoder, fields } => {
                            apply(&weights[encoder], activation, fields, &mut encoded);
                            for (i, &x) in encoded.iter().enumerate() {
                                if x != 0.0 {
                                    into.put(output + i, x);
                                }
                            }
                        }
                    },
                );
                into.end();
            },
        );
    }

    /// Adds the gradient with respect to the encoders' weights to `d_weights`, given `d_sums`, the gradient with respect to the
    /// first layer's sums before the activation, and `first`, the first layer's weight.
    pub fn backward(
        &self,
        weights: &[Vec<f32>],
        activation: Activation,
        inputs: Entries<'_>,
        (first, d_sums): (&[f32], &[f32]),
        d_weights: &mut [Vec<f32>],
        BackwardBuffers { row, gradients }: &mut BackwardBuffers,
    ) {
        row.resize(self.width, 0.0);
        gradients.resize(self.width, 0.0);
        fast(
            #[inline(always)]
            || {
                self.walk(
                    inputs,
                    #[inline(always)]
                    |piece| {
                        let Piece::Row { output, encoder, fields } = piece else { return };
                        apply(&weights[encoder], activation, fields, row);
                        let above = first[output * d_sums.len()..].chunks_exact(d_sums.len());
                        for ((gradient, &x), above) in gradients.iter_mut().zip(row.iter()).zip(above) {
                            *gradient = if activation.is_flat(x) { 0.0 } else { dot(above, d_sums) };
                        }
                        activation.backward(row, gradients);
                        for &(field, value) in fields {
                            let d_field = &mut d_weights[encoder][field * self.width..][..self.width];
                            add_scaled(value, gradients, d_field);
                        }
                    },
                );
            },
        );
    }

    /// Visits the parts of the inputs of the first layer in order.
    #[inline(always)]
    fn walk(&self, inputs: Entries<'_>, mut visit: impl FnMut(Piece<'_>)) {
        let mut stretches = self.stretches.iter();
        let mut here = stretches.next();
        let mut row = OpenRow::default();
        for (segment, (place, value)) in inputs.segments().enumerate() {
            for (&i, &value) in place.iter().zip(value) {
                let column = segment * SEGMENT + usize::from(i);
                if column < row.end {
                    row.fields.push((column - row.start, value));
                    continue;
                }
                row.close(&mut visit);
                while let Some(stretch) = here.filter(|stretch| column >= stretch.inputs.end) {
                    row.encoder += usize::from(stretch.fields.is_some());
                    here = stretches.next();
                }
                let Stretch { inputs, output, fields } = here.expect("stretches cover all columns");
                let within = column - inputs.start;
                let Some(fields) = fields else {
                    visit(Piece::Value { output: output + within, value });
                    continue;
                };
                let number = within / fields;
                row.start = inputs.start + number * fields;
                row.end = row.start + fields;
                row.output = output + number * self.width;
                row.fields.push((column - row.start, value));
            }
        }
        row.close(&mut visit);
    }
}

/// The entries of an encoded row that have been read so far.
#[derive(Default)]
struct OpenRow {
    encoder: usize,
    /// Its columns in the inputs.
    start: usize,
    end: usize,
    output: usize,
    fields: Vec<(usize, f32)>,
}

impl OpenRow {
    /// Visits the row if it has entries, and starts anew.
    #[inline(always)]
    fn close(&mut self, visit: &mut impl FnMut(Piece<'_>)) {
        if !self.fields.is_empty() {
            visit(Piece::Row { output: self.output, encoder: self.encoder, fields: &self.fields });
            self.fields.clear();
        }
    }
}

/// Encodes a row.
#[inline(always)]
fn apply(weight: &[f32], activation: Activation, fields: &[(usize, f32)], encoded: &mut [f32]) {
    /// Numbers that are summed in a register.
    const LANES: usize = 16;
    let width = encoded.len();
    for start in (0..width).step_by(LANES) {
        let end = width.min(start + LANES);
        if let Some(sums) = encoded[start..].first_chunk_mut::<LANES>() {
            let mut total = [0.0f32; LANES];
            for &(field, value) in fields {
                let row: &[f32; LANES] =
                    weight[field * width + start..].first_chunk().expect("a whole block");
                for (t, w) in total.iter_mut().zip(row) {
                    *t = value.mul_add(*w, *t);
                }
            }
            *sums = total;
        } else {
            encoded[start..end].fill(0.0);
            for &(field, value) in fields {
                add_scaled(value, &weight[field * width + start..][..end - start], &mut encoded[start..end]);
            }
        }
    }
    activation.apply(encoded);
}
