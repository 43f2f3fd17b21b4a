//! [`RowScorer`]: the logits that actions get by the rows that they name, and their gradients.

use super::{Named, RowBlock, Rows};
use crate::kernel::{add_products, add_scaled, dot};
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
    sum: Vec<f32>,
    slope: Vec<f32>,
}

/// Layers of which few are needed.
#[derive(Clone, Debug, Default)]
struct Units {
    width: usize,
    /// The place of each among those that are known.
    places: Vec<Option<u16>>,
    known: Vec<usize>,
    values: Vec<f32>,
    gradients: Vec<f32>,
}

impl Units {
    #[inline(always)]
    fn clear(&mut self, count: usize, width: usize) {
        self.width = width;
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
        self.values.extend_from_slice(bias);
        self.values.resize((place + 1) * self.width, 0.0);
        self.gradients.resize((place + 1) * self.width, 0.0);
        (place, false)
    }

    /// Where a unit is that was found before.
    #[inline(always)]
    fn known(&self, unit: usize) -> usize {
        usize::from(self.places[unit].expect("what has a gradient was computed"))
    }

    #[inline(always)]
    fn value(&self, place: usize) -> &[f32] {
        &self.values[place * self.width..][..self.width]
    }

    #[inline(always)]
    fn value_mut(&mut self, place: usize) -> &mut [f32] {
        &mut self.values[place * self.width..][..self.width]
    }

    #[inline(always)]
    fn gradient(&self, place: usize) -> &[f32] {
        &self.gradients[place * self.width..][..self.width]
    }

    #[inline(always)]
    fn gradient_mut(&mut self, place: usize) -> &mut [f32] {
        &mut self.gradients[place * self.width..][..self.width]
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

#[inline(always)]
fn relu(x: &mut [f32]) {
    for x in x {
        *x = x.max(0.0);
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
            add_products(hidden, &weights[at], self.contexts.value_mut(context));
        }
        self.sum.clear();
        self.sum.extend_from_slice(self.contexts.value(context));
        for &named in named {
            let (seen, known) = self.seen.find(usize::from(named.seen), &[]);
            if !known {
                self.see(rows, weights, inputs, named, seen);
            }
            add_scaled(1.0, self.seen.value(seen), &mut self.sum);
        }
        relu(&mut self.sum);
        dot(&self.sum, &weights[at + 2])
    }

    /// Computes a row as a kind of action sees it, at its place.
    #[inline(always)]
    fn see(&mut self, rows: &Rows, weights: &[Vec<f32>], inputs: Entries<'_>, named: Named, place: usize) {
        let (row, b) = (usize::from(named.row), usize::from(named.block));
        let (from, known) = self.rows.find(row, &weights[2 * b + 1]);
        if !known {
            let sum = self.rows.value_mut(from);
            let weight = &weights[2 * b][..];
            rows.blocks[b].fields(
                inputs,
                row,
                #[inline(always)]
                |field, x| add_scaled(x, &weight[field * rows.width..][..rows.width], sum),
            );
            relu(self.rows.value_mut(from));
        }
        self.views.push((from, named));
        add_products(self.rows.value(from), &weights[usize::from(named.array)], self.seen.value_mut(place));
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
        let at = rows.kinds[kind].at;
        let context = self.contexts.known(kind);
        self.sum.clear();
        self.sum.extend_from_slice(self.contexts.value(context));
        for named in named {
            let seen = self.seen.known(usize::from(named.seen));
            add_scaled(1.0, self.seen.value(seen), &mut self.sum);
        }
        self.slope.resize(rows.width, 0.0);
        let sums = self.sum.iter().zip(&mut self.slope);
        for ((&x, slope), (&score, d_score)) in sums.zip(weights[at + 2].iter().zip(&mut d_weights[at + 2])) {
            *d_score += gradient * x.max(0.0);
            *slope = if x > 0.0 { gradient * score } else { 0.0 };
        }
        add_scaled(1.0, &self.slope, self.contexts.gradient_mut(context));
        for named in named {
            let seen = self.seen.known(usize::from(named.seen));
            add_scaled(1.0, &self.slope, self.seen.gradient_mut(seen));
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
        let d = rows.width;
        for (place, &(from, named)) in self.views.iter().enumerate() {
            let (slope, array) = (self.seen.gradient(place), usize::from(named.array));
            for (&x, d_layer) in self.rows.value(from).iter().zip(d_weights[array].chunks_exact_mut(d)) {
                if x > 0.0 {
                    add_scaled(x, slope, d_layer);
                }
            }
            add_products(slope, &self.turned[array], self.rows.gradient_mut(from));
        }
        for (place, &row) in self.rows.known.iter().enumerate() {
            let b = rows.blocks.partition_point(|block| block.first <= row) - 1;
            let layers = self.rows.gradients[place * d..][..d].iter_mut().zip(&self.rows.values[place * d..]);
            // Nothing passes a unit that is off.
            layers.for_each(|(slope, &x)| *slope = if x > 0.0 { *slope } else { 0.0 });
            let slope = self.rows.gradient(place);
            add_scaled(1.0, slope, &mut d_weights[2 * b + 1]);
            let d_weight = &mut d_weights[2 * b][..];
            rows.blocks[b].fields(
                inputs,
                row,
                #[inline(always)]
                |field, x| add_scaled(x, slope, &mut d_weight[field * d..][..d]),
            );
        }
        for (place, &kind) in self.contexts.known.iter().enumerate() {
            let (slope, at) = (self.contexts.gradient(place), rows.kinds[kind].at);
            add_scaled(1.0, slope, &mut d_weights[at + 1]);
            for (&x, d_layer) in hidden.iter().zip(d_weights[at].chunks_exact_mut(d)) {
                if x != 0.0 {
                    add_scaled(x, slope, d_layer);
                }
            }
            for (&slope, layer) in slope.iter().zip(self.turned[at].chunks_exact(hidden.len())) {
                add_scaled(slope, layer, d_hidden);
            }
        }
    }
}
