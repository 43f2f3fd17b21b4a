//! [`Learners`]: which learners a program has.

use holotable_env::Layout;
use holotable_net::Net;
use holotable_net::fast::Fast;
use holotable_net::learner::Learner;
use holotable_store::error::Error;

use super::device::DeviceChoice;
use super::learner_kind::LearnerKind;

/// Builds the learner of a network that computes on a device.
///
/// # Errors
/// One line if the device is missing.
pub type Build = fn(&Net, &Layout, DeviceChoice) -> Result<Box<dyn Learner>, Error>;

/// The learners that a program has: the fast one, and the one on torch where it was brought along.
#[derive(Clone, Copy, Debug)]
pub struct Learners {
    torch: Option<Build>,
}

impl Learners {
    /// Those that need no library: the fast one.
    pub const OWN: Self = Self { torch: None };

    /// All of them, given the one on torch.
    pub const fn with_torch(build: Build) -> Self {
        Self { torch: Some(build) }
    }

    /// Checks that the program has a learner.
    ///
    /// # Errors
    /// One line if it has not, which [another program](Error::another_program_can) may have.
    pub fn check(self, kind: LearnerKind) -> Result<(), Error> {
        match (kind, self.torch) {
            (LearnerKind::Fast, _) | (LearnerKind::Torch, Some(_)) => Ok(()),
            (LearnerKind::Torch, None) => Err(no_torch()),
        }
    }

    /// The learner of a network.
    ///
    /// # Errors
    /// As [`check`](Self::check), or one line if the device is missing.
    pub fn build(
        self,
        kind: LearnerKind,
        network: Net,
        layout: &Layout,
        device: DeviceChoice,
    ) -> Result<Box<dyn Learner>, Error> {
        match kind {
            LearnerKind::Fast => Ok(Box::new(Fast::new(network, layout))),
            LearnerKind::Torch => self.torch.ok_or_else(no_torch)?(&network, layout, device),
        }
    }
}

fn no_torch() -> Error {
    Error::for_another_program(
        "learner is \"torch\", but this holotable was built without it: \"fast\" learns the same",
    )
}
