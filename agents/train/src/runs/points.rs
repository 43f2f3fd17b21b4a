//! The points of one run that curves are made of.

use super::axis::Axis;
use super::run::Run;

/// Games over which a win rate is averaged.
pub const WINDOW: f64 = 1000.0;
/// The most points of a curve with one at each update; where there are more, neighbours are averaged.
const MOST: usize = 150;

/// A curve of one run: where on the axis, and how much.
pub type Points = Vec<(f64, f64)>;

/// The evaluations: on the axis the mean score, and beside it its own interval.
pub fn evaluations(run: &Run, axis: Axis) -> (Points, Vec<(f64, f64)>) {
    let evaluated = run.records.iter().filter_map(|record| {
        let score = record.eval_score?;
        let ends = (record.eval_low.unwrap_or(score), record.eval_high.unwrap_or(score));
        Some(((axis.of(record), score), ends))
    });
    evaluated.unzip()
}

/// The share of won games among the last [`WINDOW`] finished ones of each moment, or among all so far if they are fewer.
pub fn win_rate(run: &Run, axis: Axis) -> Points {
    let games: Vec<(f64, f64)> = run
        .records
        .iter()
        .map(|record| {
            let finished = record.episodes.saturating_sub(record.truncated) as f64;
            record.win_rate.map_or((0.0, 0.0), |rate| (finished, finished * rate))
        })
        .collect();
    let (mut first, mut sum) = (0, (0.0, 0.0));
    let mut points = Points::new();
    for (record, (finished, won)) in run.records.iter().zip(&games) {
        sum = (sum.0 + finished, sum.1 + won);
        while sum.0 - games[first].0 >= WINDOW {
            sum = (sum.0 - games[first].0, sum.1 - games[first].1);
            first += 1;
        }
        if sum.0 > 0.0 {
            points.push((axis.of(record), sum.1 / sum.0));
        }
    }
    thinned(&points)
}

/// A number of each record that has it.
pub fn of_updates(run: &Run, axis: Axis, number: impl Fn(&super::Record) -> Option<f64>) -> Points {
    let points: Points =
        run.records.iter().filter_map(|record| Some((axis.of(record), number(record)?))).collect();
    thinned(&points)
}

/// At most [`MOST`] points, each the mean of as many neighbours.
fn thinned(points: &[(f64, f64)]) -> Points {
    let together = points.len().div_ceil(MOST).max(1);
    let mean = |part: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| {
        part.iter().map(of).sum::<f64>() / part.len() as f64
    };
    points.chunks(together).map(|part| (mean(part, |p| p.0), mean(part, |p| p.1))).collect()
}
