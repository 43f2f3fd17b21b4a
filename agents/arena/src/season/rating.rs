//! [`fit`]: strengths on Elo's scale from games at tables of any size, with intervals that hold although games share seeds.
//!
//! Of a table with strengths `r`, entrant `i` takes the share `exp(r_i) / sum exp(r_j)` of a win in the mean: between two this is the
//! model of Bradley and Terry (1952), among more that of Plackett (1975) and Luce (1959) for who is first. Shares may be parts of a
//! win, as in a tie, and results with the luck taken off, for the estimate depends on their means alone.

use serde::Serialize;

use crate::stats::Z;

/// What one seed says of some entrants: games on a seed are no independent games.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The seed, or another number that the games which belong together share.
    pub cluster: u64,
    /// Who met, by number.
    pub entrants: Vec<usize>,
    /// The share of each of the win, which add up to 1.
    pub shares: Vec<f64>,
}

/// The strength of an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// In points of Elo's scale: who has 400 more is expected to score ten times as much as the other.
    pub points: f64,
    /// Half the width of the 95 % interval around it.
    pub half: f64,
}

/// The points of one unit of strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of so many entrants by maximum likelihood. The mean of `pool` has the rating `mean`. Every table counts one drawn
/// game more for each group of entrants that met, so that who never won has a rating too.
///
/// Intervals are the wider of two: by the curvature of the likelihood, which knows that a few wins in a row say little, and by
/// the spread of the seeds (Huber's and White's estimate, clustered by seed), which knows that games of one seed are alike.
pub fn fit(entrants: usize, pool: &[usize], mean: f64, observations: &[Observation]) -> Vec<Rating> {
    let drawn = drawn(observations);
    let all = || observations.iter().chain(&drawn);
    let mut strengths = vec![0.0; entrants];
    let mut inverse = Vec::new();
    for _ in 0..200 {
        let mut gradient = vec![0.0; entrants];
        let mut curvature = vec![vec![0.0; entrants]; entrants];
        for one in all() {
            let shares = expected(one, &strengths);
            for (i, &a) in one.entrants.iter().enumerate() {
                gradient[a] += one.shares[i] - shares[i];
                curvature[a][a] += shares[i];
                for (j, &b) in one.entrants.iter().enumerate() {
                    curvature[a][b] -= shares[i] * shares[j];
                }
            }
        }
        inverse = inverse_with_mean(&curvature, pool);
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
        // The likelihood is concave; short steps do not pass by its top.
        let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
        let shorter = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(r, s)| *r += s * shorter);
        if longest < 1e-10 {
            break;
        }
    }
    let spread = spread(entrants, &strengths, &inverse, observations);
    let of = |i: usize| Rating {
        points: mean + SCALE * strengths[i],
        half: Z * SCALE * inverse[i][i].max(spread[i]).max(0.0).sqrt(),
    };
    (0..entrants).map(of).collect()
}

/// One drawn game for each group that met.
fn drawn(observations: &[Observation]) -> Vec<Observation> {
    let mut groups: Vec<&[usize]> = observations.iter().map(|one| &one.entrants[..]).collect();
    groups.sort_unstable();
    groups.dedup();
    let drawn = |group: &[usize]| Observation {
        cluster: 0,
        entrants: group.to_vec(),
        shares: vec![1.0 / group.len() as f64; group.len()],
    };
    groups.into_iter().map(drawn).collect()
}

