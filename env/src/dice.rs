//! [`DiceTable`]: rolls of several equal dice as one question of chance, answered with counts a face.

use crate::chance::{Chance, Weights};

/// Every multiset that up to `max` equal dice with `F` distinct faces can show, with its weight.
///
/// Asking for the multiset rather than for each die keeps the branches few: four dice with five distinct
/// faces have 70 results, not 1,296.
#[derive(Clone, Debug)]
pub struct DiceTable<const F: usize> {
    /// For each number of dice: the weights, and beside them the counts a face.
    rolls: Vec<(Weights, Vec<[u8; F]>)>,
}

impl<const F: usize> DiceTable<F> {
    /// The table for a die that shows face `f` with weight `faces[f]`, for up to `max` dice.
    ///
    /// # Panics
    /// If the weights of a roll do not fit in 32 bits (twelve dice of six sides do).
    pub fn new(faces: [u32; F], max: usize) -> Self {
        let rolls = (0..=max).map(|n| {
            let mut weights = Vec::new();
            let mut counts = Vec::new();
            each_multiset(n, 0, &mut [0; F], &mut |c| {
                let weight = multinomial(c)
                    * c.iter().zip(faces).map(|(&k, w)| u64::from(w).pow(u32::from(k))).product::<u64>();
                if weight > 0 {
                    weights.push(weight);
                    counts.push(*c);
                }
            });
            assert!(weights.iter().sum::<u64>() < 1 << 32, "{n} dice have too many results");
            (Weights::new(weights.into_iter().map(|w| w as u32).collect()), counts)
        });
        Self { rolls: rolls.collect() }
    }

    /// Rolls `n` dice: how many show each face.
    #[inline]
    pub fn roll(&self, n: usize, chance: &mut impl Chance) -> [u8; F] {
        let (weights, counts) = &self.rolls[n];
        counts[chance.pick_summed(weights)]
    }

    /// All results of rolling `n` dice, as (counts a face, probability).
    pub fn distribution(&self, n: usize) -> impl Iterator<Item = ([u8; F], f64)> + '_ {
        let (weights, counts) = &self.rolls[n];
        let total: f64 = weights.each().iter().map(|&w| f64::from(w)).sum();
        counts.iter().zip(weights.each()).map(move |(c, &w)| (*c, f64::from(w) / total))
    }
}

fn each_multiset<const F: usize>(
    left: usize,
    face: usize,
    counts: &mut [u8; F],
    visit: &mut impl FnMut(&[u8; F]),
) {
    if face + 1 == F {
        counts[face] = left as u8;
        visit(counts);
        counts[face] = 0;
        return;
    }
    for k in (0..=left).rev() {
        counts[face] = k as u8;
        each_multiset(left - k, face + 1, counts, visit);
    }
    counts[face] = 0;
}

/// `n! / (k₁! k₂! …)` where the `k` sum to `n`.
fn multinomial(counts: &[u8]) -> u64 {
    let mut n = 0;
    let mut product = 1;
    for &k in counts {
        for i in 1..=u64::from(k) {
            n += 1;
            product = product * n / i;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::Walk;

    #[test]
    fn six_dice_have_462_results_of_mass_one() {
        let table = DiceTable::new([1; 6], 6);
        let mut walk = Walk::default();
        let (mut n, mut mass) = (0, 0.0);
        loop {
            assert_eq!(table.roll(6, &mut walk).iter().sum::<u8>(), 6);
            n += 1;
            mass += walk.probability();
            if !walk.advance() {
                break;
            }
        }
        assert_eq!(n, 462);
        assert!((mass - 1.0).abs() < 1e-12);
    }

    #[test]
    fn chances_match_the_binomial() {
        let table = DiceTable::new([2, 1, 3], 4);
        // P(no die of four shows the last face) = (1/2)⁴.
        let p: f64 = table.distribution(4).filter(|(c, _)| c[2] == 0).map(|(_, p)| p).sum();
        assert!((p - 0.0625).abs() < 1e-12);
    }
}
