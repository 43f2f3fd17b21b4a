//! [`LearnerKind`]: which learner a recipe asks for.

use holotable_env::Layout;

use super::device::DeviceChoice;
use super::fast::Fast;
use super::learner::Learner;
#[cfg(feature = "torch")]
use super::torch::Torch;
use crate::error::Error;
use crate::net::network::Network;

/// Who learns, as a recipe names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnerKind {
    /// Our own forward and backward pass, for an `mlp` on the CPU.
    Fast,
    /// Torch's modules and autograd, for every network and device, and plain to read. The fast learner is held to it.
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

    /// The learner of a network.
    ///
    /// # Errors
    /// One line if it does not learn such a network, if the device is missing, or if this program was built without torch.
    pub fn build(
        self,
        network: Network,
        layout: &Layout,
        device: DeviceChoice,
    ) -> Result<Box<dyn Learner>, Error> {
        match (self, network) {
            (LearnerKind::Fast, Network::Mlp(net)) => Ok(Box::new(Fast::new(net, layout))),
            (LearnerKind::Fast, Network::Tokens(net)) => Err(Error::new(format!(
                "network is \"{}\", which learner = \"fast\" does not have: use learner = \"torch\"",
                net.shape().network.word()
            ))),
            #[cfg(feature = "torch")]
            (LearnerKind::Torch, network) => Ok(Box::new(Torch::new(&network, layout, device.find()?))),
            #[cfg(not(feature = "torch"))]
            (LearnerKind::Torch, _) => {
                let _ = device;
                Err(Error::new(
                    "learner is \"torch\", but this holotable was built without it: \"fast\" learns an mlp",
                ))
            }
        }
    }
}
