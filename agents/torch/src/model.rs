//! [`Model`]: a network as tch's modules with its variables.

use std::collections::BTreeMap;

use holotable_env::Layout;
use tch::{Device, Tensor, nn};

use super::inputs::{Inputs, Sizes};
use super::mlp::Mlp;
use super::tensors::array;
use holotable_net::Net;
use holotable_net::arrays::NamedArrays;
use holotable_net::shape::NetShape;

/// A network, and where it computes.
#[derive(Debug)]
pub struct Model {
    module: Mlp,
    /// The variables of the module, by the names of the arrays of a checkpoint.
    pub parameters: BTreeMap<String, Tensor>,
    /// What goes in and out, and where it computes.
    pub sizes: Sizes,
    /// Its architecture.
    pub shape: NetShape,
    layout: Layout,
}

impl Model {
    /// The modules of a network with its weights.
    pub fn new(network: &Net, layout: &Layout, device: Device) -> Self {
        let mut weights = NamedArrays::new();
        network.store("", layout, &mut weights);
        Self::with(&network.shape, layout, device, &weights)
    }

    /// The modules of a network of this shape with these weights.
    fn with(shape: &NetShape, layout: &Layout, device: Device, weights: &NamedArrays) -> Self {
        let store = nn::VarStore::new(device);
        let module = Mlp::new(&store.root(), shape, layout);
        let parameters: BTreeMap<String, Tensor> = store.variables().into_iter().collect();
        tch::no_grad(|| {
            for (name, parameter) in &parameters {
                let values = Tensor::from_slice(&weights[name].values).view_as(parameter);
                parameter.shallow_clone().copy_(&values);
            }
        });
        Self {
            module,
            parameters,
            sizes: Sizes {
                observation: layout.observation,
                prior: shape.prior_len(layout),
                actions: layout.actions,
                device,
            },
            shape: shape.clone(),
            layout: layout.clone(),
        }
    }

    /// Logits of all actions, legal or not (`[n, actions]`), and logits of the chances to win (`[n]`).
    pub fn forward(&self, inputs: &Inputs) -> (Tensor, Tensor) {
        self.module.forward(inputs)
    }

    /// How many decisions go through it at once. On the CPU each thread takes a block, and small tensors are taken from memory that
    /// was used before. On a GPU the places of inputs are 32-bit numbers.
    pub fn at_once(&self) -> usize {
        if self.sizes.device.is_cuda() { 32_768 } else { 256 }
    }

    /// How many numbers each parameter has.
    pub fn lengths(&self) -> Vec<i64> {
        self.parameters.values().map(|parameter| parameter.numel() as i64).collect()
    }

    /// Numbers for all parameters in one row (`[parameters]`), as views by the names of the parameters.
    pub fn by_name(&self, row: &Tensor) -> BTreeMap<String, Tensor> {
        let pieces = row.split_with_sizes(self.lengths(), 0).into_iter();
        let named = |((name, parameter), piece): ((&String, &Tensor), Tensor)| {
            (name.clone(), piece.view_as(parameter))
        };
        self.parameters.iter().zip(pieces).map(named).collect()
    }

    /// Subtracts numbers for all parameters in one row.
    pub fn subtract(&self, row: &Tensor) {
        let _no_grad = tch::no_grad_guard();
        for (parameter, piece) in self.parameters.values().zip(self.by_name(row).values()) {
            let _ = parameter.shallow_clone().g_sub_(piece);
        }
    }

    /// Its weights by name.
    fn arrays(&self) -> NamedArrays {
        self.parameters.iter().map(|(name, parameter)| (name.clone(), array(parameter))).collect()
    }

    /// The same network without torch.
    pub fn network(&self) -> Net {
        Net::new(&self.shape, &self.layout, &self.arrays())
    }

    /// Copies with the same weights, for as many threads.
    pub fn copies(&self, count: usize) -> Vec<Self> {
        let weights = self.arrays();
        (0..count).map(|_| Self::with(&self.shape, &self.layout, self.sizes.device, &weights)).collect()
    }
}
