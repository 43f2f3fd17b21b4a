//! [`ValueLambda`]: the trace decay of the values' targets.

/// The trace decay by which the targets of the values are estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueLambda {
    /// That of the advantages, `gae_lambda`.
    Advantages,
    /// One of their own.
    Own(f64),
}

impl ValueLambda {
    /// The word for that of the advantages.
    pub const SAME: &'static str = "gae_lambda";

    /// The number, if it is one of their own.
    pub fn own(self) -> Option<f64> {
        match self {
            Self::Advantages => None,
            Self::Own(lambda) => Some(lambda),
        }
    }
}
