//! [`NamedArrays`]: the weights of a network by name.

use std::collections::BTreeMap;

/// Numbers with a shape, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The length of each axis.
    pub shape: Vec<usize>,
    /// The numbers, the last axis varying fastest.
    pub values: Vec<f32>,
}

/// Arrays by name.
pub type NamedArrays = BTreeMap<String, Array>;
