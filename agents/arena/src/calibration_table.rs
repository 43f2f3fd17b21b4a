//! [`CalibrationTable`]: how well values, read as probabilities to win, predict the results.

/// Bins of equal width from 0 to 1.
pub const BINS: usize = 10;

/// Predicted probabilities to win beside the actual results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CalibrationTable {
    /// The sum of squared errors.
    squares: f64,
    /// For each bin of predicted probabilities: the count, the sum of the predictions, the sum of the results.
    bins: [(u64, f64, f64); BINS],
}

impl CalibrationTable {
    /// Counts a decision with the predicted probability `predicted` in a game with the result `result`, both from 0 to 1.
    pub fn count(&mut self, predicted: f64, result: f64) {
        self.squares += (predicted - result).powi(2);
        let (count, sum, results) = &mut self.bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
        (*count, *sum, *results) = (*count + 1, *sum + predicted, *results + result);
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Self) {
        self.squares += other.squares;
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            *bin = (bin.0 + more.0, bin.1 + more.1, bin.2 + more.2);
        }
    }

    /// The mean squared error (Brier, 1950); `None` if nothing was counted.
    pub fn brier(&self) -> Option<f64> {
        let count: u64 = self.bins.iter().map(|bin| bin.0).sum();
        (count > 0).then(|| self.squares / count as f64)
    }

    /// The calibration table: for each bin that is not empty the count, the mean prediction and the mean result.
    pub fn table(&self) -> Vec<(u64, f64, f64)> {
        let filled = self.bins.iter().filter(|bin| bin.0 > 0);
        filled.map(|&(n, predicted, result)| (n, predicted / n as f64, result / n as f64)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_score_agree_with_a_sum_by_hand() {
        let mut all = CalibrationTable::default();
        assert_eq!((all.brier(), all.table()), (None, vec![]));
        let mut more = CalibrationTable::default();
        more.count(1.0, 1.0);
        for (predicted, result) in [(0.25, 0.0), (0.75, 1.0), (0.7, 0.0)] {
            all.count(predicted, result);
        }
        all.add(&more);
        let squares = 0.25f64.powi(2) + 0.25f64.powi(2) + 0.7f64.powi(2);
        assert!((all.brier().unwrap() - squares / 4.0).abs() < 1e-15);
        assert_eq!(all.table(), [(1, 0.25, 0.0), (2, 0.725, 0.5), (1, 1.0, 1.0)]);
    }
}
