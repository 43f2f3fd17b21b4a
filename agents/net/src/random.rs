//! Random numbers, drawn by our own arithmetic so that a seed means the same everywhere.

use rand::Rng;

/// A number in [0, 1) with 53 random bits.
pub fn uniform(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}
