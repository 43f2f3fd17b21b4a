//! [`Source`]: where the files of a checkpoint come from.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::{files, folder};

/// A checkpoint that is part of the program.
#[derive(Debug)]
pub struct Inside {
    /// The name of its folder.
    pub name: &'static str,
    /// Its files by name.
    pub files: &'static [(&'static str, &'static [u8])],
}

/// Where the files of a checkpoint come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A folder, which may come from anywhere.
    Folder(PathBuf),
    /// The program itself.
    Inside(&'static Inside),
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Source {
    fn from(folder: &P) -> Self {
        Self::Folder(folder.as_ref().to_owned())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "checkpoint {}", folder.display()),
            Self::Inside(inside) => write!(f, "checkpoint {} of this program", inside.name),
        }
    }
}

impl Source {
    /// The bytes of a file, at most so many.
    ///
    /// # Errors
    /// As [`files::bytes`].
    pub fn bytes(&self, name: &str, most: u64) -> Result<Vec<u8>, Error> {
        match self {
            Self::Folder(folder) => files::bytes(&folder.join(name), most),
            Self::Inside(inside) => {
                let file = inside.files.iter().find(|(known, _)| *known == name);
                file.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| Error::new("there is no such file"))
            }
        }
    }

    /// A checksum of all of it.
    ///
    /// # Errors
    /// One line that names the checkpoint, if its checksums cannot be read.
    pub fn sum(&self) -> Result<String, Error> {
        folder::sum_of_all(|name, most| self.bytes(name, most)).map_err(|e| e.within(self))
    }

    /// The checkpoint to play with, if this is the folder of a run, or else itself.
    #[must_use]
    pub fn playing(self) -> Self {
        match self {
            Self::Folder(folder) => Self::Folder(super::playing(&folder)),
            inside @ Self::Inside(_) => inside,
        }
    }
}
