//! [`DeviceChoice`]: where a recipe wants the learner on torch to compute.

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
}
