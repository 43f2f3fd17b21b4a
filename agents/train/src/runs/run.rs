//! [`Run`]: one training run, read from its folder.

use std::fs;
use std::path::{Path, PathBuf};

use holotable_env::json::{object, parse};
use holotable_env::{brief, excerpt};
use holotable_store::error::Error;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::recipe::Recipe;

/// The file with the records of a run.
pub const METRICS: &str = "metrics.jsonl";
/// Where a run keeps its recipe, the first that there is.
const RECIPES: [&str; 2] = ["latest/config.toml", "best/config.toml"];

/// What is read of a record: of what has come with later versions, nothing is demanded.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Updates so far.
    pub update: u64,
    /// Decisions so far.
    pub steps: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// Games that ended.
    pub episodes: u64,
    /// Those that were cut.
    pub truncated: u64,
    /// The share of finished games that were won.
    pub win_rate: Option<f64>,
    /// The mean entropy of the policy.
    pub entropy: Option<f64>,
    /// How far the policy moved.
    pub approx_kl: Option<f64>,
    /// The share of the variance of returns that the values explain.
    pub explained_variance: Option<f64>,
    /// For each tenth of predicted chances to win the count, the mean prediction and the mean result.
    pub calibration_table: Vec<(f64, f64, f64)>,
    /// Seconds of each part.
    pub profile: Map<String, Value>,
    /// The mean score of evaluation games.
    pub eval_score: Option<f64>,
    /// The lower end of its interval.
    pub eval_low: Option<f64>,
    /// The upper end of the interval.
    pub eval_high: Option<f64>,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its folder.
    pub folder: PathBuf,
    /// Its recipe; without keys if the run has saved no checkpoint yet.
    pub recipe: Recipe,
    /// Its records, in order; at least one.
    pub records: Vec<Record>,
}

impl Run {
    /// Reads a run. It may be going on: a last line that is not whole yet is left out.
    ///
    /// # Errors
    /// One line that names the file, and the line in it that is not a record.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(METRICS);
        let text = holotable_store::files::read(&path)?;
        let mut records: Vec<Record> = Vec::new();
        for (line, number) in text.split_inclusive('\n').zip(1..).filter(|(line, _)| line.ends_with('\n')) {
            let wrong = |why: String| Error::new(why).within(format!("{} line {number}", path.display()));
            let record = record(line).map_err(wrong)?;
            if let Some(last) = records.last().filter(|last| last.steps >= record.steps) {
                return Err(wrong(format!("steps are {} after {}", record.steps, last.steps)));
            }
            records.push(record);
        }
        if records.is_empty() {
            return Err(Error::new("it holds no record yet").within(path.display()));
        }
        Ok(Self { folder: folder.to_owned(), recipe: recipe(folder)?, records })
    }

    /// The last part of its folder's name.
    pub(super) fn name(&self) -> String {
        let real = fs::canonicalize(&self.folder);
        let name = real.as_deref().unwrap_or(&self.folder).file_name();
        name.map_or_else(|| self.folder.display().to_string(), |name| name.to_string_lossy().into_owned())
    }
}

fn record(line: &str) -> Result<Record, String> {
    let broken = |why: String| format!("not a record: {why}");
    // The parser has seen one line only.
    let place = |e: serde_json::Error| brief(&e.to_string()).replace(" at line 1 column", ", column");
    let json = parse(line.as_bytes()).map_err(|e| broken(place(e)))?;
    for key in ["update", "steps"] {
        if !json[key].is_u64() {
            return Err(format!(
                "not a record: {key} is {} but must be a whole number",
                excerpt(&json[key].to_string(), 0)
            ));
        }
    }
    object(json).map_err(broken)
}

fn recipe(folder: &Path) -> Result<Recipe, Error> {
    let path = RECIPES.map(|name| folder.join(name)).into_iter().find(|path| path.is_file());
    let Some(path) = path else { return Ok(Recipe::default()) };
    Recipe::from_toml(&holotable_store::folder::text(&path)?).map_err(|e| e.within(path.display()))
}
