//! [`perft`]: counts that pin the rules and their chances.

use std::hash::Hash;

use crate::game::{Game, legal_actions};
use crate::trace::Trace;
use crate::walk::Walk;

/// Counts the paths of `depth` decisions from `s` with every outcome of chance apart, and an order-free
/// checksum over the leaves, so that errors that cancel in the count still show.
pub fn perft<G: Game>(game: &G, s: &G::State, depth: usize) -> (u64, u64) {
    if depth == 0 || game.actor(s).is_none() {
        return (1, leaf_hash(s));
    }
    let mut total = (0, 0u64);
    for a in legal_actions(game, s) {
        let mut walk = Walk::default();
        loop {
            let mut next = *s;
            game.step(&mut next, a, &mut Trace::new(&mut walk));
            let (n, sum) = perft(game, &next, depth - 1);
            total = (total.0 + n, total.1.wrapping_add(sum));
            if !walk.advance() {
                break;
            }
        }
    }
    total
}

/// FNV-1a over what `Hash` feeds, so that the checksum does not depend on the standard library's hasher.
fn leaf_hash<S: Hash>(s: &S) -> u64 {
    struct Fnv(u64);
    impl std::hash::Hasher for Fnv {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for &b in bytes {
                self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x100_0000_01b3);
            }
        }
    }
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    s.hash(&mut hasher);
    hasher.0
}
