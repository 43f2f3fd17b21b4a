//! [`Learner`]: what computes the gradient of a minibatch.

use std::fmt::Debug;

use holotable_env::Layout;

use super::gradient::Gradient;
use super::loss::{LossStats, LossWeights};
#[cfg(feature = "torch")]
use super::torch_gradient::TorchGradient;
use super::transition::Transition;
use crate::error::Error;
use crate::net::Net;

/// Who computes gradients, as a recipe names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnerKind {
    /// Our own forward and backward pass: only non-zero inputs and legal actions cost time.
    Fast,
    /// Torch's tensors and autograd: slower, and plain to read. The fast learner is held to it.
    Torch,
}

impl LearnerKind {
    /// The word in recipes.
    pub const fn word(self) -> &'static str {
        match self {
            LearnerKind::Fast => "fast",
            LearnerKind::Torch => "torch",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [LearnerKind::Fast, LearnerKind::Torch].into_iter().find(|kind| kind.word() == word)
    }

    /// The learner for networks of this shape.
    ///
    /// # Errors
    /// One line if this program was built without torch and the recipe asks for it.
    pub fn build(self, net: &Net, layout: &Layout) -> Result<Box<dyn Learner>, Error> {
        match self {
            LearnerKind::Fast => Ok(Box::new(Gradient::new(net))),
            #[cfg(feature = "torch")]
            LearnerKind::Torch => Ok(Box::new(TorchGradient::new(net, layout))),
            #[cfg(not(feature = "torch"))]
            LearnerKind::Torch => {
                let _ = layout;
                Err(Error::new(
                    "learner is \"torch\", but this holotable was built without it: \"fast\" learns the same",
                ))
            }
        }
    }
}

/// Computes the gradient of the PPO loss.
pub trait Learner: Debug {
    /// Computes the gradient of `share` times the sum of the losses of `minibatch`, and returns the statistics of these losses.
    fn take(
        &mut self,
        net: &Net,
        minibatch: &[Transition<'_>],
        share: f32,
        weights: &LossWeights,
    ) -> LossStats;

    /// The partial derivative of the loss with respect to each weight, as it was taken last.
    fn gradient(&mut self) -> &mut Net;
}
