//! [`ratings`]: strengths on Elo's scale from results between players.

/// Results of one player against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The first player.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// The games between the two.
    pub games: u64,
    /// The sum of the first player's scores, each from 0 to 1.
    pub score: f64,
}

/// The ratings of `players` by maximum likelihood: who is 400 points stronger is expected to score ten times as much
/// as the other (Bradley and Terry, 1952; solved by Hunter's iteration, Annals of Statistics 32, 2004). The first
/// player has 0. Each meeting counts one drawn game more, so that who never won still has a rating.
///
/// At a table of more than two, every two players meet. Under the model of Plackett (1975) and Luce (1959) any two of a
/// table are ordered as under Bradley and Terry's with the same strengths, so these are its ratings too; ties count half.
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut strength = vec![1.0; players];
    for _ in 0..10_000 {
        let (mut won, mut due) = (vec![0.0; players], vec![0.0; players]);
        for &Meeting { a, b, games, score } in meetings {
            let games = games as f64 + 1.0;
            won[a] += score + 0.5;
            won[b] += games - score - 0.5;
            let share = games / (strength[a] + strength[b]);
            due[a] += share;
            due[b] += share;
        }
        let found: Vec<f64> =
            (0..players).map(|i| if due[i] > 0.0 { won[i] / due[i] } else { strength[i] }).collect();
        let moved = found.iter().zip(&strength).map(|(new, old)| (new / old).ln().abs()).fold(0.0, f64::max);
        strength = found;
        if moved < 1e-12 {
            break;
        }
    }
    strength.iter().map(|s| 400.0 * (s / strength[0]).log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With two players the likelihood has its maximum where the expected score is the score.
    #[test]
    fn two_players_have_the_textbooks_difference() {
        let found = ratings(2, &[Meeting { a: 0, b: 1, games: 999, score: 249.5 }]);
        assert!(found[0].abs() < 1e-9 && (found[1] - 400.0 * 3f64.log10()).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn ratings_that_made_the_results_are_found_again() {
        let truth = [0.0, 150.0, -80.0, 400.0];
        let expected = |a: usize, b: usize| 1.0 / (1.0 + 10f64.powf((truth[b] - truth[a]) / 400.0));
        let pairs = (0..4).flat_map(|a| (0..4).filter(move |&b| b != a).map(move |b| (a, b)));
        let games = 1_000_000_000;
        let meeting = |(a, b)| Meeting { a, b, games, score: expected(a, b) * games as f64 };
        let found = ratings(4, &pairs.map(meeting).collect::<Vec<_>>());
        assert!(found.iter().zip(&truth).all(|(f, t)| (f - t).abs() < 1e-3), "{found:?}");
    }

    /// Orders of four at a table, drawn from Plackett's and Luce's model by its definition: who is first, who is first of the
    /// rest, and so on. The strengths are found again from who was before whom.
    #[test]
    fn tables_of_four_give_the_strengths_of_plackett_and_luce() {
        let truth = [0.0, 120.0, -60.0, 250.0];
        let strength = truth.map(|x: f64| 10f64.powf(x / 400.0));
        let mut meetings = Vec::new();
        // Every order of the four with its probability, as so many games of a hundred million.
        for code in 0..256usize {
            let order = [code / 64, code / 16 % 4, code / 4 % 4, code % 4];
            if (0..4).any(|i| (0..i).any(|j| order[i] == order[j])) {
                continue;
            }
            let (mut rest, mut p) = (strength.iter().sum::<f64>(), 1.0);
            for &i in &order {
                p *= strength[i] / rest;
                rest -= strength[i];
            }
            let games = (p * 1e8) as u64;
            let pairs = (0..4).flat_map(|i| (i + 1..4).map(move |j| (order[i], order[j])));
            meetings.extend(pairs.map(|(a, b)| Meeting { a, b, games, score: games as f64 }));
        }
        let found = ratings(4, &meetings);
        assert!(found.iter().zip(&truth).all(|(f, t)| (f - t).abs() < 0.01), "{found:?}");
    }

    #[test]
    fn who_never_won_has_a_rating() {
        let found = ratings(2, &[Meeting { a: 0, b: 1, games: 100, score: 100.0 }]);
        assert!(found[1] < -800.0 && found[1].is_finite(), "{found:?}");
    }
}
