//! Statistics of results: intervals for rates, comparisons of pairs, means.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// The two-sided 95 % quantile of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % score interval for a rate of `wins` in `games`; 0 to 1 without any games.
///
/// Unlike the textbook's `p ± z·√(p(1−p)/n)` it stays inside 0..1 and keeps its coverage near the ends
/// (Newcombe 1998, Statistics in Medicine 17, method 3).
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    wilson_share(mean(wins as f64, games), games)
}

/// [`wilson`] for a mean score from 0 to 1 instead of a share of wins; on the safe side, as draws vary less.
pub fn wilson_share(p: f64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // Exactly 0 and 1 at the ends, where rounding would leave a small remainder.
    let low = if p <= 0.0 { 0.0 } else { (centre - half) / scale };
    let high = if p >= 1.0 { 1.0 } else { (centre + half) / scale };
    (low, high)
}

/// The mean of several measurements with its 95 % interval by Student's t; `None` with fewer than two, which say nothing
/// about their spread.
pub fn t_interval(values: &[f64]) -> Option<(f64, f64, f64)> {
    let n = values.len();
    let t = StudentsT::new(0.0, 1.0, n.checked_sub(1)? as f64).ok()?.inverse_cdf(0.975);
    let middle = mean(values.iter().sum(), n as u64);
    let squares: f64 = values.iter().map(|x| (x - middle).powi(2)).sum();
    let half = t * (squares / (n - 1) as f64 / n as f64).sqrt();
    Some((middle, middle - half, middle + half))
}

/// Newcombe's 95 % interval for the first of two rates less the second, of wins in games that have nothing to do with one
/// another (Newcombe 1998, Statistics in Medicine 17, 873 to 890, method 10); nothing is known of no games.
pub fn newcombe(a: (u64, u64), b: (u64, u64)) -> (f64, f64) {
    if a.1 == 0 || b.1 == 0 {
        return (-1.0, 1.0);
    }
    let [p, q] = [a, b].map(|(wins, games)| mean(wins as f64, games));
    let [(p_low, p_high), (q_low, q_high)] = [a, b].map(|(wins, games)| wilson(wins, games));
    (p - q - (p - p_low).hypot(q_high - q), p - q + (p_high - p).hypot(q - q_low))
}

/// By what the log-odds of predicted chances have to be multiplied to fit the results best, with its 95 % interval: the slope of a logistic
/// regression through even odds, by Newton's method. Predictions count as at least 1 and at most 9,999 in 10,000. `None` where no slope
/// fits best: nothing was predicted but even odds, or all results are as predicted or none is.
pub fn logistic_slope(points: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    const EDGE: f64 = 1e-4;
    const MOST: f64 = 50.0;
    let odds = |p: f64| (p.clamp(EDGE, 1.0 - EDGE) / (1.0 - p.clamp(EDGE, 1.0 - EDGE))).ln();
    let points: Vec<(f64, f64)> =
        points.iter().map(|&(predicted, result)| (odds(predicted), result)).collect();
    // The gradient of the likelihood and its information.
    let at = |slope: f64| {
        points.iter().fold((0.0, 0.0), |(gradient, information), &(x, y)| {
            let p = 1.0 / (1.0 + (-slope * x).exp());
            (gradient + x * (y - p), information + x * x * p * (1.0 - p))
        })
    };
    let mut slope = 1.0;
    for _ in 0..100 {
        let (gradient, information) = at(slope);
        let step = gradient / information;
        if !step.is_finite() || slope.abs() > MOST {
            return None;
        }
        // The likelihood is concave; a short step cannot pass by its top far.
        slope += step.clamp(-1.0, 1.0);
        if step.abs() < 1e-12 {
            break;
        }
    }
    let half = Z / at(slope).1.sqrt();
    half.is_finite().then_some((slope, slope - half, slope + half))
}

/// The one-sided 80 % quantile of the normal distribution.
const Z_POWER: f64 = 0.841_621_233_572_914_2;

/// How often each of two players won games that both played with the same random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// Games that both won.
    pub both: u64,
    /// Games that only the first won.
    pub only_a: u64,
    /// Games that only the second won.
    pub only_b: u64,
    /// Games that neither won.
    pub neither: u64,
}

