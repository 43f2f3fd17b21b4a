//! The random numbers of a job.

use holotable_env::{Chance, GameRng, Sample, generator};
use rand::Rng;

/// The stream that no game uses.
const STREAM: u64 = 17;

/// The generator of a job with this seed.
pub fn rng(seed: u64) -> GameRng {
    Sample(generator(seed, STREAM))
}

/// Any 64 bits.
pub fn bits(rng: &mut GameRng) -> u64 {
    rng.0.next_u64()
}

/// Whether it is the one time of so many.
pub fn one_in(rng: &mut GameRng, times: usize) -> bool {
    rng.below(times) == 0
}

/// One of these; there must be some.
pub fn one_of<'a, T>(rng: &mut GameRng, of: &'a [T]) -> &'a T {
    &of[rng.below(of.len())]
}
