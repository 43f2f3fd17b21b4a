//! [`parts`]: the files of a folder of games, all of them and nothing else.

use std::path::{Path, PathBuf};

use holotable_store::error::Error;

use super::manifest::{Entry, MANIFEST, Manifest, file_name, files_in};
use super::{EXTENSION, GAMES_A_FILE, columns};

/// A file with games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The path of the Parquet file.
    pub path: PathBuf,
    /// The number of its first game in the folder.
    pub first: u64,
    /// Its checksum, or that of the part whose place it may be about to take; none if anything may be in it.
    pub sums: Option<Vec<String>>,
}

/// The parts of the games in a folder, as its list has them.
///
/// # Errors
/// One line: the folder cannot be read, has no games, no list of them, or one that was changed; the part that is missing, or the
/// file that is none.
pub fn parts(folder: &Path) -> Result<Vec<Part>, Error> {
    let files = files_in(folder)?;
    let Some(manifest) = Manifest::read(folder)? else {
        return Err(match files.first() {
            None => none(folder),
            Some(file) => {
                let file = file.display();
                Error::new(format!("there is no {MANIFEST} beside {file} that says what was written into it"))
            }
        });
    };
    manifest.must_have_all_of(folder)?;
    let coming = manifest.coming.as_ref().filter(|coming| folder.join(&coming.file).exists());
    let mut listed = manifest.clone();
    if let Some(coming) = coming {
        listed.set(coming.clone());
    }
    let remedy = "the call that made the folder makes it, if it is made again";
    let mut parts = Vec::with_capacity(listed.parts.len());
    for (number, entry) in (0..).zip(&listed.parts) {
        let path = folder.join(file_name(number));
        if entry.file != file_name(number) || !path.exists() {
            return Err(Error::new(format!("{} is missing: {remedy}", path.display())));
        }
        if entry.games < GAMES_A_FILE && parts.len() + 1 < listed.parts.len() {
            let (path, games) = (path.display(), entry.games);
            return Err(Error::new(format!("{path} holds {games} of its {GAMES_A_FILE} games: {remedy}")));
        }
        let old = manifest.entry(number);
        let sums = [Some(entry), old].into_iter().flatten().map(|Entry { sha256, .. }| sha256.clone());
        parts.push(Part { path, first: number * GAMES_A_FILE, sums: Some(sums.collect()) });
    }
    if parts.is_empty() { Err(none(folder)) } else { Ok(parts) }
}

/// The files with games in a folder as they are, in order of their names, whoever wrote them.
///
/// # Errors
/// One line: the folder or a file cannot be read, or there are none.
pub fn loose(folder: &Path) -> Result<Vec<Part>, Error> {
    let (mut parts, mut first) = (Vec::new(), 0);
    for path in files_in(folder)? {
        let games = columns::count(&path)?;
        parts.push(Part { path, first, sums: None });
        first += games;
    }
    if parts.is_empty() { Err(none(folder)) } else { Ok(parts) }
}

fn none(folder: &Path) -> Error {
    Error::new(format!("there are no games in {}: no file ends in .{EXTENSION}", folder.display()))
}
