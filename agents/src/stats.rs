//! Statistics of results: intervals for rates, means, medians.

/// The two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % score interval for a rate of `wins` in `games`; 0 to 1 without any games.
///
/// Unlike the textbook's `p ± z·√(p(1−p)/n)` it stays inside 0..1 and keeps its coverage near the ends
/// (Newcombe 1998, Statistics in Medicine 17, method 3).
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (games as f64, wins as f64 / games as f64);
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // Exactly 0 and 1 at the ends, where rounding would leave a crumb.
    let low = if wins == 0 { 0.0 } else { (centre - half) / scale };
    let high = if wins == games { 1.0 } else { (centre + half) / scale };
    (low, high)
}

/// A quantity measured several times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The middle one, or the mean of the two middle ones.
    pub median: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    /// The median and range of `values`.
    ///
    /// # Panics
    /// If `values` is empty.
    pub fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        let median = f64::midpoint(sorted[(n - 1) / 2], sorted[n / 2]);
        Self { median, min: sorted[0], max: sorted[n - 1] }
    }
}

/// The mean of a sum over `n` parts; 0 without parts.
pub fn mean(sum: f64, n: u64) -> f64 {
    if n == 0 { 0.0 } else { sum / n as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn medians_and_means() {
        assert_eq!(Spread::of(&[3.0, 1.0, 2.0]), Spread { median: 2.0, min: 1.0, max: 3.0 });
        assert_eq!(Spread::of(&[4.0, 1.0, 2.0, 9.0]), Spread { median: 3.0, min: 1.0, max: 9.0 });
        assert!((mean(7.0, 2) - 3.5).abs() < 1e-12);
        assert!(mean(0.0, 0).abs() < 1e-12);
    }
}
