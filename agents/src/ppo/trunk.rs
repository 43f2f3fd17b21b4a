//! [`Trunk`]: the layers between the first and the heads, and the value, on torch with its derivatives.

use tch::{Kind, Tensor};

use crate::net::{Activation, Net};

/// Those layers at work on some rows.
#[derive(Debug)]
pub struct Trunk {
    /// What the first layer gave, then the weights of the layers above and of the value.
    leaves: Vec<Tensor>,
    hidden: Tensor,
    value: Tensor,
}

impl Trunk {
    /// Carries what the first layer gave, `first` (row-major), up to the last hidden layer and the value.
    pub fn forward(net: &Net, first: &[f32]) -> Self {
        let widths = &net.shape.hidden_sizes;
        let leaf = |values: &[f32], columns: usize| {
            Tensor::from_slice(values).view([-1, columns as i64]).set_requires_grad(true)
        };
        let mut leaves = vec![leaf(first, widths[0])];
        let mut x = leaves[0].shallow_clone();
        for (layer, &width) in net.weights[2..net.trunk()].chunks_exact(2).zip(&widths[1..]) {
            let (weight, bias) = (leaf(&layer[0], width), leaf(&layer[1], width));
            x = bias.addmm(&x, &weight);
            x = match net.shape.activation {
                Activation::Tanh => x.tanh(),
                Activation::Relu => x.relu(),
            };
            leaves.extend([weight, bias]);
        }
        let head = net.trunk() + 2;
        let (weight, bias) = (leaf(&net.weights[head], 1), leaf(&net.weights[head + 1], 1));
        let value = bias.addmm(&x, &weight);
        leaves.extend([weight, bias]);
        Self { leaves, hidden: x, value }
    }

    /// The last hidden layer, row-major.
    pub fn hidden(&self) -> Vec<f32> {
        numbers(&self.hidden)
    }

    /// The values.
    pub fn values(&self) -> Vec<f32> {
        numbers(&self.value)
    }

    /// Given the slopes of a loss by the last hidden layer and by the values: adds those by the weights to
    /// `gradient` and gives those by the first layer's output.
    pub fn backward(self, hidden: &[f32], value: &[f32], gradient: &mut Net) -> Vec<f32> {
        let towards =
            |x: &Tensor, slopes: &[f32]| (x * Tensor::from_slice(slopes).view_as(x)).sum(Kind::Float);
        let loss = towards(&self.hidden, hidden) + towards(&self.value, value);
        let slopes = Tensor::run_backward(&[loss], &self.leaves, false, false);
        let (trunk, layers) = (gradient.trunk(), slopes.len() - 3);
        let into = (2..2 + layers).chain([trunk + 2, trunk + 3]);
        for (slope, into) in slopes[1..].iter().zip(into) {
            slope.contiguous().copy_data(&mut gradient.weights[into], slope.numel());
        }
        numbers(&slopes[0])
    }
}

fn numbers(x: &Tensor) -> Vec<f32> {
    let mut values = vec![0.0; x.numel()];
    x.detach().contiguous().copy_data(&mut values, x.numel());
    values
}
