//! [`Dense`]: a hidden layer above the first.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// The weight (inputs by outputs) and bias of a layer. All matrices are row-major; those that are not weights have one row
/// per decision.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a> {
    /// The weight.
    pub weight: &'a [f32],
    /// The bias.
    pub bias: &'a [f32],
}

impl Dense<'_> {
    /// `y = x · weight + bias`.
    pub fn forward(&self, x: &[f32], y: &mut Vec<f32>) {
        let (inputs, outputs) = self.sizes();
        y.clear();
        (0..x.len() / inputs).for_each(|_| y.extend_from_slice(self.bias));
        general_mat_mul(1.0, &matrix(x, inputs), &matrix(self.weight, outputs), 1.0, &mut into(y, outputs));
    }

    /// Replaces the gradient with respect to the layer's output for `x` by that with respect to `x`, and writes that with
    /// respect to the weight.
    pub fn backward(&self, x: &[f32], gradients: &mut Vec<f32>, d_weight: &mut Vec<f32>) {
        let (inputs, outputs) = self.sizes();
        let d_sums = std::mem::take(gradients);
        d_weight.resize(self.weight.len(), 0.0);
        gradients.resize(x.len(), 0.0);
        let (x, weight, d_sums) = (matrix(x, inputs), matrix(self.weight, outputs), matrix(&d_sums, outputs));
        general_mat_mul(1.0, &x.t(), &d_sums, 0.0, &mut into(d_weight, outputs));
        general_mat_mul(1.0, &d_sums, &weight.t(), 0.0, &mut into(gradients, inputs));
    }

    /// How many inputs and outputs the layer has.
    fn sizes(&self) -> (usize, usize) {
        (self.weight.len() / self.bias.len(), self.bias.len())
    }
}

fn matrix(x: &[f32], columns: usize) -> ArrayView2<'_, f32> {
    ArrayView2::from_shape((x.len() / columns, columns), x).expect("whole rows")
}

fn into(x: &mut [f32], columns: usize) -> ArrayViewMut2<'_, f32> {
    ArrayViewMut2::from_shape((x.len() / columns, columns), x).expect("whole rows")
}
