//! [`Scores`]: the mean score of a move over its simulations, and [`MeanEstimate::margin`]: whether it is so much
//! better than another move that a search plays it.

/// The number of standard errors that a difference must exceed.
const STANDARD_ERRORS: f64 = 1.0;
/// The prior over the difference of a move to the favourite: how much worse it is expected to be, and the standard deviation.
const PRIOR_GAP: f64 = 0.05;
/// A squared deviation that every sample has beside its own, so that a few equal scores do not prove that the variance is 0.
const DOUBT: f64 = 0.25;

/// A sample of scores, or of differences between scores.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Scores {
    count: u32,
    total: f64,
    squares: f64,
}

impl Scores {
    fn push(&mut self, score: f64) {
        self.count += 1;
        self.total += score;
        self.squares += score * score;
    }

    /// The mean; `None` without scores.
    fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total / f64::from(self.count))
    }

    /// The variance of a single score, never 0.
    fn variance(&self) -> f64 {
        let n = f64::from(self.count);
        ((self.squares - self.total * self.total / n).max(0.0) + DOUBT) / n
    }

    /// The mean and the variance of its error; `None` without scores.
    pub fn mean_estimate(&self) -> Option<MeanEstimate> {
        self.mean().map(|mean| MeanEstimate { mean, variance: self.variance() / f64::from(self.count) })
    }
}

impl FromIterator<f64> for Scores {
    fn from_iter<T: IntoIterator<Item = f64>>(scores: T) -> Self {
        let mut all = Self::default();
        scores.into_iter().for_each(|score| all.push(score));
        all
    }
}

/// A mean and the variance of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeanEstimate {
    mean: f64,
    variance: f64,
}

impl MeanEstimate {
    /// Whether it is more than so many standard errors above 0.
    pub fn exceeds(self, standard_errors: f64) -> bool {
        self.mean > standard_errors * self.variance.sqrt()
    }

    /// By how much a difference to the favourite exceeds what it must, below 0 if it does not.
    ///
    /// It must exceed one standard error. To ask for more, 95 % say, hides most of what a search finds: a game has hundreds
    /// of decisions, and to take a gain that is likelier than not in each is right on average. With few simulations one
    /// standard error is little evidence; there the posterior mean must be positive under the prior N(-d, d²) with d of 0.05,
    /// by which a move is expected to be worse than the favourite.
    pub fn margin(self) -> f64 {
        self.mean - (STANDARD_ERRORS * self.variance.sqrt()).max(self.variance / PRIOR_GAP)
    }
}

/// The index of the move to play: the one with the greatest margin over the favourite, if above 0, the first of equals; else the
/// favourite.
pub(super) fn best_by_gain<T>(moves: &[T], favourite: usize, gain: impl Fn(&T, &T) -> f64) -> usize {
    let gains = moves.iter().map(|one| gain(one, &moves[favourite])).enumerate();
    let ahead = gains.filter(|&(i, gain)| i != favourite && gain > 0.0);
    ahead.fold((favourite, 0.0), |best, one| if one.1 > best.1 { one } else { best }).0
}

#[cfg(test)]
mod tests {
    use super::*;

    impl MeanEstimate {
        /// The difference of this mean to that of an independent sample.
        fn less(self, other: Self) -> Self {
            Self { mean: self.mean - other.mean, variance: self.variance + other.variance }
        }
    }

    fn games(won: usize, lost: usize) -> MeanEstimate {
        let scores: Scores = [1.0].repeat(won).into_iter().chain([0.0].repeat(lost)).collect();
        scores.mean_estimate().expect("there are some")
    }

    #[test]
    fn few_games_are_little_evidence() {
        assert!(games(1, 0).less(games(0, 1)).margin() < 0.0, "one against none");
        assert!(games(5, 4).less(games(4, 5)).margin() < 0.0, "0.5 standard errors");
        assert!(games(13, 7).less(games(10, 10)).margin() < 0.0, "one standard error of 20 games is 0.15");
        assert!(games(5, 0).less(games(0, 5)).margin() > 0.0, "all of five against none of five");
    }

    #[test]
    fn with_many_games_one_standard_error_decides() {
        let (worse, better) = (games(5_000, 5_000), games(5_080, 4_920));
        let error = (2.0 * 0.25 / 1e4f64).sqrt();
        assert!((better.less(worse).margin() - (0.008 - error)).abs() < 1e-5);
        assert!(better.less(worse).margin() > 0.0, "1.13 standard errors");
        assert!(games(5_060, 4_940).less(worse).margin() < 0.0, "0.85 standard errors");
        assert!(worse.less(worse).margin() < 0.0);
    }

    #[test]
    fn a_lead_is_counted_in_standard_errors() {
        let (worse, better) = (games(5_000, 5_000), games(5_220, 4_780));
        // 0.022 of 0.00707.
        assert!(better.less(worse).exceeds(3.0) && !better.less(worse).exceeds(3.2));
        assert!(!worse.less(better).exceeds(0.0));
        assert!(!games(2, 0).less(games(0, 2)).exceeds(3.0), "two of two against none of two");
    }

    #[test]
    fn mean_and_variance_are_those_of_the_scores() {
        let scores: Scores = [0.25, 0.5, 1.0].into_iter().collect();
        let mean = 1.75 / 3.0;
        let squares: f64 = [0.25, 0.5, 1.0].map(|x: f64| (x - mean).powi(2)).iter().sum();
        assert_eq!(scores.mean(), Some(mean));
        assert!((scores.variance() - (squares + 0.25) / 3.0).abs() < 1e-12);
        assert_eq!((Scores::default().mean(), Scores::default().mean_estimate()), (None, None));
    }

    #[test]
    fn only_a_move_with_a_positive_margin_replaces_the_favourite() {
        let gain = |one: &f64, favourite: &f64| one - favourite - 0.1;
        assert_eq!(best_by_gain(&[0.59, 0.5, 0.2], 1, gain), 1);
        assert_eq!(best_by_gain(&[0.61, 0.5, 0.7, 0.7], 1, gain), 2);
    }
}
