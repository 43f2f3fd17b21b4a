//! Where the luck of a job comes from.

use holotable_env::{Chance, GameRng, Sample, generator};
use rand::Rng;

/// The stream that no game uses.
const STREAM: u64 = 17;

/// The luck of a job with this seed.
pub fn luck(seed: u64) -> GameRng {
    Sample(generator(seed, STREAM))
}

/// Any 64 bits.
pub fn bits(luck: &mut GameRng) -> u64 {
    luck.0.next_u64()
}

/// Whether it is the one time of so many.
pub fn one_in(luck: &mut GameRng, times: usize) -> bool {
    luck.below(times) == 0
}

/// One of these; there must be some.
pub fn one_of<'a, T>(luck: &mut GameRng, of: &'a [T]) -> &'a T {
    &of[luck.below(of.len())]
}