/// The share of a win that the strengths let each expect.
fn expected(one: &Observation, strengths: &[f64]) -> Vec<f64> {
    let most = one.entrants.iter().map(|&a| strengths[a]).fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = one.entrants.iter().map(|&a| (strengths[a] - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|p| p / sum).collect()
}

/// The variance of each strength by the spread of the clusters.
fn spread(
    entrants: usize,
    strengths: &[f64],
    inverse: &[Vec<f64>],
    observations: &[Observation],
) -> Vec<f64> {
    let mut numbers: Vec<u64> = observations.iter().map(|one| one.cluster).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut scores = vec![vec![0.0; entrants]; numbers.len()];
    for one in observations {
        let row = &mut scores[numbers.binary_search(&one.cluster).expect("all are there")];
        for ((&a, share), expected) in one.entrants.iter().zip(&one.shares).zip(expected(one, strengths)) {
            row[a] += share - expected;
        }
    }
    let clusters = numbers.len() as f64;
    let small = if clusters > 1.0 { clusters / (clusters - 1.0) } else { 1.0 };
    let moved = |row: &Vec<f64>, i: usize| -> f64 { inverse[i].iter().zip(row).map(|(a, b)| a * b).sum() };
    (0..entrants).map(|i| small * scores.iter().map(|row| moved(row, i).powi(2)).sum::<f64>()).collect()
}

/// The inverse of a matrix on strengths whose mean over `pool` is 0: the upper left part of the inverse with that condition at its
/// edge. Rows of entrants who never met anybody are 0.
fn inverse_with_mean(matrix: &[Vec<f64>], pool: &[usize]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let size = n + 1;
    let mut left = vec![vec![0.0; size]; size];
    let mut right = vec![vec![0.0; size]; size];
    for (i, row) in matrix.iter().enumerate() {
        left[i][..n].copy_from_slice(row);
        // Nothing is known of who met nobody.
        if row[i] <= 0.0 {
            left[i][i] = 1.0;
        }
        right[i][i] = 1.0;
    }
    right[n][n] = 1.0;
    for &i in pool.iter().filter(|&&i| matrix[i][i] > 0.0) {
        (left[i][n], left[n][i]) = (1.0, 1.0);
    }
    // Gauss and Jordan, with the greatest pivot of each column.
    for column in 0..size {
        let best = (column..size).max_by(|&a, &b| left[a][column].abs().total_cmp(&left[b][column].abs()));
        let best = best.expect("there are rows left");
        left.swap(column, best);
        right.swap(column, best);
        let pivot = left[column][column];
        if pivot.abs() < 1e-300 {
            continue;
        }
        for value in left[column].iter_mut().chain(right[column].iter_mut()) {
            *value /= pivot;
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = left[row][column];
            if factor != 0.0 {
                for k in 0..size {
                    left[row][k] -= factor * left[column][k];
                    right[row][k] -= factor * right[column][k];
                }
            }
        }
    }
    for (i, row) in right.iter_mut().enumerate().take(n) {
        row.truncate(n);
        if matrix[i][i] <= 0.0 {
            row.fill(0.0);
        }
    }
    right.truncate(n);
    right
}

#[cfg(test)]
mod tests {
    use holotable_env::{Chance as _, GameRng, Sample, generator};

    use super::*;
    use crate::elo::{Meeting, ratings};

    fn one(cluster: u64, entrants: &[usize], shares: &[f64]) -> Observation {
        Observation { cluster, entrants: entrants.to_vec(), shares: shares.to_vec() }
    }

    /// A number from 0 to 1.
    fn drawn(rng: &mut GameRng) -> f64 {
        (rng.below(1 << 24) as f64 + 0.5) / f64::from(1 << 24)
    }

    /// Who wins at a table of these strengths, in points.
    fn winner(rng: &mut GameRng, points: &[f64]) -> usize {
        let powers: Vec<f64> = points.iter().map(|p| (p / SCALE).exp()).collect();
        let mut left = drawn(rng) * powers.iter().sum::<f64>();
        powers
            .iter()
            .position(|p| {
                left -= p;
                left < 0.0
            })
            .unwrap_or(points.len() - 1)
    }

    #[test]
    fn two_have_the_textbooks_difference() {
        let games: Vec<_> =
            (0..999).map(|i| one(i, &[0, 1], if i < 249 { &[1.0, 0.0] } else { &[0.0, 1.0] })).collect();
        let found = fit(2, &[0, 1], 1000.0, &games);
        // 249 of 999, and the drawn game.
        let wanted = SCALE * (750.5f64 / 249.5).ln();
        assert!((found[1].points - found[0].points - wanted).abs() < 1e-6, "{found:?}");
        assert!((found[0].points + found[1].points - 2000.0).abs() < 1e-6);
    }

    /// Between pairs the ratings are those of Hunter's iteration.
    #[test]
    fn pairs_have_the_ratings_of_bradley_and_terry() {
        let mut rng = Sample(generator(5, 0));
        let truth = [0.0, 90.0, -120.0, 300.0];
        let mut games = Vec::new();
        let mut meetings = Vec::new();
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let mut score = 0.0;
            for i in 0..200 {
                let first = winner(&mut rng, &[truth[a], truth[b]]) == 0;
                score += f64::from(first);
                games.push(one(i, &[a, b], if first { &[1.0, 0.0] } else { &[0.0, 1.0] }));
            }
            meetings.push(Meeting { a, b, games: 200, score });
        }
        let (found, other) = (fit(4, &[0, 1, 2, 3], 0.0, &games), ratings(4, &meetings));
        for i in 0..4 {
            assert!((found[i].points - found[0].points - other[i]).abs() < 1e-6, "{found:?} {other:?}");
        }
    }

    /// Of the strengths that made the results, 95 of 100 lie in their intervals: between two and among three, and where each seed
    /// is played from both sides so that its games are alike.
    #[test]
    fn intervals_hold_the_truth_95_times_of_100() {
        let mut rng = Sample(generator(9, 0));
        let truth = [-180.0, -60.0, 0.0, 70.0, 170.0];
        for table in [2, 3] {
            let (mut inside, mut all) = (0u32, 0u32);
            for _ in 0..200 {
                let mut games = Vec::new();
                for first in 0..truth.len() {
                    for second in first + 1..truth.len() {
                        let last = second + 1..if table == 3 { truth.len() } else { second + 2 };
                        for third in last {
                            let mut who = vec![first, second, third];
                            who.truncate(table);
                            for seed in 0..60 {
                                let points: Vec<f64> = who.iter().map(|&i| truth[i]).collect();
                                let wins = winner(&mut rng, &points);
                                // One seed of four gives the same again from the other side.
                                let again = if rng.below(4) == 0 { wins } else { winner(&mut rng, &points) };
                                for wins in [wins, again] {
                                    let shares: Vec<f64> =
                                        (0..table).map(|i| f64::from(u8::from(i == wins))).collect();
                                    games.push(one(seed, &who, &shares));
                                }
                            }
                        }
                    }
                }
                for (rating, truth) in fit(5, &[0, 1, 2, 3, 4], 0.0, &games).iter().zip(truth) {
                    all += 1;
                    inside += u32::from((rating.points - truth).abs() < rating.half);
                }
            }
            let share = f64::from(inside) / f64::from(all);
            assert!((0.93..0.98).contains(&share), "{share} at tables of {table}");
        }
    }

    #[test]
    fn who_never_won_and_who_never_met_anybody_have_ratings() {
        let games: Vec<_> = (0..100).map(|i| one(i, &[0, 1], &[1.0, 0.0])).collect();
        let found = fit(3, &[0, 1, 2], 1000.0, &games);
        assert!(found.iter().all(|r| r.points.is_finite() && r.half.is_finite()), "{found:?}");
        assert!(found[0].points - found[1].points > 800.0, "{found:?}");
        assert!(found[0].half > 100.0, "hundred wins do not say how much stronger: {found:?}");
    }
}
