//! [`Series`]: a curve with its interval, the mean of the curves of several seeds.

use std::cmp::Ordering;

use holotable_arena::stats::t_interval;
use serde::Serialize;

use super::points::Points;

/// A curve, column by column; all columns are equally long.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    /// Where on the axis.
    pub x: Vec<f64>,
    /// The mean over the seeds.
    pub mean: Vec<f64>,
    /// The lower end of the 95 % interval; none if nothing is known about it.
    pub low: Option<Vec<f64>>,
    /// The upper end of the interval.
    pub high: Option<Vec<f64>>,
}

impl Series {
    /// The mean of the curves of several seeds with Student's interval, only where all of them have data: at the points of
    /// the one that has the fewest there. The others are interpolated linearly between their own points. One curve stays
    /// as it is.
    pub fn of(seeds: &[Points]) -> Self {
        match seeds {
            [] => Self::default(),
            [alone] => {
                let (x, mean) = alone.iter().copied().unzip();
                Self { x, mean, low: None, high: None }
            }
            several => Self::mean(several),
        }
    }

    fn mean(seeds: &[Points]) -> Self {
        let Some(firsts) = seeds.iter().map(|points| points.first()).collect::<Option<Vec<_>>>() else {
            return Self::default();
        };
        let begin = firsts.iter().map(|point| point.0).fold(f64::MIN, f64::max);
        let end =
            seeds.iter().filter_map(|points| points.last()).map(|point| point.0).fold(f64::MAX, f64::min);
        let common = |points: &Points| {
            points.iter().map(|point| point.0).filter(|x| (begin..=end).contains(x)).collect::<Vec<_>>()
        };
        // Of equally many points those that come first, so that the order of the seeds does not matter.
        let fewer = |a: &Vec<f64>, b: &Vec<f64>| {
            a.len().cmp(&b.len()).then_with(|| a.partial_cmp(b).unwrap_or(Ordering::Equal))
        };
        let x = seeds.iter().map(common).min_by(fewer).unwrap_or_default();
        let rows = x.iter().filter_map(|&x| {
            let values: Vec<f64> = seeds.iter().map(|points| at(points, x)).collect();
            t_interval(&values)
        });
        let rows: Vec<(f64, f64, f64)> = rows.collect();
        Self {
            x,
            mean: rows.iter().map(|row| row.0).collect(),
            low: Some(rows.iter().map(|row| row.1).collect()),
            high: Some(rows.iter().map(|row| row.2).collect()),
        }
    }

    /// The same curve with the intervals of its points.
    #[must_use]
    pub fn with_ends(mut self, ends: &[(f64, f64)]) -> Self {
        let (low, high) = ends.iter().copied().unzip();
        (self.low, self.high) = (Some(low), Some(high));
        self
    }

    /// The same curve with no value and no end below `least` or above `most`.
    #[must_use]
    pub fn within(mut self, least: f64, most: f64) -> Self {
        for column in [Some(&mut self.mean), self.low.as_mut(), self.high.as_mut()].into_iter().flatten() {
            for value in column {
                *value = value.clamp(least, most);
            }
        }
        self
    }

    /// Whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.x.is_empty()
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.x.len()
    }
}

/// The value of a curve between two of its points.
fn at(points: &Points, x: f64) -> f64 {
    let after = points.partition_point(|point| point.0 < x).min(points.len() - 1);
    let ((x0, y0), (x1, y1)) = (points[after.saturating_sub(1)], points[after]);
    if x1 <= x0 || x >= x1 { y1 } else { y0 + (y1 - y0) * (x - x0) / (x1 - x0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_averaged_only_where_all_have_data() {
        let long: Points = vec![(0.0, 0.0), (10.0, 1.0), (20.0, 2.0), (30.0, 3.0), (40.0, 4.0)];
        let late: Points = vec![(5.0, 2.5), (15.0, 3.5), (35.0, 5.5)];
        let series = Series::of(&[long.clone(), late.clone()]);
        // From 5 to 35 at the points of the second; the first lies 2 below throughout.
        assert_eq!(series.x, [5.0, 15.0, 35.0]);
        assert_eq!(series.mean, [1.5, 2.5, 4.5]);
        // Two seeds: t is 12.7062, the deviation √2, the half-width t·√2/√2.
        let half = series.high.as_ref().unwrap()[0] - 1.5;
        assert!((half - 12.706_2).abs() < 1e-3, "{half}");
        assert_eq!(Series::of(&[late, long]), series, "whichever comes first");
    }

    #[test]
    fn one_seed_stays_as_it_is_and_none_has_no_points() {
        let points: Points = vec![(1.0, 2.0), (3.0, 4.0)];
        let series = Series::of(std::slice::from_ref(&points));
        assert_eq!((series.x, series.mean, series.low), (vec![1.0, 3.0], vec![2.0, 4.0], None));
        assert!(Series::of(&[]).is_empty() && Series::of(&[points.clone(), vec![]]).is_empty());
        let apart: Points = vec![(5.0, 0.0), (6.0, 0.0)];
        assert!(Series::of(&[points, apart]).is_empty(), "they have nothing in common");
    }
}
