//! [`Agreement`]: how well one estimate of the actions of a decision agrees with another, without the noise of both.
//!
//! Each estimate is the mean of simulations, and both come from the same ones. Their common luck would pass for agreement, and
//! the luck of each for disagreement. So simulations are split in two halves, and only products of different halves count: the
//! luck of these is independent and vanishes in the mean.

use holotable_env::{Chance, Sample, generator, streams};
use serde::Serialize;

/// Resamples of the decisions for an interval.
const RESAMPLES: usize = 1_000;

/// An estimate for each action of a decision, less their mean, by both halves of the simulations.
#[derive(Clone, Debug)]
pub(crate) struct Centred([Vec<f64>; 2]);

impl Centred {
    /// From the estimates of each action by each half.
    pub fn of(halves: [Vec<f64>; 2]) -> Self {
        Self(halves.map(|estimates| {
            let mean = estimates.iter().sum::<f64>() / estimates.len() as f64;
            estimates.iter().map(|estimate| estimate - mean).collect()
        }))
    }

    /// The covariance with another over the actions, without bias.
    fn covariance(&self, other: &Self) -> f64 {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let free = (self.0[0].len() - 1) as f64;
        (dot(&self.0[0], &other.0[1]) + dot(&self.0[1], &other.0[0])) / (2.0 * free)
    }
}

/// The covariances of one decision: of the truth, of an estimate, and of both.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Covariances {
    truth: f64,
    estimate: f64,
    both: f64,
}

impl Covariances {
    /// Of a truth and an estimate.
    pub fn of(truth: &Centred, estimate: &Centred) -> Self {
        Self {
            truth: truth.covariance(truth),
            estimate: estimate.covariance(estimate),
            both: truth.covariance(estimate),
        }
    }

    fn mean(all: impl ExactSizeIterator<Item = Self>) -> Self {
        let n = all.len().max(1) as f64;
        all.fold(Self::default(), |sum, one| Self {
            truth: sum.truth + one.truth / n,
            estimate: sum.estimate + one.estimate / n,
            both: sum.both + one.both / n,
        })
    }

    fn correlation(self) -> Option<f64> {
        let product = self.truth.max(0.0) * self.estimate.max(0.0);
        (product > 0.0).then(|| self.both / product.sqrt())
    }

    fn slope(self) -> Option<f64> {
        (self.estimate > 0.0).then(|| self.both / self.estimate)
    }
}

/// A number with its 95 % interval by resampled decisions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The estimate over all decisions.
    pub value: f64,
    /// The lower end of the interval.
    pub ci_low: f64,
    /// The upper end of it.
    pub ci_high: f64,
}

/// How well an estimate agrees with the truth over the actions of the same decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// The standard deviation of the truth between the actions of a decision; 0 where no difference shows.
    pub truth_sd: f64,
    /// The same of the estimate.
    pub estimate_sd: f64,
    /// The correlation of both, 1 at best; noise can lift it above. `None` where one of them does not differ.
    pub correlation: Option<Figure>,
    /// By how much the truth differs where the estimate differs by 1. `None` where the estimate does not differ.
    pub slope: Option<Figure>,
}

impl Agreement {
    /// Over these decisions; the resamples are those of `seed`.
    pub(crate) fn of(decisions: &[Covariances], seed: u64) -> Self {
        let mean = Covariances::mean(decisions.iter().copied());
        let mut chance = Sample(generator(seed, streams::SAMPLES));
        let resamples: Vec<Covariances> = (0..if decisions.len() > 1 { RESAMPLES } else { 0 })
            .map(|_| {
                Covariances::mean((0..decisions.len()).map(|_| decisions[chance.below(decisions.len())]))
            })
            .collect();
        let figure = |of: fn(Covariances) -> Option<f64>| {
            let mut found: Vec<f64> = resamples.iter().filter_map(|&resample| of(resample)).collect();
            found.sort_by(f64::total_cmp);
            let at = |share: f64| found[(share * (found.len() - 1) as f64).round() as usize];
            // Where many resamples show no spread, nothing is known of the quotient.
            let enough = found.len() * 20 >= RESAMPLES * 19;
            of(mean).filter(|_| enough).map(|value| Figure { value, ci_low: at(0.025), ci_high: at(0.975) })
        };
        Self {
            truth_sd: mean.truth.max(0.0).sqrt(),
            estimate_sd: mean.estimate.max(0.0).sqrt(),
            correlation: figure(Covariances::correlation),
            slope: figure(Covariances::slope),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A standard normal number, near enough: the sum of twelve uniform ones.
    fn normal(chance: &mut Sample<impl rand::Rng>) -> f64 {
        (0..12).map(|_| chance.below(1_000_000) as f64 / 1e6).sum::<f64>() - 6.0
    }

    /// Truth of deviation 1, an estimate of half of it and independent noise of 0.5: correlation 0.71, slope 1. Both halves add
    /// luck of deviation 2 that truth and estimate share, which must not count.
    #[test]
    fn luck_that_both_share_is_no_agreement() {
        let mut chance = Sample(generator(5, 0));
        let decision = |_| {
            let (mut truths, mut estimates) = ([vec![], vec![]], [vec![], vec![]]);
            for _ in 0..4 {
                let (truth, error) = (normal(&mut chance), normal(&mut chance));
                for half in 0..2 {
                    let luck = 2.0 * normal(&mut chance);
                    truths[half].push(truth + luck);
                    estimates[half].push(0.5 * truth + 0.5 * error + luck);
                }
            }
            Covariances::of(&Centred::of(truths), &Centred::of(estimates))
        };
        let decisions: Vec<Covariances> = (0..20_000).map(decision).collect();
        let found = Agreement::of(&decisions, 1);
        let (correlation, slope) = (found.correlation.unwrap(), found.slope.unwrap());
        for (figure, expected) in [(correlation, 0.5f64.sqrt()), (slope, 1.0)] {
            assert!((figure.value - expected).abs() < 0.05, "{figure:?}");
            assert!(figure.ci_low < expected && expected < figure.ci_high, "{figure:?}");
        }
        assert!((found.truth_sd - 1.0).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn without_a_difference_there_is_no_agreement() {
        let flat = || Centred::of([vec![0.5; 3], vec![0.5; 3]]);
        let found = Agreement::of(&[Covariances::of(&flat(), &flat()); 5], 1);
        assert_eq!((found.correlation, found.slope), (None, None));
        let none = Agreement::of(&[], 1);
        assert_eq!((none.correlation, none.slope), (None, None));
    }
}
