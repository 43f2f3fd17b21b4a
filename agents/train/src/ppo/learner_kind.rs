//! [`LearnerKind`]: which learner a recipe asks for.

/// Who learns, as a recipe names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnerKind {
    /// Our own forward and backward pass, on the CPU.
    Fast,
    /// Torch's modules and autograd, for every device, and plain to read. Parity tests compare the fast learner with
    /// it.
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
}
