//! [`any_legal`]: random moves, picked from a mask of bits.

/// The number of a legal action, each equally likely; 64 action numbers a word.
pub fn any_legal(legal: &[u64], rng: &mut Xorshift) -> usize {
    let mut left = rng.below(legal.iter().map(|word| word.count_ones() as usize).sum());
    for (i, &word) in legal.iter().enumerate() {
        let here = word.count_ones() as usize;
        if left < here {
            let mut bits = word;
            for _ in 0..left {
                bits &= bits - 1;
            }
            return i * 64 + bits.trailing_zeros() as usize;
        }
        left -= here;
    }
    unreachable!("there are as many legal actions as were counted")
}

/// Marsaglia's generator: good enough to pick moves, and too fast to be measured itself.
#[derive(Clone, Copy, Debug)]
pub struct Xorshift(u64);

impl Xorshift {
    /// A generator of this seed.
    pub fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `n`, each about equally likely.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}
