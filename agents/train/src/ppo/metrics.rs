//! The record of a run: `metrics.jsonl`, a line an update; `TensorBoard`'s files and the terminal are views of it.

use std::fs::{self, File};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use holotable_store::error::Error;
use holotable_store::{disk, files, folder, progress};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::Config;
use super::board::Board;
use super::record::{Record, charts};
use crate::runs::METRICS;

/// Lines for a log file come no more often than this.
const QUIET: Duration = Duration::from_secs(10);

/// Where records go.
pub struct Metrics {
    path: PathBuf,
    file: File,
    board: Board,
    bar: Option<ProgressBar>,
    said: Instant,
    total: u64,
    shown: bool,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Metrics").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Metrics {
    /// The record in `folder`, without what a killed session wrote after `update`; `shown` on standard error or not.
    ///
    /// # Errors
    /// One line with the path.
    pub fn open(folder: &Path, update: u64, steps: u64, config: &Config, shown: bool) -> Result<Self, Error> {
        let path = folder.join(METRICS);
        let board = folder.join("tensorboard");
        let SavedRecords { text, records, lost } = SavedRecords::read(&path, update)?;
        if let Some(lost) = lost.filter(|_| shown) {
            progress::say(&format!("note: {}: {lost}", path.display()));
        }
        files::write(&path, &text)?;
        let began = records.first().map_or_else(wall_time, time_of);
        // A view of the record: made anew, it has no gap and shows nothing twice.
        folder::remove(&board)?;
        let mut board = Board::create(&board, began)?;
        board.recipe(config, began)?;
        records.iter().try_for_each(|record| chart(&mut board, record))?;
        board.flush()?;
        let file = disk::append(&path).map_err(|e| Error::io("open", &path, e))?.into_file();
        let bar = (shown && std::io::stderr().is_terminal()).then(|| bar(steps, config.total_steps));
        let said = Instant::now();
        Ok(Self { path, file, board, bar, said, total: config.total_steps, shown })
    }

    /// Writes one record and shows it.
    ///
    /// # Errors
    /// One line with the path.
    pub fn write(&mut self, record: &Record) -> Result<(), Error> {
        let json = json!(record);
        // At once: whoever reads meanwhile finds whole lines.
        let line = format!("{json}\n");
        disk::write(&self.path, &mut self.file, line.as_bytes())
            .map_err(|e| Error::io("write", &self.path, e))?;
        chart(&mut self.board, &json)?;
        self.board.flush()?;
        if self.shown {
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
            let of_team =
                record.eval_of_team.iter().map(|(team, score)| format!("{team} {}%", percents(*score)));
            let of_team = of_team.collect::<Vec<_>>().join(", ");
            let of_team = if of_team.is_empty() { of_team } else { format!(": {of_team}") };
            format!("  eval {}% ({}-{}){of_team}", percents(s), percents(low), percents(high))
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
            progress::say(&format!(
                "update {update}  steps {steps} ({share:.0}%)  {speed:.0} steps/s  won {won}  entropy {entropy:.2}{eval}"
            ));
        }
    }

    /// Ends the bar.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish();
        }
    }
}

/// The time of the clock in seconds since 1970.
pub fn wall_time() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// When a record was made; now for those of older versions, which do not say.
fn time_of(record: &Value) -> f64 {
    record["wall_time"].as_f64().unwrap_or_else(wall_time)
}

/// Adds the numbers of a record to the charts.
fn chart(board: &mut Board, record: &Value) -> Result<(), Error> {
    let (steps, time) = (record["steps"].as_u64().unwrap_or(0), time_of(record));
    charts(record).iter().try_for_each(|(name, number)| board.scalar(name, *number, steps, time))
}

fn bar(steps: u64, total: u64) -> ProgressBar {
    let form = "{bar:24} {percent:>3}%  {msg}  {eta} left";
    let bar = progress::bar(total, form).with_position(steps);
    bar.reset_eta();
    bar
}

/// What is kept of the record of the sessions before.
struct SavedRecords {
    /// The lines, as they were.
    text: Vec<u8>,
    records: Vec<Value>,
    /// What there was besides, and what there should be.
    lost: Option<String>,
}

impl SavedRecords {
    /// The whole records of updates up to this one; a line cut short by a kill is none.
    fn read(path: &Path, update: u64) -> Result<Self, Error> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(e) => return Err(Error::io("read", path, e)),
        };
        let (mut text, mut records, mut broken) = (Vec::new(), Vec::new(), 0);
        let (mut first, mut last) = (None, 0);
        for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            let record: Option<Value> = serde_json::from_slice(line).ok();
            match record.and_then(|record| Some((record["update"].as_u64()?, record))) {
                Some((number, _)) if number > update => {}
                Some((number, record)) if number > last => {
                    (first, last) = (first.or(Some(number)), number);
                    text.extend([line, b"\n"].concat());
                    records.push(record);
                }
                _ => broken += 1,
            }
        }
        // In the folder of a continuation the record begins where the run went on.
        let missing = first.map_or(0, |first| update + 1 - first - records.len() as u64);
        let lost = (broken > 0 || missing > 0).then(|| {
            format!(
                "lines that are no records and are left out: {broken}; updates without a record: {missing}"
            )
        });
        Ok(Self { text, records, lost })
    }
}
