//! [`DeviceChoice`]: where a recipe wants the learner on torch to compute.

#[cfg(feature = "torch")]
use crate::error::Error;

/// Where to compute, as a recipe names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceChoice {
    /// On the first GPU if torch finds one, else on the CPU.
    Auto,
    /// On the CPU.
    Cpu,
    /// On the first GPU.
    Cuda,
}

impl DeviceChoice {
    /// The word in recipes.
    pub const fn word(self) -> &'static str {
        match self {
            DeviceChoice::Auto => "auto",
            DeviceChoice::Cpu => "cpu",
            DeviceChoice::Cuda => "cuda",
        }
    }

    /// The choice with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [DeviceChoice::Auto, DeviceChoice::Cpu, DeviceChoice::Cuda].into_iter().find(|d| d.word() == word)
    }

    /// The device.
    ///
    /// # Errors
    /// One line if a GPU is asked for and torch finds none.
    #[cfg(feature = "torch")]
    pub fn find(self) -> Result<tch::Device, Error> {
        match (self, tch::Cuda::is_available()) {
            (DeviceChoice::Cpu, _) | (DeviceChoice::Auto, false) => Ok(tch::Device::Cpu),
            (DeviceChoice::Auto | DeviceChoice::Cuda, true) => Ok(tch::Device::Cuda(0)),
            (DeviceChoice::Cuda, false) => Err(Error::new(
                "device is \"cuda\", but torch finds no GPU here: use device = \"auto\" or \"cpu\", or a libtorch built for CUDA",
            )),
        }
    }
}
