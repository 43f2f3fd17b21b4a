//! [`Mlp`]: layers over all inputs, the network of the fast learner.

use holotable_env::Layout;
use tch::Tensor;
use tch::nn::{Init, Path};

use super::inputs::Inputs;
use super::policy_value::{PolicyValue, activate, sub};
use holotable_net::shape::{Activation, NetShape};

/// The network. Its variables have the names and shapes of [`NetShape::arrays`], which are not all those of `nn::Linear`.
#[derive(Debug)]
pub struct Mlp {
    /// The weight and bias of each hidden layer.
    trunk: Vec<[Tensor; 2]>,
    policy: [Tensor; 2],
    value: [Tensor; 2],
    gain: Option<Tensor>,
    activation: Activation,
}

impl Mlp {
    /// The network with its variables in `root`.
    pub fn new(root: &Path<'_>, shape: &NetShape, layout: &Layout) -> Self {
        let sizes = shape.arrays(layout);
        let variable = |name: &str| {
            let (_, size) = sizes.iter().find(|(known, _)| known == name)?;
            let size: Vec<i64> = size.iter().map(|&n| n as i64).collect();
            let (path, last) = name.rsplit_once('.').expect("a part of the network and what it is");
            let path: Vec<&str> = path.split('.').collect();
            Some(sub(root, &path).var(last, &size, Init::Const(0.0)))
        };
        let pair = |name: &str| {
            ["weight", "bias"].map(|what| variable(&format!("{name}.{what}")).expect("a layer has both"))
        };
        Self {
            trunk: (0..shape.hidden_sizes.len()).map(|i| pair(&format!("trunk.{i}"))).collect(),
            policy: pair("policy"),
            value: pair("value"),
            gain: variable("prior.gain"),
            activation: shape.activation,
        }
    }
}

impl PolicyValue for Mlp {
    fn forward(&self, inputs: &Inputs) -> (Tensor, Tensor) {
        let mut x = inputs.all.shallow_clone();
        for [weight, bias] in &self.trunk {
            x = activate(self.activation, &(x.matmul(weight) + bias));
        }
        let mut logits = x.linear(&self.policy[0], Some(&self.policy[1]));
        if let Some(gain) = &self.gain {
            logits += &inputs.prior * gain;
        }
        (logits, x.matmul(&self.value[0]) + &self.value[1])
    }
}
