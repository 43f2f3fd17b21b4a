//! Reading data files: TOML to plain structures, with errors that say where.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, ErrorKind};

/// The text of a file.
///
/// # Errors
/// [`ErrorKind::Io`] with the path and the reason.
pub fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path)
        .map_err(|e| Error::new(ErrorKind::Io, format!("cannot read {}: {e}", path.display())))
}

/// Parses a TOML text.
///
/// # Errors
/// [`ErrorKind::Data`] with the file's name, the line and the reason.
pub fn parse<D: DeserializeOwned>(name: &str, text: &str) -> Result<D, Error> {
    toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        Error::new(ErrorKind::Data, format!("{name}: line {line}: {}", e.message().trim().replace('\n', " ")))
    })
}

/// Reads a value from a table and refuses keys that it does not know.
///
/// serde's own check does not see through flattened structures, so this writes the value back and compares.
///
/// # Errors
/// One line that names the key.
pub fn strict<D: DeserializeOwned + Serialize>(table: &toml::Table) -> Result<D, String> {
    let value: D = table.clone().try_into().map_err(|e: toml::de::Error| e.message().to_owned())?;
    let known = toml::Table::try_from(&value).map_err(|e| e.to_string())?;
    match table.keys().find(|k| !known.contains_key(*k)) {
        Some(key) => Err(format!(
            "unknown key '{key}' (known: {})",
            known.keys().cloned().collect::<Vec<_>>().join(", ")
        )),
        None => Ok(value),
    }
}
