//! The files of a season: JSON with a checksum.

use std::path::Path;

use holotable_store::checksummed;
use holotable_store::error::Error;
use holotable_store::{files, folder};
use serde::de::DeserializeOwned;

/// The value in a file; `None` if the file is not there.
///
/// # Errors
/// One line that names the file: it cannot be read, was changed, or is no `thing`.
pub(super) fn read<T: DeserializeOwned>(path: &Path, thing: &str) -> Result<Option<T>, Error> {
    if !path.exists() {
        return Ok(None);
    }
    checksummed::read(&files::read(path)?, thing).map(Some).map_err(|e| e.within(path.display()))
}

/// Writes the text of a JSON object with its checksum, and the folder of the file if that is not there.
///
/// # Errors
/// One line that names the file.
pub(super) fn write(path: &Path, json: &str) -> Result<(), Error> {
    path.parent().map_or(Ok(()), folder::create)?;
    files::write(path, &checksummed::with_checksum(json))
}
