//! [`Curves`]: runs side by side, those that differ in their seed only as one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Map, Value};

use super::axis::Axis;
use super::points::{evaluations, of_updates, win_rate};
use super::recipe::{Recipe, SEED};
use super::run::Run;
use super::series::Series;
use super::{label, points};

/// Bins of equal width of predicted chances to win.
const BINS: usize = 10;
/// The share of the updates, from the end, whose calibration tables are added up.
const END: f64 = 0.1;

/// The curves of several runs.
#[derive(Clone, Debug, Serialize)]
pub struct Curves {
    /// What they are drawn over.
    pub x: Axis,
    /// The game, if it is the same for all.
    pub game: Option<String>,
    /// Games over which a win rate is averaged.
    pub window: f64,
    /// The curves, in the order in which their first runs were named.
    pub curves: Vec<Curve>,
}

/// The runs of one recipe.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// What it is called: what differs between the recipes if that is short, else its folder.
    pub label: String,
    /// The keys in which its recipe differs from those of the other curves.
    pub differs: BTreeMap<String, String>,
    /// The folders of its runs.
    pub runs: Vec<PathBuf>,
    /// Their seeds, as the recipes have them.
    pub seeds: Vec<Option<String>>,
    /// What the intervals of the scores are of.
    pub interval: Interval,
    /// The mean score of evaluations, from 0 to 1.
    pub score: Series,
    /// The share of won games in training, over the last games.
    pub win_rate: Series,
    /// The mean entropy of the policy, in nats.
    pub entropy: Series,
    /// How far the policy moved in the last pass of an update.
    pub approx_kl: Series,
    /// The share of the variance of returns that the values explain.
    pub explained_variance: Series,
    /// The values as chances to win, in the last tenth of the updates, of all seeds together.
    pub calibration: CalibrationCurve,
    /// The seconds of each part, of all seeds together.
    pub seconds: Map<String, Value>,
}

/// What intervals of scores are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Interval {
    /// The mean over seeds, by Student's t.
    Seeds,
    /// The evaluation games of the one seed, by Wilson.
    Games,
}

/// Predicted chances to win beside the results, column by column.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CalibrationCurve {
    /// The mean prediction in each tenth that has any.
    pub predicted: Vec<f64>,
    /// The mean result.
    pub actual: Vec<f64>,
    /// How many decisions.
    pub count: Vec<f64>,
}

impl Curves {
    /// The curves of these runs. Runs whose recipes differ only in `seed` (and `threads`, which changes nothing) are one,
    /// unless two of them have the same seed: then they are not draws of luck, and each is a curve of its own.
    pub fn of(runs: &[Run], x: Axis) -> Self {
        let groups = groups(runs);
        let recipes: Vec<_> = groups.iter().map(|group| group[0].recipe.without_seed()).collect();
        let differs = label::differences(&recipes);
        let folders: Vec<String> = groups.iter().map(|group| folder_of(group)).collect();
        let paths: Vec<String> = groups.iter().map(|group| group[0].folder.display().to_string()).collect();
        let names = label::names(&differs, &folders, &paths);
        let curves = groups.iter().zip(names).zip(differs);
        let curves = curves.map(|((group, name), differs)| Curve::of(group, name, differs, x)).collect();
        let games: BTreeSet<_> = runs.iter().map(|run| run.recipe.get("game.name")).collect();
        let game = games.first().filter(|_| games.len() == 1).copied().flatten().map(str::to_owned);
        Self { x, game, window: points::WINDOW, curves }
    }
}

impl Curve {
    fn of(runs: &[&Run], label: String, differs: BTreeMap<String, String>, x: Axis) -> Self {
        let series = |points: &dyn Fn(&Run) -> points::Points| {
            Series::of(&runs.iter().map(|run| points(run)).collect::<Vec<_>>())
        };
        let score = series(&|run| evaluations(run, x).0);
        let (score, interval) = match runs {
            [alone] => (score.with_ends(&evaluations(alone, x).1), Interval::Games),
            _ => (score, Interval::Seeds),
        };
        Self {
            label,
            differs,
            runs: runs.iter().map(|run| run.folder.clone()).collect(),
            seeds: runs.iter().map(|run| run.recipe.get(SEED).map(str::to_owned)).collect(),
            interval,
            score: score.within(0.0, 1.0),
            win_rate: series(&|run| win_rate(run, x)).within(0.0, 1.0),
            entropy: series(&|run| of_updates(run, x, |record| record.entropy)),
            approx_kl: series(&|run| of_updates(run, x, |record| record.approx_kl)),
            explained_variance: series(&|run| of_updates(run, x, |record| record.explained_variance)),
            calibration: CalibrationCurve::of(runs),
            seconds: seconds(runs),
        }
    }
}

impl CalibrationCurve {
    fn of(runs: &[&Run]) -> Self {
        let mut bins = [(0.0, 0.0, 0.0); BINS];
        for run in runs {
            let last = (run.records.len() as f64 * END).ceil() as usize;
            for &(n, predicted, actual) in
                run.records.iter().rev().take(last).flat_map(|record| &record.calibration_table)
            {
                let bin = &mut bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
                *bin = (bin.0 + n, bin.1 + n * predicted, bin.2 + n * actual);
            }
        }
        let filled: Vec<_> = bins.into_iter().filter(|bin| bin.0 > 0.0).collect();
        Self {
            predicted: filled.iter().map(|bin| bin.1 / bin.0).collect(),
            actual: filled.iter().map(|bin| bin.2 / bin.0).collect(),
            count: filled.iter().map(|bin| bin.0).collect(),
        }
    }
}

/// Runs of the same recipe together, in the order in which the first of each was named.
fn groups(runs: &[Run]) -> Vec<Vec<&Run>> {
    let mut groups: Vec<(Option<Recipe>, Vec<&Run>)> = Vec::new();
    for run in runs {
        let recipe = run.recipe.without_seed();
        match groups.iter_mut().find(|(known, _)| recipe.is_some() && *known == recipe) {
            Some((_, members)) => members.push(run),
            None => groups.push((recipe, vec![run])),
        }
    }
    let apart = |members: Vec<&'_ Run>| {
        let seeds: BTreeSet<_> = members.iter().map(|run| run.recipe.get(SEED)).collect();
        if seeds.len() == members.len() { 1 } else { members.len() }
    };
    groups
        .into_iter()
        .flat_map(|(_, members)| match apart(members.clone()) {
            1 => vec![members],
            _ => members.into_iter().map(|run| vec![run]).collect(),
        })
        .collect()
}

fn folder_of(group: &[&Run]) -> String {
    match group {
        [alone] => alone.name(),
        several => format!("{} and {} more", several[0].name(), several.len() - 1),
    }
}

fn seconds(runs: &[&Run]) -> Map<String, Value> {
    let mut sums = Map::new();
    for (part, value) in runs.iter().flat_map(|run| &run.records).flat_map(|record| &record.profile) {
        let sum = sums.get(part).and_then(Value::as_f64).unwrap_or(0.0);
        sums.insert(part.clone(), (sum + value.as_f64().unwrap_or(0.0)).into());
    }
    sums
}
