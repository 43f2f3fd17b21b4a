//! [`Group`]: the trials of a sweep that differ in their seed only. What they have in common is what the recipe is worth;
//! the best of them alone is the luckiest.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use holotable_arena::stats::t_interval;
use serde::Serialize;

use super::space::Point;
use super::trial::TrialResult;
use crate::runs::SEED;

/// The trials with the same values of all keys but the seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The keys that vary, without the seed, with their values.
    pub set: Point,
    /// The numbers of its trials, the best first.
    pub trials: Vec<usize>,
    /// How many seeds have a score.
    pub seeds: usize,
    /// Their mean score, from 0 to 1; none if no trial has one.
    pub score: Option<f64>,
    /// The lower end of its 95 % interval: Student's t over the seeds, but no nearer to the mean than the evaluation games
    /// allow, as a few seeds may have equal scores by chance. With a single seed it is the interval of its evaluation games.
    pub ci_low: Option<f64>,
    /// The upper end of the interval.
    pub ci_high: Option<f64>,
    /// Decisions played in all its trials.
    pub decisions: u64,
    /// Minutes of training in all its trials.
    pub minutes: f64,
    /// Whether all its trials failed.
    pub failed: bool,
}

impl Group {
    /// The groups of trials that come the best first, in the same order: by the lower end of the interval, then by score.
    pub fn all(trials: &[TrialResult]) -> Vec<Self> {
        let mut groups: Vec<(Point, Vec<&TrialResult>)> = Vec::new();
        for trial in trials {
            let mut set = trial.set.clone();
            set.remove(SEED);
            match groups.iter_mut().find(|(known, _)| *known == set) {
                Some((_, members)) => members.push(trial),
                None => groups.push((set, vec![trial])),
            }
        }
        let mut groups: Vec<Self> =
            groups.into_iter().map(|(set, members)| Self::of(set, &members)).collect();
        groups.sort_by(better);
        groups
    }

    fn of(set: Point, members: &[&TrialResult]) -> Self {
        let ran = members.iter().filter(|trial| trial.failed.is_none());
        // A seed that a grid names twice has been trained twice to the same bytes: it counts once.
        let seen: BTreeMap<String, &TrialResult> = ran
            .filter(|trial| trial.score.is_some())
            .map(|&trial| (trial.set.get(SEED).map_or_else(String::new, ToString::to_string), trial))
            .collect();
        let scores: Vec<f64> = seen.values().filter_map(|trial| trial.score).collect();
        let single = seen.values().next().copied();
        let (score, ci_low, ci_high) = match t_interval(&scores) {
            Some((mean, low, high)) => {
                let below = together(seen.values().map(|trial| trial.score.zip(trial.ci_low)));
                let above = together(seen.values().map(|trial| trial.score.zip(trial.ci_high)));
                (Some(mean), Some(low.min(mean - below).max(0.0)), Some(high.max(mean + above).min(1.0)))
            }
            None => single.map_or((None, None, None), |trial| (trial.score, trial.ci_low, trial.ci_high)),
        };
        Self {
            set,
            trials: members.iter().map(|trial| trial.trial).collect(),
            seeds: scores.len(),
            score,
            ci_low,
            ci_high,
            decisions: members.iter().map(|trial| trial.decisions).sum(),
            minutes: members.iter().map(|trial| trial.minutes).sum(),
            failed: members.iter().all(|trial| trial.failed.is_some()),
        }
    }
}

/// How far the end of the interval of a mean of independent scores lies from it, given that of each score: the method of
/// variance estimates recovery (Zou and Donner 2008, Statistics in Medicine 27).
fn together(scores: impl ExactSizeIterator<Item = Option<(f64, f64)>>) -> f64 {
    let n = scores.len() as f64;
    scores.flatten().map(|(score, end)| (score - end).powi(2)).sum::<f64>().sqrt() / n
}

/// Orders groups as trials are; of two whose intervals begin at the same place, such as 0, the one with the higher mean is
/// better.
fn better(a: &Group, b: &Group) -> Ordering {
    let key = |group: &Group| (!group.failed, group.ci_low.unwrap_or(-1.0), group.score.unwrap_or(-1.0));
    let ((ran, low, score), (other_ran, other_low, other_score)) = (key(a), key(b));
    other_ran.cmp(&ran).then(other_low.total_cmp(&low)).then(other_score.total_cmp(&score))
}

