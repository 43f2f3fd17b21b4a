//! [`Manifest`]: what the games of a folder are, and the checksum of each of its parts.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use holotable_env::hexadecimal;
use holotable_store::checksummed;
use holotable_store::error::Error;
use holotable_store::files;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{EXTENSION, GAMES_A_FILE};
use crate::provenance::Provenance;

/// Its file. Readers of Parquet pass over files that begin so.
pub const MANIFEST: &str = "_games.json";
/// How the file is written; another number is another format.
const FORMAT: u32 = 2;

/// What the games of a folder are, and in which files they lie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: u32,
    pub provenance: Provenance,
    /// By their numbers. Some may be missing between, where they are made in no order.
    pub parts: Vec<Entry>,
    /// The part that is being put in its place, in which the old one may still be, or none.
    pub coming: Option<Entry>,
}

/// A part: the games from a seed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub file: String,
    /// That of its first game.
    pub seed: u64,
    pub games: u64,
    pub sha256: String,
}

impl Manifest {
    /// Of no games yet.
    pub fn new(provenance: Provenance) -> Self {
        Self { format: FORMAT, provenance, parts: Vec::new(), coming: None }
    }

    /// That of a folder, if there is one.
    ///
    /// # Errors
    /// One line that names the file: it cannot be read, was changed or is none.
    pub fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join(MANIFEST);
        if !fs::exists(&path).map_err(|e| Error::io("read", &path, e))? {
            return Ok(None);
        }
        let found: Self = checksummed::read(&files::read(&path)?, "list of games")
            .map_err(|e| Error::io("read", &path, e))?;
        found.must_hold().map_err(|e| Error::io("read", &path, e))?;
        Ok(Some(found))
    }

    /// Writes it into its folder.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).expect("plain data is JSON");
        files::write(&folder.join(MANIFEST), &checksummed::with_checksum(&text))
    }

    /// What is said of the part with this number.
    pub fn entry(&self, number: u64) -> Option<&Entry> {
        self.parts.iter().find(|entry| self.number(entry) == number)
    }

    /// A part of these games.
    pub fn part(&self, number: u64, games: u64, sha256: String) -> Entry {
        Entry {
            file: file_name(number),
            seed: self.provenance.seed.wrapping_add(number * GAMES_A_FILE),
            games,
            sha256,
        }
    }

    /// Puts a part in the place of what was said of it.
    pub fn set(&mut self, entry: Entry) {
        let number = self.number(&entry);
        self.parts.retain(|old| old.file != entry.file);
        let place = self.parts.partition_point(|old| self.number(old) < number);
        self.parts.insert(place, entry);
    }

    /// The number after that of the last game.
    pub fn end(&self) -> u64 {
        self.parts.last().map_or(0, |last| (self.number(last) * GAMES_A_FILE).saturating_add(last.games))
    }

    /// The number of a part.
    pub fn number(&self, entry: &Entry) -> u64 {
        entry.seed.wrapping_sub(self.provenance.seed) / GAMES_A_FILE
    }

    /// Refuses files in the folder that are read with the games, but are none of its parts.
    ///
    /// # Errors
    /// One line that names the first.
    pub fn must_have_all_of(&self, folder: &Path) -> Result<(), Error> {
        let known = |path: &PathBuf| {
            self.parts
                .iter()
                .chain(&self.coming)
                .any(|entry| path.file_name().is_some_and(|name| *name == *entry.file))
        };
        match files_in(folder)?.into_iter().find(|path| !known(path)) {
            Some(stray) => Err(Error::new(format!(
                "{} is none of the parts that {MANIFEST} lists: move it out of the folder",
                stray.display()
            ))),
            None => Ok(()),
        }
    }

    fn must_hold(&self) -> Result<(), Error> {
        if self.format != FORMAT {
            return Err(Error::new(format!("its format is {}, and here {FORMAT} is read", self.format)));
        }
        let is_part = |entry: &Entry| {
            let Entry { games, sha256, .. } = entry;
            (1..=GAMES_A_FILE).contains(games)
                && *entry == self.part(self.number(entry), *games, sha256.clone())
        };
        if let Some(wrong) = self.parts.iter().chain(&self.coming).find(|entry| !is_part(entry)) {
            return Err(Error::new(format!("it lists '{}', which is no part of its games", wrong.file)));
        }
        if !self.parts.is_sorted_by(|one, next| self.number(one) < self.number(next)) {
            return Err(Error::new("it lists a part twice, or parts in another order"));
        }
        Ok(())
    }
}

/// The file of the part with this number.
pub fn file_name(number: u64) -> String {
    format!("part-{number:05}.{EXTENSION}")
}

/// The files that readers of Parquet take for parts of the data in a folder, in order of their names.
///
/// # Errors
/// One line with the folder.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let io = |e: io::Error| Error::io("read", folder, e);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let hidden =
            path.file_name().is_some_and(|name| matches!(name.as_encoded_bytes().first(), Some(b'.' | b'_')));
        if !hidden && path.extension().is_some_and(|extension| extension == EXTENSION) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The checksum of an open file, from its start to its end.
pub fn sum_of(mut file: &File) -> io::Result<String> {
    let (mut sum, mut bytes) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(hexadecimal(&sum.finalize())),
            n => sum.update(&bytes[..n]),
        }
    }
}
