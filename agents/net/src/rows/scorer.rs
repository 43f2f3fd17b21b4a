//! [`RowScorer`]: the logits that actions get by the rows that they name, and their gradients.

use super::{Named, RowBlock, Rows};
use crate::kernel::{
    NARROW, Narrow, add_outer, add_products, add_scaled, add_vector, narrow, narrow_mut, total,
};
use crate::sparse::Entries;

/// The layers of a decision. Each is computed once, for the first action that needs it.
#[derive(Clone, Debug, Default)]
pub struct RowScorer {
    /// Rows after the layer of their block.
    rows: Units,
    /// These as a kind of action sees them.
    seen: Units,
    /// The last hidden layer as each kind of actions sees it.
    contexts: Units,
    /// Which of `rows` each of `seen` is made of.
    views: Vec<(usize, Named)>,
    /// The arrays with a row for each output, as gradients pass them.
    turned: Vec<Vec<f32>>,
}

/// Layers of which few are needed.
#[derive(Clone, Debug, Default)]
struct Units {
    /// The number of vectors of a unit.
    vectors: usize,
    /// The place of each among those that are known.
    places: Vec<Option<u16>>,
    known: Vec<usize>,
    values: Vec<Narrow>,
    gradients: Vec<Narrow>,
}

impl Units {
    #[inline(always)]
    fn clear(&mut self, count: usize, width: usize) {
        self.vectors = width / NARROW;
        self.places.resize(count, None);
        for &unit in &self.known {
            self.places[unit] = None;
        }
        self.known.clear();
        self.values.clear();
        self.gradients.clear();
    }

    /// Where the unit is, and whether it was there before. A new one begins as `bias`.
    #[inline(always)]
    fn find(&mut self, unit: usize, bias: &[f32]) -> (usize, bool) {
        if let Some(place) = self.places[unit] {
            return (usize::from(place), true);
        }
        let place = self.known.len();
        self.places[unit] = Some(place as u16);
        self.known.push(unit);
        self.values.extend_from_slice(narrow(bias));
        self.values.resize((place + 1) * self.vectors, [0.0; NARROW]);
        self.gradients.resize((place + 1) * self.vectors, [0.0; NARROW]);
        (place, false)
    }

    /// Where a unit is that was found before.
    #[inline(always)]
    fn known(&self, unit: usize) -> usize {
        usize::from(self.places[unit].expect("what has a gradient was computed"))
    }

    #[inline(always)]
    fn value(&self, place: usize) -> &[Narrow] {
        &self.values[place * self.vectors..][..self.vectors]
    }

    #[inline(always)]
    fn value_mut(&mut self, place: usize) -> &mut [Narrow] {
        &mut self.values[place * self.vectors..][..self.vectors]
    }

    #[inline(always)]
    fn gradient(&self, place: usize) -> &[Narrow] {
        &self.gradients[place * self.vectors..][..self.vectors]
    }

    #[inline(always)]
    fn gradient_mut(&mut self, place: usize) -> &mut [Narrow] {
        &mut self.gradients[place * self.vectors..][..self.vectors]
    }
}

impl RowBlock {
    /// Calls `f` with the fields of a row that are not 0, by the number of the row among those of all blocks.
    #[inline(always)]
    fn fields(&self, inputs: Entries<'_>, row: usize, f: impl FnMut(usize, f32)) {
        let start = self.column + (row - self.first) * self.fields;
        inputs.within(start..start + self.fields, f);
    }
}

impl RowScorer {
    /// Prepares gradients for these arrays.
    pub fn turn(&mut self, rows: &Rows, weights: &[Vec<f32>]) {
        self.turned.resize(weights.len(), Vec::new());
        for kind in &rows.kinds {
            for array in [kind.at].into_iter().chain(kind.at + 3..kind.at + 3 + kind.blocks.len()) {
                let (weight, turned) = (&weights[array], &mut self.turned[array]);
                let inputs = weight.len() / rows.width;
                turned.clear();
                turned.extend((0..weight.len()).map(|i| weight[i % inputs * rows.width + i / inputs]));
            }
        }
    }

    /// Forgets the last decision.
    #[inline(always)]
    pub fn clear(&mut self, rows: &Rows) {
        let count = rows.blocks.last().map_or(0, |block| block.first + block.rows);
        self.rows.clear(count, rows.width);
        self.seen.clear(rows.seen, rows.width);
        self.contexts.clear(rows.kinds.len(), rows.width);
        self.views.clear();
    }

    /// The logit of an action by the rows that it names; `weights` are the arrays of `rows`.
    #[inline(always)]
    pub fn logit(
        &mut self,
        rows: &Rows,
        weights: &[Vec<f32>],
        inputs: Entries<'_>,
        hidden: &[f32],
        action: usize,
    ) -> f32 {
        let Some((kind, named)) = rows.of(action) else { return 0.0 };
        let at = rows.kinds[kind].at;
        let (context, known) = self.contexts.find(kind, &weights[at + 1]);
        if !known {
            add_products(hidden, narrow(&weights[at]), self.contexts.value_mut(context));
        }
        for &named in named {
            let (seen, known) = self.seen.find(usize::from(named.seen), &[]);
            if !known {
                self.see(rows, weights, inputs, named, seen);
            }
        }
        let mut lanes = [0.0; NARROW];
        for (at, score) in narrow(&weights[at + 2]).iter().enumerate() {
            let sum = self.sum(context, named, at);
            for i in 0..NARROW {
                lanes[i] = sum[i].max(0.0).mul_add(score[i], lanes[i]);
            }
        }
        total(&lanes)
    }

