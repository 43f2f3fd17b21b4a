//! Orthogonal weights, drawn with our own generator so that a seed means the same everywhere.

use holotable_env::Layout;
use rand::Rng;

use crate::net::Net;
use crate::random::uniform;
use crate::shape::NetShape;

/// The network of this shape at its start: orthogonal weights, biases 0. The gain is √2 in the trunk, 0.01 for the policy so that it
/// starts close to uniform or to the prior, 1 for the value. The rows that actions name count nothing yet. The prior, if the network
/// takes one, counts `prior_gain` at first.
pub fn net(shape: &NetShape, layout: &Layout, prior_gain: f32, rng: &mut impl Rng) -> Net {
    Net::of(shape, layout, weights(shape, layout, prior_gain, rng))
}

/// The numbers of each array.
fn weights(shape: &NetShape, layout: &Layout, prior_gain: f32, rng: &mut impl Rng) -> Vec<Vec<f32>> {
    let weights = shape.arrays(layout).into_iter().map(|(name, shape)| match (name.as_str(), &shape[..]) {
        ("policy.weight", &[rows, columns]) => orthogonal(rows, columns, 0.01, rng),
        ("value.weight", &[columns]) => orthogonal(1, columns, 1.0, rng),
        ("prior.gain", _) => vec![prior_gain],
        (_, &[rows, columns]) => orthogonal(rows, columns, std::f64::consts::SQRT_2, rng),
        _ => vec![0.0; shape[0]],
    });
    weights.collect()
}

/// A `rows` × `columns` matrix, row-major, whose shorter side is orthonormal times `gain`
/// (Saxe et al., arXiv:1312.6120).
fn orthogonal(rows: usize, columns: usize, gain: f64, rng: &mut impl Rng) -> Vec<f32> {
    let (short, long) = (rows.min(columns), rows.max(columns));
    let mut basis: Vec<Vec<f64>> = Vec::with_capacity(short);
    while basis.len() < short {
        let mut v: Vec<f64> = (0..long).map(|_| normal(rng)).collect();
        // Gram–Schmidt, twice for accuracy.
        for _ in 0..2 {
            for b in &basis {
                let along = dot(&v, b);
                v.iter_mut().zip(b).for_each(|(v, b)| *v -= along * b);
            }
        }
        let norm = dot(&v, &v).sqrt();
        // A vector that lies in the span of the others has chance 0; drawing again costs nothing.
        if norm > 1e-6 {
            basis.push(v.into_iter().map(|v| v / norm).collect());
        }
    }
    let entry = |r: usize, c: usize| if rows <= columns { basis[r][c] } else { basis[c][r] };
    (0..rows * columns).map(|i| (gain * entry(i / columns, i % columns)) as f32).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A draw from the standard normal distribution (Box and Muller).
fn normal(rng: &mut impl Rng) -> f64 {
    let (u, v) = (1.0 - uniform(rng), uniform(rng));
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

#[cfg(test)]
mod tests {
    use holotable_env::generator;

    use super::*;

    #[test]
    fn the_shorter_side_is_orthonormal_times_the_gain() {
        for (rows, columns) in [(5, 9), (9, 5), (4, 4)] {
            let w = orthogonal(rows, columns, 3.0, &mut generator(1, 0));
            let at =
                |i: usize, k: usize| if rows <= columns { w[i * columns + k] } else { w[k * columns + i] };
            for i in 0..rows.min(columns) {
                for j in 0..rows.min(columns) {
                    let product: f32 = (0..rows.max(columns)).map(|k| at(i, k) * at(j, k)).sum();
                    let expected = if i == j { 9.0 } else { 0.0 };
                    assert!((product - expected).abs() < 1e-4, "{rows}x{columns} [{i}, {j}]: {product}");
                }
            }
        }
    }
}
