//! [`Schedule`]: which matches of a game are played, round by round. Each round follows from the results of those before, so every
//! process that plays finds the same.

use std::collections::BTreeMap;
use std::path::Path;

use holotable_store::error::Error;
use serde::{Deserialize, Serialize};

use super::kept;
use super::matches::Match;
use super::plan::GamePlan;
use super::rating::Rating;

/// The rounds of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Schedule {
    pub rounds: Vec<Round>,
}

/// For matches, by the names of their entrants, how many blocks they have after this round. The round that has none closes the games of
/// all who have played up to then.
pub(super) type Round = BTreeMap<String, u64>;

impl Schedule {
    /// Reads it; without rounds if it is not there.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Ok(kept::read(path, "schedule")?.unwrap_or_default())
    }

    /// Replaces the file by these rounds.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        kept::write(path, &serde_json::to_string_pretty(self).expect("plain data is JSON"))
    }

    /// How many blocks of a match are in rounds so far.
    pub fn blocks(&self, key: &str) -> u64 {
        self.rounds.iter().filter_map(|round| round.get(key)).copied().max().unwrap_or(0)
    }

    /// The matches that are closed: those of rounds before an empty one.
    fn is_closed(&self, key: &str) -> bool {
        let last = self.rounds.iter().rposition(Round::is_empty);
        last.is_some_and(|last| self.rounds[..last].iter().any(|round| round.contains_key(key)))
    }

    /// The next round, if there is one. Whoever has not met yet does; then of the matches of those whose rating is known least a
    /// quarter goes on, by a block each.
    pub fn next(
        &self,
        matches: &[(String, &Match)],
        plan: &GamePlan,
        seatings: usize,
        ratings: &BTreeMap<usize, Rating>,
    ) -> Option<Round> {
        let first = plan.blocks(plan.least, seatings);
        let new: Round = matches
            .iter()
            .filter(|(key, _)| self.blocks(key) == 0)
            .map(|(key, _)| (key.clone(), first))
            .collect();
        if !new.is_empty() {
            return Some(new);
        }
        if self.rounds.last().is_none_or(Round::is_empty) {
            return None;
        }
        let most = plan.blocks(plan.most, seatings);
        let unsure = |of: &Match| {
            let halves = of.0.iter().filter_map(|one| ratings.get(one)).map(|rating| rating.half);
            halves.filter(|half| *half > plan.within).fold(0.0, f64::max)
        };
        let mut open: Vec<(f64, &String)> = matches
            .iter()
            .filter(|(key, _)| self.blocks(key) < most && !self.is_closed(key))
            .map(|(key, of)| (unsure(of), key))
            .filter(|(half, _)| *half > 0.0)
            .collect();
        open.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        open.truncate(open.len().div_ceil(4));
        Some(open.into_iter().map(|(_, key)| (key.clone(), self.blocks(key) + 1)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(of: &[(&str, u64)]) -> Round {
        of.iter().map(|(key, blocks)| ((*key).to_owned(), *blocks)).collect()
    }

    #[test]
    fn who_is_known_least_plays_on_until_all_are_known() {
        let plan = GamePlan { block: 10, least: 40, most: 60, within: 20.0, ..GamePlan::default() };
        let (ab, ac, bc) = (Match(vec![0, 1]), Match(vec![0, 2]), Match(vec![1, 2]));
        let matches = [("a~b".to_owned(), &ab), ("a~c".to_owned(), &ac), ("b~c".to_owned(), &bc)];
        let rating = |half| Rating { points: 0.0, half };
        let unsure = BTreeMap::from([(0, rating(10.0)), (1, rating(21.0)), (2, rating(90.0))]);
        let sure = BTreeMap::from([(0, rating(10.0)), (1, rating(19.0)), (2, rating(19.0))]);
        let mut schedule = Schedule::default();
        let next = |schedule: &Schedule, matches: &[(String, &Match)], ratings: &BTreeMap<usize, Rating>| {
            schedule.next(matches, &plan, 2, ratings)
        };
        let first = next(&schedule, &matches, &unsure).unwrap();
        assert_eq!(first, round(&[("a~b", 2), ("a~c", 2), ("b~c", 2)]));
        schedule.rounds.push(first);
        for wanted in [round(&[("a~c", 3)]), round(&[("b~c", 3)]), round(&[("a~b", 3)])] {
            let found = next(&schedule, &matches, &unsure).unwrap();
            assert_eq!(found, wanted, "the greatest number of games is three blocks");
            schedule.rounds.push(found);
        }
        assert_eq!(next(&schedule, &matches, &unsure), Some(Round::new()));
        schedule.rounds.push(Round::new());
        assert_eq!(next(&schedule, &matches, &unsure), None);
        // One more enters: it plays, and of the others nobody plays on.
        let (ad, bd) = (Match(vec![0, 3]), Match(vec![1, 3]));
        let more: Vec<_> =
            matches.iter().cloned().chain([("a~d".to_owned(), &ad), ("b~d".to_owned(), &bd)]).collect();
        let entered = next(&schedule, &more, &unsure).unwrap();
        assert_eq!(entered, round(&[("a~d", 2), ("b~d", 2)]));
        schedule.rounds.push(entered);
        assert_eq!(next(&schedule, &more, &unsure), Some(round(&[("b~d", 3)])));
        assert_eq!(next(&schedule, &more, &sure), Some(Round::new()));
    }
}
