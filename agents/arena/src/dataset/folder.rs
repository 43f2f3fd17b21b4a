//! [`Folder`]: where games are kept, by one session at a time.

use std::fs::File;
use std::path::{Path, PathBuf};

use holotable_store::error::Error;
use holotable_store::files;
use holotable_store::folder::{Lock, create, lock, sum};

use super::manifest::{MANIFEST, Manifest, file_name, files_in, sum_of};
use super::row::Row;
use super::{columns, files_of, games_of};
use crate::provenance::Provenance;

/// A folder that this session fills with games.
///
/// What it says of a part is written before the part, and until the next one both the old part and the new one are told there: so
/// whenever the session is killed, what lies in the folder is what is said of it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
    games: u64,
    /// What was not as it should be.
    notes: Vec<String>,
    _mine: Lock,
}

impl Folder {
    /// Makes a folder for so many games of this provenance, or goes on with it.
    ///
    /// # Errors
    /// One line: it cannot be written, is in use, or holds other games, more of them, or files that nobody has written down.
    pub fn open(path: &Path, provenance: Provenance, games: u64) -> Result<Self, Error> {
        create(path)?;
        let mine = lock(path)?;
        let manifest = if let Some(found) = Manifest::read(path)? {
            let holds = || format!("{} holds other games", path.display());
            provenance.must_be(&found.provenance).map_err(|e| e.within(holds()))?;
            found
        } else {
            if let Some(file) = files_in(path)?.first() {
                let why = format!(
                    "{} is there, but no {MANIFEST} that says what it holds: name another folder",
                    file.display()
                );
                return Err(Error::new(why));
            }
            let new = Manifest::new(provenance);
            new.write(path)?;
            new
        };
        let mut folder = Self { path: path.to_owned(), manifest, games, notes: Vec::new(), _mine: mine };
        folder.manifest.must_have_all_of(path)?;
        folder.settle()?;
        let end = folder.manifest.end();
        if end > games {
            return Err(Error::new(format!(
                "{} holds {end} games already, more than the {games} that are asked for",
                path.display()
            )));
        }
        Ok(folder)
    }

    /// The numbers of the parts that are not there, not whole or not as they were written.
    ///
    /// # Errors
    /// One line with a file that cannot be read.
    pub fn missing(&mut self) -> Result<Vec<u64>, Error> {
        let mut missing = Vec::new();
        for number in 0..files_of(self.games) {
            let wanted = games_of(number, self.games).count() as u64;
            if self.there(number)? < wanted {
                missing.push(number);
            }
        }
        Ok(missing)
    }

    /// The games of a part that are there, as they were written.
    ///
    /// # Errors
    /// As [`missing`](Self::missing).
    pub fn rows(&mut self, number: u64) -> Result<Vec<Row>, Error> {
        if self.there(number)? == 0 {
            Ok(Vec::new())
        } else {
            columns::read(&self.path.join(file_name(number)), None)
        }
    }

    /// Puts games of a part into its file.
    ///
    /// # Errors
    /// One line with the file that cannot be written; what is there is still as it is said.
    pub fn put(&mut self, number: u64, bytes: &[u8], games: u64) -> Result<(), Error> {
        let entry = self.manifest.part(number, games, sum(bytes));
        self.manifest.coming = Some(entry.clone());
        self.manifest.write(&self.path)?;
        files::write(&self.path.join(&entry.file), bytes)?;
        self.manifest.set(entry);
        Ok(())
    }

    /// Puts the file of a whole part, made wherever, into its place.
    ///
    /// # Errors
    /// As [`put`](Self::put), and for a number beyond the last.
    pub fn put_whole(&mut self, number: u64, bytes: &[u8]) -> Result<(), Error> {
        match games_of(number, self.games).count() as u64 {
            0 => Err(Error::new(format!("there is no file {number} among the {}", files_of(self.games)))),
            games => self.put(number, bytes, games),
        }
    }

    /// Says for good what is there; what was found that was not as it should be.
    ///
    /// # Errors
    /// One line with the file that cannot be written.
    pub fn close(mut self) -> Result<Vec<String>, Error> {
        self.manifest.coming = None;
        self.manifest.write(&self.path)?;
        Ok(self.notes)
    }

    /// How many games a part has that is as it was written.
    fn there(&mut self, number: u64) -> Result<u64, Error> {
        let Some(entry) = self.manifest.entry(number) else { return Ok(0) };
        let note = match found(&self.path.join(&entry.file))? {
            Some(sum) if sum == entry.sha256 => return Ok(entry.games),
            Some(_) => format!("{} was damaged or edited: it is made anew", entry.file),
            None => format!("{} was missing: it is made anew", entry.file),
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        Ok(0)
    }

    /// Finds out whether the part that was coming when a session ended is in its place.
    fn settle(&mut self) -> Result<(), Error> {
        if let Some(coming) = self.manifest.coming.take()
            && found(&self.path.join(&coming.file))?.is_some_and(|sum| sum == coming.sha256)
        {
            self.manifest.set(coming);
        }
        Ok(())
    }
}

/// The checksum of a file, if it is there.
pub fn found(path: &Path) -> Result<Option<String>, Error> {
    match File::open(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        file => file.and_then(|file| sum_of(&file)).map(Some).map_err(|e| Error::io("read", path, e)),
    }
}
