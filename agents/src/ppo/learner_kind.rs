//! [`LearnerKind`]: which learner a recipe asks for.

use holotable_env::Layout;

use super::gradient::Gradient;
use super::learner::Learner;
#[cfg(feature = "torch")]
use super::torch_gradient::TorchGradient;
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