#[cfg(test)]
mod tests {
    use toml::Value;

    use super::*;
    use holotable_arena::stats::wilson_share;

    /// A trial over 1,000 games.
    fn trial(number: usize, rate: f64, seed: i64, score: Option<f64>) -> TrialResult {
        let interval = score.map(|score| wilson_share(score, 1000));
        TrialResult {
            trial: number,
            set: [("learning_rate".to_owned(), Value::Float(rate)), (SEED.to_owned(), Value::Integer(seed))]
                .into(),
            score,
            ci_low: interval.map(|(low, _)| low),
            ci_high: interval.map(|(_, high)| high),
            decisions: 100,
            minutes: 0.5,
            best: None,
            failed: score.is_none().then(|| "broken".to_owned()),
        }
    }

    #[test]
    fn a_recipe_that_is_good_with_every_seed_beats_the_luckiest_trial() {
        // The best single trial, number 2, is of the recipe that is worse with the other seeds.
        let trials = [
            trial(2, 0.1, 2, Some(0.90)),
            trial(4, 0.2, 1, Some(0.81)),
            trial(5, 0.2, 2, Some(0.80)),
            trial(6, 0.2, 3, Some(0.79)),
            trial(1, 0.1, 1, Some(0.60)),
            trial(3, 0.1, 3, Some(0.60)),
        ];
        let groups = Group::all(&trials);
        assert_eq!(groups[0].trials, [4, 5, 6]);
        assert_eq!(groups[1].trials, [2, 1, 3]);
        assert_eq!((groups[0].seeds, groups[0].decisions), (3, 300));
        // t of two degrees of freedom, 4.3027, times 0.01 / √3.
        let half = 4.302_65 * 0.01 / 3f64.sqrt();
        for (found, expected) in
            [(groups[0].score, 0.8), (groups[0].ci_low, 0.8 - half), (groups[0].ci_high, 0.8 + half)]
        {
            assert!((found.unwrap() - expected).abs() < 1e-6, "{found:?} of {expected}");
        }
        assert_eq!(groups[1].ci_high, Some(1.0), "no score is above 1");
        assert!(!groups[0].set.contains_key(SEED) && groups[0].set.contains_key("learning_rate"));
    }

    #[test]
    fn one_seed_keeps_the_interval_of_its_games_and_counts_once() {
        let trials = [trial(1, 0.1, 1, Some(0.7)), trial(2, 0.1, 1, Some(0.7)), trial(3, 0.2, 1, None)];
        let groups = Group::all(&trials);
        assert_eq!((groups[0].seeds, groups[0].ci_low), (1, trials[0].ci_low));
        assert_eq!((groups[1].seeds, groups[1].score, groups[1].failed), (0, None, true));
        // A failed seed leaves the others.
        let trials = [trial(1, 0.1, 1, Some(0.7)), trial(2, 0.1, 2, None)];
        let groups = Group::all(&trials);
        assert_eq!((groups[0].seeds, groups[0].ci_high), (1, trials[0].ci_high));
        assert_eq!((groups[0].trials.as_slice(), groups[0].failed), (&[1, 2][..], false));
    }

    #[test]
    fn equal_scores_are_no_certainty() {
        let trials = [trial(1, 0.1, 1, Some(0.5)), trial(2, 0.1, 2, Some(0.5))];
        let group = &Group::all(&trials)[0];
        // About the interval of 2,000 games instead of none.
        let (low, high) = wilson_share(0.5, 2000);
        assert!((group.ci_low.unwrap() - low).abs() < 1e-4, "{:?} of {low}", group.ci_low);
        assert!((group.ci_high.unwrap() - high).abs() < 1e-4, "{:?} of {high}", group.ci_high);
    }

    #[test]
    fn intervals_that_begin_at_the_same_place_are_ordered_by_their_means() {
        let trials = [
            trial(1, 0.1, 1, Some(0.9)),
            trial(2, 0.1, 2, Some(0.1)),
            trial(3, 0.2, 1, Some(0.95)),
            trial(4, 0.2, 2, Some(0.15)),
        ];
        let groups = Group::all(&trials);
        assert_eq!((groups[0].ci_low, groups[1].ci_low), (Some(0.0), Some(0.0)));
        assert_eq!(groups[0].trials, [3, 4]);
    }
}
