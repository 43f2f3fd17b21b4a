//! Small sets as the bits of a word.

use std::fmt::Debug;
use std::hash::Hash;

/// Bits of a [`Set`](crate::Set): `u16`, `u32` or `u64`.
pub trait Word: Copy + Eq + Hash + Debug + Into<u64> + Send + Sync + 'static {
    /// How many bits there are.
    const BITS: usize;
    /// None of them.
    const ZERO: Self;

    /// The lowest bits of a larger word.
    fn of(bits: u64) -> Self;
}

macro_rules! words {
    ($($word:ty),+) => {
        $(impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const ZERO: Self = 0;

            #[inline]
            fn of(bits: u64) -> Self {
                bits as $word
            }
        })+
    };
}

words!(u16, u32, u64);

/// The places of the bytes that are not 0, at most 64 of them.
#[inline]
pub fn nonzero<const N: usize>(bytes: &[u8; N]) -> u64 {
    const { assert!(N <= 64, "a word has 64 bits") };
    let (eights, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    // From the last on, as a chain: side by side, the compiler would multiply in vectors, which takes several steps.
    let whole = eights.iter().rev().fold(0, |set, eight| set << 8 | of_eight(*eight));
    if rest.is_empty() { whole } else { whole | of_eight(last) << (8 * eights.len()) }
}

/// All eight at once: the top bit of each byte tells, and the product moves these bits side by side.
#[inline]
fn of_eight(bytes: [u8; 8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let x = u64::from_le_bytes(bytes);
    let top = (((x & LOW) + LOW) | x) & !LOW;
    (top >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The places of the bits that are set, from the lowest on.
#[inline]
pub fn places(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as usize;
            set &= set - 1;
            place
        })
    })
}

/// Writes the bits of `words` side by side, as many as `out` has: few are 1, so these are set in what is cleared at once.
#[inline]
pub fn spread(words: &[u64], out: &mut [bool]) {
    out.fill(false);
    for (part, word) in out.chunks_mut(64).zip(words) {
        for i in places(*word) {
            if let Some(bit) = part.get_mut(i) {
                *bit = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_spread_over_masks_of_any_length() {
        let words = [0x8000_0000_0000_0051, 0b1010_0000_0110];
        for length in [64, 70, 76, 128] {
            let mut mask = vec![true; length];
            spread(&words[..length.div_ceil(64)], &mut mask);
            for (i, bit) in mask.into_iter().enumerate() {
                assert_eq!(bit, words[i / 64] >> (i % 64) & 1 == 1, "bit {i} of {length}");
            }
        }
    }

    #[test]
    fn sets_hold_the_places() {
        let mut bytes = [0; 21];
        for (place, byte) in [(0, 1), (7, 255), (8, 128), (13, 127), (20, 3)] {
            bytes[place] = byte;
        }
        assert_eq!(places(nonzero(&bytes)).collect::<Vec<_>>(), [0, 7, 8, 13, 20]);
        assert_eq!(nonzero(&[9; 64]), u64::MAX);
    }
}
