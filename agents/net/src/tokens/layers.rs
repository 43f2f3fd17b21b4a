//! [`Linear`] and [`Norm`]: the layers that networks of tokens are made of, on `ndarray`.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView2, Axis};

use crate::arrays::NamedArrays;

/// The weights of a network by name, of which a layer takes its own.
#[derive(Clone, Copy, Debug)]
pub struct Weights<'a>(pub &'a NamedArrays);

impl Weights<'_> {
    /// The vector of this name.
    pub fn vector(&self, name: &str) -> Array1<f32> {
        self.0[name].values.clone().into()
    }

    /// The matrix of this name.
    pub fn matrix(&self, name: &str) -> Array2<f32> {
        let array = &self.0[name];
        Array2::from_shape_vec((array.shape[0], array.shape[1]), array.values.clone()).expect("a matrix")
    }

    /// The layer of this name.
    pub fn linear(&self, name: &str) -> Linear {
        Linear { weight: self.matrix(&format!("{name}.weight")), bias: self.vector(&format!("{name}.bias")) }
    }

    /// The normalisation of this name.
    pub fn norm(&self, name: &str) -> Norm {
        Norm { gain: self.vector(&format!("{name}.weight")), bias: self.vector(&format!("{name}.bias")) }
    }
}

/// A layer that mixes the fields of each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    /// The layer of rows.
    pub fn apply(&self, rows: &ArrayView2<'_, f32>) -> Array2<f32> {
        // Row after row, whatever order `dot` would choose.
        let mut out = Array2::zeros((rows.nrows(), self.bias.len()));
        out += &self.bias;
        general_mat_mul(1.0, rows, &self.weight.t(), 1.0, &mut out);
        out
    }

    /// The layer of a single row.
    pub fn of(&self, row: &Array1<f32>) -> Array1<f32> {
        self.weight.dot(row) + &self.bias
    }
}

/// Shifts and scales each row to mean 0 and deviation 1, then by learnt numbers (Ba et al., arXiv:1607.06450).
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    gain: Array1<f32>,
    bias: Array1<f32>,
}

/// Torch's default.
const EPSILON: f32 = 1e-5;

impl Norm {
    /// The normalised rows.
    pub fn apply(&self, rows: &ArrayView2<'_, f32>) -> Array2<f32> {
        let mut out = rows.to_owned();
        for mut row in out.axis_iter_mut(Axis(0)) {
            let mean = row.sum() / row.len() as f32;
            row -= mean;
            let square = row.iter().map(|x| x * x).sum::<f32>() / row.len() as f32;
            row /= (square + EPSILON).sqrt();
        }
        out * &self.gain + &self.bias
    }
}
