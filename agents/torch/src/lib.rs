//! [`Torch`]: the learner on torch: PPO as the papers write it, with `tch`'s modules and autograd, on any device.
//!
//! It is the reference of the parity tests of the fast learner. To read it, in this order:
//!
//! - [`learner`]: one step: forward, loss, backward, Adam.
//! - [`inputs`] and [`minibatch`]: decisions as tensors; [`loss`]: the clipped surrogate, the value's error and the entropy; [`adam`].
//! - [`model`]: the network, [`mlp`], with its variables in a `VarStore`, and its [`copies`] for each thread.
//!
//! [`learners`] is what trainers and the command line take; the program `holotable-torch` is the command line with them.

pub mod adam;
pub mod copies;
pub mod inputs;
pub mod learner;
pub mod loss;
pub mod minibatch;
pub mod mlp;
pub mod model;
mod tensors;

use holotable_env::Layout;
use holotable_net::Net;
use holotable_net::learner::Learner;
use holotable_store::error::Error;
use holotable_train::ppo::Learners;
use holotable_train::ppo::device::DeviceChoice;
use tch::{Cuda, Device};

pub use self::learner::Torch;

/// All learners, this one among them.
pub const fn learners() -> Learners {
    Learners::with_torch(build)
}

/// The learner on torch of a network, whose threads are those of the pool that this is called in.
fn build(network: &Net, layout: &Layout, device: DeviceChoice) -> Result<Box<dyn Learner>, Error> {
    // Torch's own threads wait in busy loops, which on a machine that does anything else made training up to sixteen times slower.
    // How many there are is a number of each thread that calls torch.
    rayon::broadcast(|_| tch::set_num_threads(1));
    Ok(Box::new(Torch::new(network, layout, find(device)?)))
}

/// The device that a recipe names.
///
/// # Errors
/// One line if a GPU is asked for and torch finds none.
fn find(device: DeviceChoice) -> Result<Device, Error> {
    match (device, Cuda::is_available()) {
        (DeviceChoice::Cpu, _) | (DeviceChoice::Auto, false) => Ok(Device::Cpu),
        (DeviceChoice::Auto | DeviceChoice::Cuda, true) => Ok(Device::Cuda(0)),
        (DeviceChoice::Cuda, false) => Err(Error::new(
            "device is \"cuda\", but torch finds no GPU here: use device = \"auto\" or \"cpu\", or a libtorch built for CUDA",
        )),
    }
}
