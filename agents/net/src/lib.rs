//! Networks for holotable's games: the forward pass of every kind, and the fast learner of the plain one, in plain Rust.
//!
//! This crate knows numbers and what they are called ([`Layout`](holotable_env::Layout)), but no game, no bot, no file and no torch.
//! What plays, rolls out, reads recipes and keeps checkpoints is in `holotable-agents`, and the learner on torch in `holotable-torch`.
//!
//! # Networks
//!
//! - [`shape`]: the architecture of a network, and with it the names of its [`arrays`]; [`init`]: their numbers at its start.
//! - [`Net`], the plain one. Its inputs are mostly zeros ([`sparse`]), so the first layer adds up the rows of its non-zero inputs
//!   only, and only legal actions get a logit. [`packed`]: its weights as they are multiplied fastest.
//! - [`tokens`]: networks whose inputs are the rows of the observation; [`plan`]: which rows a layout has, and what names them.
//! - [`network`]: a network of any kind. [`forward`]: what answers rows of inputs with [`logits`] and values, be it one of these or
//!   one on torch, which gives its answers in [`full`].
//!
//! # Learning
//!
//! - [`learner`]: what learns. It takes [transitions](transition) and the [`loss`] of PPO, and steps by Adam.
//! - [`fast`]: the learner of the plain network: hand-written kernels, a [`gradient`](fast::gradient) that is the same on any number of threads, and
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
pub mod forward;
pub mod full;
pub mod init;
mod inventory;
mod kernel;
pub mod learner;
pub mod logits;
pub mod loss;
#[cfg(test)]
mod math_tests;
mod net;
pub mod network;
pub mod plan;
pub mod random;
pub mod shape;
pub mod sparse;
pub mod tokens;
pub mod transition;

pub use self::net::{Net, packed};
