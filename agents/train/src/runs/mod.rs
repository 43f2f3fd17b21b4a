//! Training runs as they lie on disk, without anything that trains: their recipes and records ([`Run`]), and what the seeds of
//! one recipe have in common ([`Curves`]).

mod axis;
mod curve;
mod label;
mod points;
mod recipe;
mod run;
mod series;

use std::path::{Path, PathBuf};

use holotable_store::error::Error;

pub use self::axis::Axis;
pub use self::curve::{CalibrationCurve, Curve, Curves, Interval};
pub use self::recipe::{Recipe, SEED, leaves};
pub use self::run::{METRICS, Record, Run};
pub use self::series::Series;

/// Reads the runs in these folders; a folder of a sweep stands for the runs in it. A run that is named twice is read once.
///
/// # Errors
/// One line: a folder without records, or a file that cannot be read, with its line.
pub fn read(folders: &[PathBuf]) -> Result<Vec<Run>, Error> {
    let mut runs: Vec<Run> = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    for folder in folders {
        for folder in runs_in(folder)? {
            let real = folder.canonicalize().map_err(|e| Error::io("read", &folder, e))?;
            if !seen.contains(&real) {
                runs.push(Run::read(&folder)?);
                seen.push(real);
            }
        }
    }
    if runs.is_empty() { Err(Error::new("name at least one run")) } else { Ok(runs) }
}

/// The folder itself if it is that of a run, else the runs in it, by name.
fn runs_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let is_run = |folder: &Path| folder.join(METRICS).is_file();
    if is_run(folder) {
        return Ok(vec![folder.to_owned()]);
    }
    let entries = std::fs::read_dir(folder).map_err(|e| Error::io("read", folder, e))?;
    let mut inner: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_run(path)).collect();
    inner.sort();
    if inner.is_empty() {
        let what = format!("no run lies here: there is no {METRICS}, nor a folder with one");
        return Err(Error::new(what).within(folder.display()));
    }
    Ok(inner)
}
