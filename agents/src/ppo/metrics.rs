//! The record of a run: `metrics.jsonl`, a line an update; `TensorBoard`'s files and the terminal are views of it.

use std::fs::{self, File, OpenOptions};
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Value, json};
use tensorboard_rs::summary_writer::SummaryWriter;

use super::profile::Profile;
use crate::error::Error;
use crate::{files, folder};

/// Lines for a log file come no more often than this.
const QUIET: Duration = Duration::from_secs(10);

/// The metrics of one update, under their names in the literature.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Record {
    /// Updates so far.
    pub update: u64,
    /// Decisions so far.
    pub steps: u64,
    /// Seconds so far, over all sessions.
    pub seconds: f64,
    /// Decisions a second in this update.
    pub steps_per_s: f64,
    /// Where its time went, in seconds.
    pub profile: Profile,
    /// Games that ended.
    pub episodes: usize,
    /// Those that were cut by the bound on decisions.
    pub truncated: usize,
    /// The level of the curriculum, from 0.
    pub level: usize,
    /// The share of finished games in which the first team scored 1.
    pub win_rate: Option<f64>,
    /// The first team's mean score in them.
    pub mean_score: Option<f64>,
    /// The mean number of decisions of the games that ended.
    pub episode_length: Option<f64>,
    /// The clipped surrogate.
    pub policy_loss: f64,
    /// Half the mean squared error of the values.
    pub value_loss: f64,
    /// The mean entropy over legal actions.
    pub entropy: f64,
    /// How far the policy moved in the last pass.
    pub approx_kl: f64,
    /// The share of decisions outside the clip range.
    pub clip_fraction: f64,
    /// The share of the variance of returns that the old values explain.
    pub explained_variance: f64,
    /// The mean squared error of the values as chances to win.
    pub brier: Option<f64>,
    /// Their reliability table: for each tenth of the predicted probabilities the count, the mean prediction and
    /// the mean result.
    pub reliability: Vec<(u64, f64, f64)>,
    /// The mean norm of the gradients before clipping.
    pub grad_norm: f64,
    /// The step size.
    pub learning_rate: f64,
    /// Epochs that were begun; fewer than `num_epochs` if the divergence reached `target_kl`.
    pub epochs: usize,
    /// The mean score of the evaluation games, when they were played.
    pub eval_score: Option<f64>,
    /// The lower end of its 95 % interval.
    pub eval_low: Option<f64>,
    /// The upper end.
    pub eval_high: Option<f64>,
    /// In a game of two teams: the rating on Elo's scale that this score means, the opponent's being 0.
    pub eval_elo: Option<f64>,
}

/// Where records go.
pub struct Metrics {
    path: PathBuf,
    file: File,
    board: SummaryWriter,
    bar: Option<ProgressBar>,
    said: Instant,
    total: u64,
    hushed: bool,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Metrics").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Metrics {
    /// The record in `folder`, without what a killed session wrote after `update`.
    ///
    /// # Errors
    /// One line with the path.
    pub fn open(folder: &Path, update: u64, steps: u64, total: u64) -> Result<Self, Error> {
        let path = folder.join("metrics.jsonl");
        let board = folder.join("tensorboard");
        let kept = kept_lines(&path, update)?;
        files::write(&path, &kept)?;
        // A view of the record: made anew, it has no gap and shows nothing twice.
        folder::remove(&board)?;
        folder::create(&board)?;
        let mut board = SummaryWriter::new(board);
        kept.lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .for_each(|json| chart(&mut board, &json));
        board.flush();
        let file = OpenOptions::new().append(true).open(&path).map_err(|e| Error::io("open", &path, e))?;
        let bar = std::io::stderr().is_terminal().then(|| bar(steps, total));
        let said = Instant::now();
        Ok(Self { path, file, board, bar, said, total, hushed: false })
    }

    /// Shows nothing from now on.
    pub fn hush(&mut self) {
        self.hushed = true;
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Writes one record and shows it.
    ///
    /// # Errors
    /// One line with the path.
    pub fn write(&mut self, record: &Record) -> Result<(), Error> {
        let json = json!(record);
        writeln!(self.file, "{json}").map_err(|e| Error::io("write", &self.path, e))?;
        chart(&mut self.board, &json);
        self.board.flush();
        if !self.hushed {
            self.show(record);
        }
        Ok(())
    }

    fn show(&mut self, record: &Record) {
        let percent = |x: Option<f64>| x.map_or_else(|| "-".into(), |x| format!("{:.1}%", 100.0 * x));
        let won = percent(record.win_rate);
        let percents = |x: f64| format!("{:.1}", 100.0 * x);
        let eval = record.eval_score.zip(record.eval_low.zip(record.eval_high));
        let eval = eval.map(|(s, (low, high))| {
            format!("  eval {}% ({}-{})", percents(s), percents(low), percents(high))
        });
        let eval = eval.unwrap_or_default();
        if let Some(bar) = &self.bar {
            bar.set_position(record.steps.min(self.total));
            bar.set_message(format!(
                "{:.0} steps/s  won {won}  entropy {:.2}",
                record.steps_per_s, record.entropy
            ));
            if !eval.is_empty() {
                bar.println(format!("update {}  steps {}{eval}", record.update, record.steps));
            }
        } else if !eval.is_empty() || record.update == 1 || self.said.elapsed() > QUIET {
            self.said = Instant::now();
            let (update, steps, speed, entropy) =
                (record.update, record.steps, record.steps_per_s, record.entropy);
            let share = 100.0 * steps as f64 / self.total as f64;
            eprintln!(
                "update {update}  steps {steps} ({share:.0}%)  {speed:.0} steps/s  won {won}  entropy {entropy:.2}{eval}"
            );
        }
    }

    /// Ends the bar.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish();
        }
    }
}

/// Adds the numbers of a record to the charts.
fn chart(board: &mut SummaryWriter, record: &Value) {
    let steps = record["steps"].as_u64().unwrap_or(0) as usize;
    draw(board, "train", record, steps);
}

fn draw(board: &mut SummaryWriter, place: &str, record: &Value, steps: usize) {
    for (name, value) in record.as_object().into_iter().flatten() {
        let place = format!("{place}/{name}");
        match value.as_f64() {
            Some(number) => board.add_scalar(&place, number as f32, steps),
            None => draw(board, &place, value, steps),
        }
    }
}

fn bar(steps: u64, total: u64) -> ProgressBar {
    let form = "{bar:24} {percent:>3}%  {msg}  {eta} left";
    let style = ProgressStyle::with_template(form).expect("a fixed template");
    let bar = ProgressBar::new(total).with_style(style).with_position(steps);
    bar.reset_eta();
    bar
}

/// The lines of updates up to `update`; a line cut short by a kill is dropped too.
fn kept_lines(path: &Path, update: u64) -> Result<String, Error> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(Error::io("read", path, e)),
    };
    let number = |line: &str| serde_json::from_str::<Value>(line).ok()?.get("update")?.as_u64();
    let kept = text.split_inclusive('\n').filter(|line| number(line).is_some_and(|u| u <= update));
    Ok(kept.collect())
}
