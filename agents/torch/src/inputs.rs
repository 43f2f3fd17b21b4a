//! [`Inputs`]: rows of inputs as tensors, and their [`Sizes`].

use tch::{Device, Tensor};

use holotable_net::sparse::Entries;

/// What goes into a network and comes out, and where it computes.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The number of observed values.
    pub observation: usize,
    /// The number of values of the prior; 0 if it takes none.
    pub prior: usize,
    /// The number of actions.
    pub actions: usize,
    /// Where it computes.
    pub device: Device,
}

/// What a network is shown.
#[derive(Debug)]
pub struct Inputs {
    /// The observations: `[n, values]`.
    pub observation: Tensor,
    /// The priors: `[n, actions]`; without columns if the network takes none.
    pub prior: Tensor,
}

impl Inputs {
    /// Rows of inputs of this network.
    pub fn new<'a>(rows: impl ExactSizeIterator<Item = Entries<'a>>, sizes: &Sizes) -> Self {
        let (count, width) = (rows.len(), sizes.observation + sizes.prior);
        let mut dense = vec![0.0f32; count * width];
        rows.zip(dense.chunks_exact_mut(width)).for_each(|(row, out)| row.write(out));
        let dense = Tensor::from_slice(&dense).view([count as i64, width as i64]).to_device(sizes.device);
        let widths = [sizes.observation as i64, sizes.prior as i64];
        let [observation, prior] =
            dense.split_with_sizes(widths, 1).try_into().expect("as many pieces as widths");
        Self { observation, prior }
    }
}
