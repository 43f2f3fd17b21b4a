//! [`Dense`]: a hidden layer above the first, multiplied by torch.

use tch::Tensor;

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
        fill(y, &Tensor::from_slice(self.bias).addmm(&self.inputs(x), &self.outputs(self.weight)));
    }

    /// Replaces the gradient with respect to the layer's output for `x` by that with respect to `x`, and writes that with
    /// respect to the weight.
    pub fn backward(&self, x: &[f32], gradients: &mut Vec<f32>, d_weight: &mut Vec<f32>) {
        let (x, weight, d_sums) = (self.inputs(x), self.outputs(self.weight), self.outputs(gradients));
        fill(d_weight, &x.transpose(0, 1).mm(&d_sums));
        fill(gradients, &d_sums.mm(&weight.transpose(0, 1)));
    }

    fn inputs(&self, x: &[f32]) -> Tensor {
        Tensor::from_slice(x).view([-1, (self.weight.len() / self.bias.len()) as i64])
    }

    fn outputs(&self, x: &[f32]) -> Tensor {
        Tensor::from_slice(x).view([-1, self.bias.len() as i64])
    }
}

fn fill(values: &mut Vec<f32>, x: &Tensor) {
    values.resize(x.numel(), 0.0);
    x.copy_data(values, x.numel());
}
