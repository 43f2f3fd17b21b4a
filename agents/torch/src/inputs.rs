//! [`Inputs`]: rows of inputs as tensors, and their [`Sizes`]. Numbers are moved to a device here.

use tch::kind::Element;
use tch::{Device, Kind, Tensor};

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
    /// The observations, and beside each its prior: `[n, values]`.
    pub all: Tensor,
    /// The observations: `[n, values]`.
    pub observation: Tensor,
    /// The priors: `[n, actions]`; without columns if the network takes none.
    pub prior: Tensor,
}

impl Inputs {
    /// Rows of inputs of this network. Only what is not 0 travels to the device.
    pub fn new<'a>(rows: impl ExactSizeIterator<Item = Entries<'a>>, sizes: &Sizes) -> Self {
        let (count, width) = (rows.len(), sizes.observation + sizes.prior);
        let (mut places, mut values) = (Vec::new(), Vec::new());
        rows.zip((0..).step_by(width)).for_each(|(row, first)| row.list(first, &mut places, &mut values));
        let (places, values) = (send_places(&places, sizes.device), send(&values, sizes.device));
        let dense = Tensor::zeros([(count * width) as i64], (Kind::Float, sizes.device));
        let dense = { dense }.scatter_(0, &places, &values);
        Self::of(dense.view([count as i64, width as i64]), sizes)
    }

    /// These rows: `[n, values]`.
    pub fn of(all: Tensor, sizes: &Sizes) -> Self {
        let widths = [sizes.observation as i64, sizes.prior as i64];
        let [observation, prior] =
            all.split_with_sizes(widths, 1).try_into().expect("as many pieces as widths");
        Self { all, observation, prior }
    }
}

/// Plain numbers in a row on a device. To a GPU they travel from pages that stay where they are, which is several times as fast.
pub(super) fn send<T: Element>(numbers: &[T], device: Device) -> Tensor {
    let row = Tensor::from_slice(numbers);
    if device.is_cuda() { row.pin_memory(device).to_device_(device, T::KIND, true, false) } else { row }
}

/// Places in a row on a device as torch counts them; they travel at half the size.
pub(super) fn send_places(places: &[i32], device: Device) -> Tensor {
    send(places, device).to_kind(Kind::Int64)
}
