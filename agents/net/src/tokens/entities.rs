//! [`Attention`]: a layer in which every token looks at all others; `entities` has several (Vaswani et al., arXiv:1706.03762).

use ndarray::{Array2, ArrayViewMut1, Axis, Slice};

use super::layers::{Linear, Norm, Weights};
use crate::shape::Activation;

/// A layer of attention with the norms before its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    norms: [Norm; 2],
    /// Query, key, value and output.
    parts: [Linear; 4],
    wide: Linear,
    narrow: Linear,
    heads: usize,
    activation: Activation,
}

impl Attention {
    /// The layer with this number.
    pub fn new(weights: Weights<'_>, layer: usize, heads: usize, activation: Activation) -> Self {
        let at = |name: &str| format!("attention.{layer}.{name}");
        Self {
            norms: ["norm_1", "norm_2"].map(|name| weights.norm(&at(name))),
            parts: ["query", "key", "value", "out"].map(|name| weights.linear(&at(name))),
            wide: weights.linear(&at("wide")),
            narrow: weights.linear(&at("narrow")),
            heads,
            activation,
        }
    }

    /// Adds to each token what it finds in the others, then what it makes of that.
    pub fn apply(&self, tokens: &mut Array2<f32>) {
        let [query, key, value, out] = &self.parts;
        let seen = self.norms[0].apply(&tokens.view());
        let [query, key, value] = [query, key, value].map(|part| part.apply(&seen.view()));
        let width = tokens.ncols() / self.heads;
        let mut found = Array2::zeros(tokens.dim());
        for head in 0..self.heads {
            let columns = Slice::from(head * width..(head + 1) * width);
            let of = |part: &Array2<f32>| part.slice_axis(Axis(1), columns).to_owned();
            let mut scores = of(&query).dot(&of(&key).t()) / (width as f32).sqrt();
            scores.axis_iter_mut(Axis(0)).for_each(softmax);
            found.slice_axis_mut(Axis(1), columns).assign(&scores.dot(&of(&value)));
        }
        *tokens += &out.apply(&found.view());
        let mut wide = self.wide.apply(&self.norms[1].apply(&tokens.view()).view());
        self.activation.apply(wide.as_slice_mut().expect("a fresh matrix"));
        *tokens += &self.narrow.apply(&wide.view());
    }
}

fn softmax(mut scores: ArrayViewMut1<'_, f32>) {
    let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    scores.mapv_inplace(|x| (x - top).exp());
    let total = scores.sum();
    scores /= total;
}
