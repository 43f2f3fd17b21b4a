//! Changes of bytes, whatever they mean.

use holotable_env::{Chance, GameRng};

use crate::rng::{bits, one_of};

/// Bytes at which things end.
const ENDS: [u8; 8] = [0, 1, 2, 127, 128, 254, 255, b'"'];

/// The bytes with one change.
pub fn change(file: &[u8], donor: &[u8], rng: &mut GameRng) -> Vec<u8> {
    let mut bytes = file.to_vec();
    if bytes.is_empty() {
        return donor.to_vec();
    }
    let at = rng.below(bytes.len());
    let len = 1 + rng.below((bytes.len() - at).min(16));
    match rng.below(9) {
        0 => bytes[at] ^= 1 << rng.below(8),
        1 => bytes[at] = *one_of(rng, &ENDS),
        2 => bytes[at] = bytes[at].wrapping_add(1),
        3 => bytes[at] = bytes[at].wrapping_sub(1),
        4 => bytes[at] = bits(rng) as u8,
        5 => drop(bytes.drain(at..at + len)),
        6 => {
            let part = bytes[at..at + len].to_vec();
            let to = rng.below(bytes.len());
            bytes.splice(to..to, part);
        }
        7 => bytes.truncate(at),
        _ => {
            let part: Vec<u8> = donor.iter().skip(at).take(len).copied().collect();
            bytes.splice(at..at + part.len().min(len), part);
        }
    }
    bytes
}
