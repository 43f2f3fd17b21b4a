//! [`Match`]: who plays at one table, on which seeds and in which seats.

use std::ops::Range;

use holotable_players::teams::Teams;

/// Entrants at one table, by their numbers in the order in which they entered. In a game that all win together one entrant has every
/// seat; else there is one a team.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Match(pub Vec<usize>);

impl Match {
    /// Every match between these entrants.
    pub fn all(entrants: &[usize], teams: &Teams) -> Vec<Self> {
        let mut tables: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in teams.leads() {
            let more = |table: Vec<usize>| {
                let after = table.last().copied();
                let next = entrants.iter().copied().filter(move |&one| after.is_none_or(|last| one > last));
                next.map(move |one| table.iter().copied().chain([one]).collect::<Vec<usize>>())
            };
            tables = tables.into_iter().flat_map(more).collect();
        }
        tables.into_iter().map(Self).collect()
    }

    /// For each game on a seed the place in the match of who has each team: everybody has every team equally often, and among three every
    /// order is played.
    pub fn seatings(&self, teams: &Teams) -> Vec<Vec<usize>> {
        let n = self.0.len();
        if teams.leads().len() == 1 {
            return vec![vec![0]];
        }
        let turned = |by: usize| (0..n).map(|team| (team + by) % n).collect::<Vec<usize>>();
        let mut seatings: Vec<Vec<usize>> = (0..n).map(turned).collect();
        if n > 2 {
            seatings.extend((0..n).map(|by| turned(by).into_iter().rev().collect()));
        }
        seatings
    }
}

/// The numbers of the seeds of a block of so many.
pub(super) fn seeds(block: u64, size: u64) -> Range<u64> {
    block * size..(block + 1) * size
}

#[cfg(test)]
mod tests {
    use super::*;
    use holotable_erased::Kind;

    fn teams(game: &str, players: &str) -> Teams {
        Kind::named(game).unwrap().build([("players", players)], None).unwrap().teams().clone()
    }

    #[test]
    fn everybody_meets_everybody() {
        let all = |teams: &Teams, with: &[usize]| {
            let all = Match::all(&[0, 1, 3, 4], teams);
            all.iter().filter(|of| with.iter().any(|one| of.0.contains(one))).count()
        };
        let (together, two, three) = (teams("conflict", "2"), teams("risk", "2"), teams("risk", "3"));
        assert_eq!([&together, &two, &three].map(|teams| all(teams, &[0, 1, 3, 4])), [4, 6, 4]);
        assert_eq!([&together, &two, &three].map(|teams| all(teams, &[4])), [1, 3, 3]);
    }

    #[test]
    fn everybody_has_every_team_equally_often() {
        let (two, three) = (teams("risk", "2"), teams("risk", "3"));
        assert_eq!(Match(vec![5, 7]).seatings(&two), [[0, 1], [1, 0]]);
        let seatings = Match(vec![1, 5, 7]).seatings(&three);
        assert_eq!(seatings.len(), 6);
        for team in 0..3 {
            for one in 0..3 {
                assert_eq!(seatings.iter().filter(|seating| seating[team] == one).count(), 2);
            }
        }
        let mut different = seatings.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 6);
    }
}
