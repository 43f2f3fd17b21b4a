//! [`Network`]: a policy and value network of any kind, which plays without torch.

use holotable_env::Layout;

use crate::arrays::{Array, NamedArrays};
use crate::forward::Forward;
use crate::net::Net;
use crate::net::packed::PackedNet;
use crate::shape::{NetKind, NetShape};
use crate::tokens::TokenNet;

/// A network of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Network {
    /// Layers over all inputs.
    Mlp(Net),
    /// Rows of the observation as tokens: `entities` and `graph`.
    Tokens(Box<TokenNet>),
}

impl From<Net> for Network {
    fn from(net: Net) -> Self {
        Network::Mlp(net)
    }
}

impl Network {
    /// The network with these arrays.
    ///
    /// # Panics
    /// If one is missing: whoever reads them from a file checks them against [`NetShape::arrays`] first.
    pub fn new(shape: &NetShape, layout: &Layout, arrays: &NamedArrays) -> Self {
        match shape.network {
            NetKind::Mlp => Network::Mlp(Net::new(shape, layout, arrays)),
            NetKind::Entities | NetKind::Graph => {
                Network::Tokens(Box::new(TokenNet::new(shape, layout, arrays)))
            }
        }
    }

    /// The network with these numbers, in the order of [`NetShape::arrays`].
    pub(crate) fn of(shape: &NetShape, layout: &Layout, weights: Vec<Vec<f32>>) -> Self {
        let named = shape.arrays(layout).into_iter().zip(weights);
        let array = |((name, shape), values)| (name, Array { shape, values });
        Self::new(shape, layout, &named.map(array).collect())
    }

    /// Its architecture.
    pub fn shape(&self) -> &NetShape {
        match self {
            Network::Mlp(net) => &net.shape,
            Network::Tokens(net) => net.shape(),
        }
    }

    /// The number of values of an observation.
    pub fn observation(&self) -> usize {
        match self {
            Network::Mlp(net) => net.observation,
            Network::Tokens(net) => net.observation(),
        }
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        match self {
            Network::Mlp(net) => net.actions(),
            Network::Tokens(net) => net.actions(),
        }
    }

    /// Puts its arrays under their names, with `prefix` before, into `arrays`.
    pub fn store(&self, prefix: &str, layout: &Layout, arrays: &mut NamedArrays) {
        match self {
            Network::Mlp(net) => net.store(prefix, layout, arrays),
            Network::Tokens(net) => net.store(prefix, arrays),
        }
    }

    /// The network, ready to be asked.
    pub fn ready(&self) -> Box<dyn Forward + '_> {
        match self {
            Network::Mlp(net) => Box::new(PackedNet::new(net)),
            Network::Tokens(net) => Box::new(net.as_ref()),
        }
    }

    /// The network as what is asked, for as long as it may be needed.
    pub fn into_ready(self) -> Box<dyn Forward> {
        match self {
            Network::Mlp(net) => Box::new(PackedNet::new(net)),
            Network::Tokens(net) => net,
        }
    }
}
