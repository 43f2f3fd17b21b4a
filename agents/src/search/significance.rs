//! [`Scores`]: the mean score of a move over its simulations, and [`MeanEstimate::lower_bound_of_gain`]: whether it is better
//! than another move with statistical significance.

/// The number of standard errors that a difference must exceed (95 % one-sided).
const QUANTILE: f64 = 1.645;
/// The prior over the difference of a move to the favourite: how much worse it is expected to be, and the standard deviation.
const PRIOR_GAP: f64 = 0.03;

/// A sample of scores, or of differences between scores.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Scores {
    /// The number of scores.
    pub count: u32,
    total: f64,
    squares: f64,
}

impl Scores {
    /// Adds a score.
    pub fn push(&mut self, score: f64) {
        self.count += 1;
        self.total += score;
        self.squares += score * score;
    }

    /// The mean; `None` without scores.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total / f64::from(self.count))
    }

    /// The variance of a single score, with one more squared deviation of 1 added: a few equal scores do not prove that the
    /// variance is 0.
    fn variance(&self) -> f64 {
        let n = f64::from(self.count);
        ((self.squares - self.total * self.total / n).max(0.0) + 1.0) / n
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
    /// The difference of this mean to that of an independent sample.
    pub fn less(self, other: Self) -> Self {
        Self { mean: self.mean - other.mean, variance: self.variance + other.variance }
    }

    /// The lower bound of a difference to the favourite; a move is significantly better if this is above 0.
    ///
    /// The difference must exceed 1.645 standard errors. A game has hundreds of decisions with several moves each, so noise
    /// alone would exceed that dozens of times. Therefore the posterior mean must be positive too, under the prior
    /// N(-d, d²) with d of 0.03: a move is expected to be worse than the favourite.
    pub fn lower_bound_of_gain(self) -> f64 {
        self.mean - QUANTILE * self.variance.sqrt() - self.variance / PRIOR_GAP
    }
}

/// The index of the move to play: the one whose lower bound of the gain over the favourite is greatest, if above 0, the first
/// of equals; else the favourite.
pub(super) fn best_by_gain<T>(moves: &[T], favourite: usize, gain: impl Fn(&T, &T) -> f64) -> usize {
    let gains = moves.iter().map(|one| gain(one, &moves[favourite])).enumerate();
    let ahead = gains.filter(|&(i, gain)| i != favourite && gain > 0.0);
    ahead.fold((favourite, 0.0), |best, one| if one.1 > best.1 { one } else { best }).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(won: usize, lost: usize) -> MeanEstimate {
        let scores: Scores = [1.0].repeat(won).into_iter().chain([0.0].repeat(lost)).collect();
        scores.mean_estimate().expect("there are some")
    }

    #[test]
    fn differences_over_few_games_are_not_significant() {
        assert!(
            games(5, 0).less(games(0, 5)).lower_bound_of_gain() < 0.0,
            "all of five against none of five"
        );
        assert!(games(20, 10).less(games(30, 30)).lower_bound_of_gain() < 0.0, "1.5 standard errors");
        assert!(
            games(36, 24).less(games(24, 36)).lower_bound_of_gain() < 0.0,
            "2.2 standard errors are 0.2 of 60 games"
        );
    }

    #[test]
    fn differences_over_many_games_are_significant() {
        assert!(games(900, 100).less(games(800, 200)).lower_bound_of_gain() > 0.0);
        assert!(
            games(5_200, 4_800).less(games(5_000, 5_000)).lower_bound_of_gain() > 0.0,
            "2.8 standard errors"
        );
        let equal = games(5_000, 5_000);
        assert!(equal.less(equal).lower_bound_of_gain() < 0.0);
    }

    #[test]
    fn mean_and_variance_are_those_of_the_scores() {
        let scores: Scores = [0.25, 0.5, 1.0].into_iter().collect();
        let mean = 1.75 / 3.0;
        let squares: f64 = [0.25, 0.5, 1.0].map(|x: f64| (x - mean).powi(2)).iter().sum();
        assert_eq!(scores.mean(), Some(mean));
        assert!((scores.variance() - (squares + 1.0) / 3.0).abs() < 1e-12);
        assert_eq!((Scores::default().mean(), Scores::default().mean_estimate()), (None, None));
    }

    #[test]
    fn only_a_move_with_a_positive_lower_bound_replaces_the_favourite() {
        let gain = |one: &f64, favourite: &f64| one - favourite - 0.1;
        assert_eq!(best_by_gain(&[0.59, 0.5, 0.2], 1, gain), 1);
        assert_eq!(best_by_gain(&[0.61, 0.5, 0.7, 0.7], 1, gain), 2);
    }
}