    /// A vector of the context of an action and the rows that it names, added up.
    #[inline(always)]
    fn sum(&self, context: usize, named: &[Named], at: usize) -> Narrow {
        let mut sum = self.contexts.value(context)[at];
        for named in named {
            add_vector(1.0, &self.seen.value(self.seen.known(usize::from(named.seen)))[at], &mut sum);
        }
        sum
    }

    /// Computes a row as a kind of action sees it, at its place.
    #[inline(always)]
    fn see(&mut self, rows: &Rows, weights: &[Vec<f32>], inputs: Entries<'_>, named: Named, place: usize) {
        let (row, b) = (usize::from(named.row), usize::from(named.block));
        let (from, known) = self.rows.find(row, &weights[2 * b + 1]);
        if !known {
            let (vectors, weight) = (self.rows.vectors, narrow(&weights[2 * b]));
            for at in 0..vectors {
                let mut unit = self.rows.value(from)[at];
                rows.blocks[b].fields(
                    inputs,
                    row,
                    #[inline(always)]
                    |field, x| add_vector(x, &weight[field * vectors + at], &mut unit),
                );
                for x in &mut unit {
                    *x = x.max(0.0);
                }
                self.rows.value_mut(from)[at] = unit;
            }
        }
        self.views.push((from, named));
        let weight = narrow(&weights[usize::from(named.array)]);
        add_products(self.rows.value(from).as_flattened(), weight, self.seen.value_mut(place));
    }

    /// Takes the gradient with respect to the logit of an action whose logit was computed.
    #[inline(always)]
    pub fn push(
        &mut self,
        rows: &Rows,
        weights: &[Vec<f32>],
        action: usize,
        gradient: f32,
        d_weights: &mut [Vec<f32>],
    ) {
        let Some((kind, named)) = rows.of(action) else { return };
        let score = rows.kinds[kind].at + 2;
        let context = self.contexts.known(kind);
        let (scores, d_scores) = (narrow(&weights[score]), narrow_mut(&mut d_weights[score]));
        for at in 0..scores.len() {
            let sum = self.sum(context, named, at);
            let mut slope = [0.0; NARROW];
            for i in 0..NARROW {
                d_scores[at][i] += gradient * sum[i].max(0.0);
                slope[i] = if sum[i] > 0.0 { gradient * scores[at][i] } else { 0.0 };
            }
            add_vector(1.0, &slope, &mut self.contexts.gradient_mut(context)[at]);
            for named in named {
                let seen = self.seen.known(usize::from(named.seen));
                add_vector(1.0, &slope, &mut self.seen.gradient_mut(seen)[at]);
            }
        }
    }

    /// Takes the gradients of all actions through the layers: adds those with respect to the arrays and to the last hidden layer.
    #[inline(always)]
    pub fn finish(
        &mut self,
        rows: &Rows,
        inputs: Entries<'_>,
        (hidden, d_hidden): (&[f32], &mut [f32]),
        d_weights: &mut [Vec<f32>],
    ) {
        for (place, &(from, named)) in self.views.iter().enumerate() {
            let (slope, array) = (self.seen.gradient(place), usize::from(named.array));
            add_outer(self.rows.value(from).as_flattened(), slope, narrow_mut(&mut d_weights[array]));
            add_products(slope.as_flattened(), narrow(&self.turned[array]), self.rows.gradient_mut(from));
        }
        let vectors = self.rows.vectors;
        for (place, &row) in self.rows.known.iter().enumerate() {
            let b = rows.blocks.partition_point(|block| block.first <= row) - 1;
            for at in 0..vectors {
                let (mut slope, unit) = (self.rows.gradient(place)[at], self.rows.value(place)[at]);
                for i in 0..NARROW {
                    // Nothing passes a unit that is off.
                    slope[i] = if unit[i] > 0.0 { slope[i] } else { 0.0 };
                }
                add_vector(1.0, &slope, &mut narrow_mut(&mut d_weights[2 * b + 1])[at]);
                let d_weight = narrow_mut(&mut d_weights[2 * b]);
                rows.blocks[b].fields(
                    inputs,
                    row,
                    #[inline(always)]
                    |field, x| add_vector(x, &slope, &mut d_weight[field * vectors + at]),
                );
            }
        }
        for (place, &kind) in self.contexts.known.iter().enumerate() {
            let (slope, at) = (self.contexts.gradient(place), rows.kinds[kind].at);
            add_outer(&[1.0], slope, narrow_mut(&mut d_weights[at + 1]));
            add_outer(hidden, slope, narrow_mut(&mut d_weights[at]));
            let layers = self.turned[at].chunks_exact(hidden.len());
            for (&slope, layer) in slope.as_flattened().iter().zip(layers) {
                add_scaled(slope, layer, d_hidden);
            }
        }
    }
}
