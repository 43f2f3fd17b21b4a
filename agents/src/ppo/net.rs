//! [`TrainedNet`]: the network under training, one trunk for policy and value.

use holotable_env::Layout;
use rand::Rng;
use tch::{Kind, Tensor};

use super::init::orthogonal;
use crate::checkpoint::{Array, Arrays, NetShape};
use crate::net::Activation;

/// The weights as tensors, in the order of [`NetShape::arrays`].
#[derive(Debug)]
pub struct TrainedNet {
    names: Vec<String>,
    /// Weight, bias, weight, bias, ...: the trunk's layers, the policy's, the value's.
    pub parameters: Vec<Tensor>,
    activation: Activation,
}

impl TrainedNet {
    /// Orthogonal weights, biases 0: gain √2 in the trunk, 0.01 for the policy so that it starts close to
    /// uniform, 1 for the value.
    pub fn new(shape: &NetShape, layout: &Layout, rng: &mut impl Rng) -> Self {
        let mut arrays = Arrays::new();
        for (name, shape) in shape.arrays(layout) {
            let gain = match name.as_str() {
                "policy.weight" => 0.01,
                "value.weight" => 1.0,
                _ => std::f64::consts::SQRT_2,
            };
            let values = match shape[..] {
                [rows, columns] => orthogonal(rows, columns, gain, rng),
                _ => vec![0.0; shape[0]],
            };
            arrays.insert(name, Array { shape, values });
        }
        Self::from_arrays(shape, layout, &arrays)
    }

    /// The network with these weights.
    pub fn from_arrays(shape: &NetShape, layout: &Layout, arrays: &Arrays) -> Self {
        let names: Vec<String> = shape.arrays(layout).into_iter().map(|(name, _)| name).collect();
        let parameters = names.iter().map(|name| to_tensor(&arrays[name]).set_requires_grad(true)).collect();
        Self { names, parameters, activation: shape.activation }
    }

    /// Puts the weights, or other tensors of their shapes, under their names into `arrays`.
    pub fn store(&self, prefix: &str, tensors: &[Tensor], arrays: &mut Arrays) {
        for (name, tensor) in self.names.iter().zip(tensors) {
            arrays.insert(format!("{prefix}{name}"), to_array(tensor));
        }
    }

    /// Tensors stored by [`store`](Self::store).
    pub fn fetch(&self, prefix: &str, arrays: &Arrays) -> Vec<Tensor> {
        self.names.iter().map(|name| to_tensor(&arrays[&format!("{prefix}{name}")])).collect()
    }

    /// Other handles on the same weights.
    #[must_use]
    pub fn share(&self) -> Self {
        let parameters = self.parameters.iter().map(Tensor::shallow_clone).collect();
        Self { names: self.names.clone(), parameters, activation: self.activation }
    }

    /// The logits (a row an observation, a column an action, legal or not) and the values.
    pub fn forward(&self, observations: &Tensor) -> (Tensor, Tensor) {
        let (trunk, heads) = self.parameters.split_at(self.parameters.len() - 4);
        let (policy, value) = heads.split_at(2);
        let mut x = observations.shallow_clone();
        for layer in trunk.chunks(2) {
            x = linear(&x, layer);
            x = match self.activation {
                Activation::Tanh => x.tanh(),
                Activation::Relu => x.relu(),
            };
        }
        (linear(&x, policy), linear(&x, value).squeeze_dim(1))
    }
}

fn linear(x: &Tensor, layer: &[Tensor]) -> Tensor {
    x.linear(&layer[0], Some(&layer[1]))
}

/// A tensor with the numbers of an array.
pub fn to_tensor(array: &Array) -> Tensor {
    let shape: Vec<i64> = array.shape.iter().map(|&n| n as i64).collect();
    Tensor::from_slice(&array.values).reshape(shape)
}

/// The numbers of a tensor.
pub fn to_array(tensor: &Tensor) -> Array {
    let shape: Vec<usize> = tensor.size().into_iter().map(|n| n as usize).collect();
    let mut values = vec![0.0f32; tensor.numel()];
    tensor.detach().to_kind(Kind::Float).contiguous().copy_data(&mut values, tensor.numel());
    Array { shape, values }
}