impl Pairs {
    /// Counts a game.
    pub fn count(&mut self, a_wins: bool, b_wins: bool) {
        *match (a_wins, b_wins) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.only_a,
            (false, true) => &mut self.only_b,
            (false, false) => &mut self.neither,
        } += 1;
    }

    /// The games of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            both: self.both + other.both,
            only_a: self.only_a + other.only_a,
            only_b: self.only_b + other.only_b,
            neither: self.neither + other.neither,
        }
    }

    /// Pairs played.
    pub fn games(&self) -> u64 {
        self.both + self.only_a + self.only_b + self.neither
    }

    /// The win rate of the first less that of the second.
    pub fn difference(&self) -> f64 {
        mean(self.only_a as f64 - self.only_b as f64, self.games())
    }

    /// The 95 % interval of [`difference`](Self::difference): Wald's with the adjustment of Bonett and Price (2012,
    /// Journal of Educational and Behavioral Statistics 37), recommended by Fagerland, Lydersen and Laake (2014,
    /// Statistics in Medicine 33). Unlike Wald's own it has a width even if the two never differ.
    pub fn interval(&self) -> (f64, f64) {
        let n = self.games() as f64 + 2.0;
        let (a, b) = ((self.only_a as f64 + 1.0) / n, (self.only_b as f64 + 1.0) / n);
        let half = Z * ((a + b - (a - b).powi(2)) / n).sqrt();
        ((a - b - half).max(-1.0), (a - b + half).min(1.0))
    }

    /// McNemar's exact test: how likely two equal players differ in at least so uneven a way. It is the two-sided
    /// binomial test on the games that only one of them won.
    pub fn mcnemar(&self) -> f64 {
        let (few, n) = (self.only_a.min(self.only_b), self.only_a + self.only_b);
        // The probability of `few` in logarithms, then its tail as multiples of it.
        let ways: f64 = (1..=few).map(|i| ((n - few + i) as f64 / i as f64).ln()).sum();
        let (mut term, mut tail) = (1.0, 1.0);
        for i in (1..=few).rev() {
            term *= i as f64 / (n - i + 1) as f64;
            tail += term;
            if term < tail * f64::EPSILON {
                break;
            }
        }
        (2.0 * tail * (ways - n as f64 * std::f64::consts::LN_2).exp()).min(1.0)
    }

    /// How many pairs it takes to find a difference as great as this at the 5 % level with a power of 80 %, if as many
    /// games as here are won by one only (Connor 1987, Biometrics 43); `None` if there is no difference.
    pub fn games_for_power(&self) -> Option<u64> {
        let (apart, delta) = (mean((self.only_a + self.only_b) as f64, self.games()), self.difference());
        let root = Z * apart.sqrt() + Z_POWER * (apart - delta * delta).sqrt();
        (self.only_a != self.only_b).then(|| (root / delta).powi(2).ceil() as u64)
    }
}

