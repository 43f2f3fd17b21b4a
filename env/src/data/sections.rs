//! [`Sections`]: a data file of tables with names.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::check::wrong;
use crate::error::Error;

/// The tables of a data file by their names, taken one by one.
#[derive(Debug)]
pub struct Sections {
    file: &'static str,
    left: BTreeMap<String, toml::Value>,
}

impl Sections {
    pub(super) fn new(file: &'static str, left: BTreeMap<String, toml::Value>) -> Self {
        Self { file, left }
    }

    /// The name of the file, for errors.
    pub(super) fn file(&self) -> &'static str {
        self.file
    }

    /// Takes a section.
    ///
    /// # Errors
    /// [`ErrorKind::Data`](crate::ErrorKind::Data) where there is none.
    pub(super) fn take(&mut self, name: &str) -> Result<toml::Table, Error> {
        match self.left.remove(name) {
            Some(toml::Value::Table(table)) => Ok(table),
            _ => Err(wrong(self.file, format!("there is no [{name}]"))),
        }
    }

    /// Takes the list `[[section.list]]` out of a section.
    ///
    /// # Errors
    /// [`ErrorKind::Data`](crate::ErrorKind::Data) where there is none.
    pub fn list<D: DeserializeOwned>(&mut self, section: &str, list: &str) -> Result<Vec<D>, Error> {
        let table = self.left.get_mut(section).and_then(toml::Value::as_table_mut);
        let tables = table.and_then(|table| table.remove(list)).and_then(|tables| tables.try_into().ok());
        tables.ok_or_else(|| wrong(self.file, format!("there is no [[{section}.{list}]]")))
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// [`ErrorKind::Data`](crate::ErrorKind::Data) with a section that nobody took.
    pub fn end(self) -> Result<(), Error> {
        match self.left.keys().next() {
            Some(name) => Err(wrong(self.file, format!("unknown section [{name}]"))),
            None => Ok(()),
        }
    }
}
