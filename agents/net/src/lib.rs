//! The network of holotable's agents and the fast learner, in plain Rust.
//!
//! This crate knows numbers and what they are called ([`Layout`](holotable_env::Layout)), but no game, no bot, no file and no torch.
//! What plays, rolls out, reads recipes and keeps checkpoints is in `holotable-agents`, and the learner on torch in `holotable-torch`.
//!
//! # Networks
//!
//! - [`shape`]: the architecture of a network, and with it the names of its [`arrays`]; [`init`]: their numbers at its start.
//! - [`Net`]: the network. Its inputs are mostly zeros ([`sparse`]), so the first layer adds up the rows of its non-zero inputs
//!   only, and only legal actions get a logit. [`rows`]: what the rows of the observation that an action names add to its
//!   logit. [`packed`]: the network ready to play, and its answers; [`logits`]: probabilities of these.
//!
//! # Learning
//!
//! - [`learner`]: what learns. It takes [transitions](transition) and the [`loss`] of PPO, and steps by Adam.
//! - [`fast`]: the learner of our own: hand-written kernels, a [`gradient`](fast::gradient) that is the same on any number of threads, and
//!   [`random`] numbers that are the same everywhere.
//!
//! # Its tests
//!
//! The tests here compare the terms of the loss and Adam with numbers of an independent version in Python. The fast learner is
//! parity-tested in `holotable-torch`, since nothing here may need libtorch. Both learners agree to 1e-5: in losses and gradients
//! of single minibatches in `agents/torch/tests/it/gradient.rs`, and in `agents/torch/tests/it/torch.rs` in whole updates, all
//! losses, norms, weights and moments, as `holotable parity` does for the first update of any recipe.

pub mod arrays;
pub mod fast;
pub mod init;
mod inventory;
mod kernel;
pub mod learner;
pub mod logits;
pub mod loss;
#[cfg(test)]
mod math_tests;
mod net;
pub mod random;
pub mod rows;
pub mod shape;
pub mod sparse;
pub mod transition;

pub use self::net::{Net, packed};