/// The mean of a sum over `n` parts; 0 without parts.
pub fn mean(sum: f64, n: u64) -> f64 {
    if n == 0 { 0.0 } else { sum / n as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With one size of prediction the best slope is the log-odds that came over those that were predicted.
    #[test]
    fn the_slope_is_that_of_the_odds() {
        let points = |predicted: f64, won: u32, games: u32| {
            let one = move |i| {
                [(predicted, f64::from(u8::from(i < won))), (1.0 - predicted, f64::from(u8::from(i >= won)))]
            };
            (0..games).flat_map(one).collect::<Vec<_>>()
        };
        for (predicted, won, games, slope) in [
            (0.8, 4, 5, 1.0),
            (0.9, 4, 5, 4f64.ln() / 9f64.ln()),
            (0.6, 9, 10, 9f64.ln() / 1.5f64.ln()),
            (0.7, 5, 10, 0.0),
        ] {
            let points = points(predicted, won, games);
            let (found, low, high) = logistic_slope(&points).unwrap();
            assert!((found - slope).abs() < 1e-9, "{predicted} {won}/{games}: {found}");
            let p = f64::from(won) / f64::from(games);
            let information =
                points.len() as f64 * (predicted / (1.0 - predicted)).ln().powi(2) * p * (1.0 - p);
            assert!(((high - low) / 2.0 - Z / information.sqrt()).abs() < 1e-9);
        }
        // Nothing, even odds alone, and results that are all as predicted.
        assert_eq!(logistic_slope(&[]), None);
        assert_eq!(logistic_slope(&[(0.5, 1.0), (0.5, 0.0)]), None);
        assert_eq!(logistic_slope(&points(0.8, 5, 5)), None);
    }

    /// Newcombe (1998), table I, method 3 "score, no continuity correction".
    #[test]
    fn wilson_agrees_with_the_published_intervals() {
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(wins, games);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{wins}/{games}: {l:.4} to {h:.4}");
        }
    }

    #[test]
    fn wilson_is_symmetric_and_stays_inside() {
        for wins in 0..=30 {
            let ((l, h), (l2, h2)) = (wilson(wins, 30), wilson(30 - wins, 30));
            assert!((l + h2 - 1.0).abs() < 1e-12 && (h + l2 - 1.0).abs() < 1e-12);
            assert!((0.0..=1.0).contains(&l) && l < h && (0.0..=1.0).contains(&h));
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert_eq!((wilson(0, 200).0, wilson(200, 200).1), (0.0, 1.0));
    }

    /// Newcombe (1998), table II, method 10 "square-and-add".
    #[test]
    fn newcombe_agrees_with_the_published_intervals() {
        for (a, b, low, high) in [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((9, 10), (3, 10), 0.1705, 0.8090),
            ((6, 7), (2, 7), 0.0582, 0.8062),
            ((5, 56), (0, 29), -0.0381, 0.1926),
            ((0, 10), (0, 20), -0.1611, 0.2775),
            ((10, 10), (0, 20), 0.6791, 1.0),
        ] {
            let (l, h) = newcombe(a, b);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{a:?}, {b:?}: {l:.4} to {h:.4}");
            let (l2, h2) = newcombe(b, a);
            assert!((l + h2).abs() < 1e-12 && (h + l2).abs() < 1e-12);
        }
        assert_eq!(newcombe((3, 4), (0, 0)), (-1.0, 1.0));
    }

    /// Before and after stem cell transplantation (Bentur et al. 2009), the example of Fagerland, Lydersen and Laake:
    /// 1, 1, 7 and 12 children; they give the interval -0.508 to -0.013 and the exact p 0.0703.
    #[test]
    fn pairs_agree_with_the_published_example() {
        let pairs = Pairs { both: 1, only_a: 1, only_b: 7, neither: 12 };
        let (low, high) = pairs.interval();
        assert!((pairs.difference() + 6.0 / 21.0).abs() < 1e-12);
        assert!((low + 0.508).abs() < 5e-4 && (high + 0.013).abs() < 5e-4, "{low:.4} to {high:.4}");
        assert!((pairs.mcnemar() - 2.0 * (1.0 + 8.0) / 256.0).abs() < 1e-12);
    }

    #[test]
    fn the_exact_test_by_hand() {
        let p = |only_a, only_b| Pairs { both: 3, only_a, only_b, neither: 4 }.mcnemar();
        for (a, b, expected) in [
            (0, 0, 1.0),
            (0, 1, 1.0),
            (5, 5, 1.0),
            (10, 0, 2.0 / 1024.0),
            (9, 1, 2.0 * 11.0 / 1024.0),
            (2, 8, 2.0 * 56.0 / 1024.0),
        ] {
            assert!((p(a, b) - expected).abs() < 1e-12, "{a}, {b}: {}", p(a, b));
        }
        // Many games: near the normal tail with its continuity correction, 2·Φ(-3.99) = 6.608e-5.
        assert!((p(5_200, 4_800) / 6.608e-5 - 1.0).abs() < 0.02, "{}", p(5_200, 4_800));
        assert!(p(1_000_000, 0) < 1e-300);
    }

    /// Discordance 0.4 and difference 0.2: (1.96·√0.4 + 0.8416·√0.36)² / 0.04 = 76.1.
    #[test]
    fn games_for_power_by_hand() {
        let pairs = |only_a, only_b| Pairs { both: 60, only_a, only_b, neither: 100 - 60 - only_a - only_b };
        assert_eq!(pairs(30, 10).games_for_power(), Some(77));
        assert_eq!(pairs(10, 30).games_for_power(), Some(77));
        assert_eq!(pairs(5, 5).games_for_power(), None);
        assert_eq!(Pairs::default().games_for_power(), None);
        // Ten times the games and the same rates need as many.
        let more = Pairs { both: 600, only_a: 300, only_b: 100, neither: 0 };
        assert_eq!(more.games_for_power(), Some(77));
    }

    #[test]
    fn pairs_add_up() {
        let mut pairs = Pairs::default();
        for (a, b) in [(true, true), (true, false), (true, false), (false, true), (false, false)] {
            pairs.count(a, b);
        }
        assert_eq!(pairs, Pairs { both: 1, only_a: 2, only_b: 1, neither: 1 });
        assert_eq!(pairs.plus(pairs).games(), 10);
        assert!((pairs.difference() - 0.2).abs() < 1e-12);
        // No difference seen in 100 games: ±1.96·√(2/102/102).
        let (low, high) = Pairs { neither: 100, ..Pairs::default() }.interval();
        assert!((high - 0.02717).abs() < 1e-5 && (low + high).abs() < 1e-12, "{low} to {high}");
    }

    /// The quantiles of any table of Student's t: of 0, 0, ..., n (mean 1, deviation √n) the half-width is t itself.
    #[test]
    fn t_intervals_agree_with_the_published_quantiles() {
        for (n, t) in [(2, 12.7062), (3, 4.3027), (5, 2.7764), (10, 2.2622), (30, 2.0452), (121, 1.9799)] {
            let mut values = vec![0.0; n];
            values[0] = n as f64;
            let (mean, low, high) = t_interval(&values).unwrap();
            assert!((mean - 1.0).abs() < 1e-12 && (low + high - 2.0).abs() < 1e-9);
            assert!((high - mean - t).abs() < 5e-5, "{n}: {} of {t}", high - mean);
        }
        assert_eq!(t_interval(&[0.25; 3]), Some((0.25, 0.25, 0.25)));
        assert_eq!((t_interval(&[]), t_interval(&[1.0])), (None, None));
    }
}
