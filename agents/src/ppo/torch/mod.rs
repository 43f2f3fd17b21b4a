//! [`Torch`]: the learner on torch: PPO as the papers write it, with `tch`'s modules and autograd, on any device.
//!
//! It is the reference that the fast learner is held to, and it learns every network. To read it, in this order:
//!
//! - [`learner`]: one step: forward, loss, backward, Adam.
//! - [`inputs`] and [`minibatch`]: decisions as tensors; [`loss`]: the clipped surrogate, the value's error and the entropy; [`adam`].
//! - [`model`]: a network by name, its variables in a `VarStore`: [`mlp`], [`entities`], [`graph`]. The latter two are made of
//!   [`tokens`]: embedded rows below, and the heads that point at rows above.
//! - [`player`]: the network as it plays a rollout, by [`copies`] for each thread.

pub mod adam;
pub mod copies;
pub mod entities;
pub mod graph;
pub mod inputs;
pub mod learner;
pub mod loss;
pub mod minibatch;
pub mod mlp;
pub mod model;
pub mod player;
pub mod policy_value;
mod tensors;
pub mod tokens;

pub use self::learner::Torch;
