//! Tables of TOML: parsed, held to the keys that are known, and apart from their provenance.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::check::wrong;
use crate::catalogue::Source;
use crate::error::{Error, ErrorKind, suggest};
use crate::excerpt::{brief, excerpt};
use crate::plain::plain;

/// Parses a TOML text.
///
/// # Errors
/// [`ErrorKind::Data`] with the file's name, the line and the reason.
pub fn parse<D: DeserializeOwned>(name: &str, text: &str) -> Result<D, Error> {
    toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        Error::new(ErrorKind::Data, format!("{name}: line {line}: {}", why(&e).replace('\n', " ")))
    })
}

/// Why a value of TOML does not fit.
fn why(e: &toml::de::Error) -> String {
    brief(plain(&e.message().trim()).replace("an object", "a table").as_str())
}

/// Reads a value from a table and refuses keys that it does not know.
///
/// serde's own check does not see through flattened structures, so this writes the value back and compares.
///
/// # Errors
/// One line that names the key.
pub fn strict<D: DeserializeOwned + Serialize>(table: &toml::Table) -> Result<D, String> {
    let value: D = table.clone().try_into().map_err(|e| why(&e))?;
    let known = toml::Table::try_from(&value).map_err(|e| e.to_string())?;
    match table.keys().find(|k| !known.contains_key(*k)) {
        Some(key) => Err(format!(
            "unknown key '{}' (known: {})",
            excerpt(key, 0),
            known.keys().cloned().collect::<Vec<_>>().join(", ")
        )),
        None => Ok(value),
    }
}

/// Where each value of a table comes from, by its key.
pub(super) type Sources = BTreeMap<String, Source>;

/// Reads a table whose every value has an entry in its `source`, which says where the value comes from. The keys of `names` are
/// names and need none.
///
/// # Errors
/// One line that names the value without provenance, or what cannot be read.
pub(super) fn sourced<D: DeserializeOwned>(
    table: &toml::Table,
    names: &[&str],
) -> Result<(D, Sources), String> {
    let (values, sources) = apart(table, names)?;
    Ok((values.try_into().map_err(|e| why(&e))?, sources))
}

/// The values of such a table, and their sources.
fn apart(table: &toml::Table, names: &[&str]) -> Result<(toml::Table, Sources), String> {
    let mut values = table.clone();
    let sources = values.remove("source").ok_or("there is no 'source'")?;
    let sources: Sources = sources.try_into().map_err(|e| format!("source: {}", why(&e)))?;
    if let Some(key) = values.keys().find(|k| !sources.contains_key(*k) && !names.contains(&k.as_str())) {
        return Err(format!("'{key}' has no provenance in 'source'"));
    }
    if let Some(key) = sources.keys().find(|k| !values.contains_key(*k)) {
        return Err(format!("'source' speaks of '{key}', which is not there"));
    }
    Ok((values, sources))
}

/// The tables of a file that is a list of tables called `what` and nothing else.
///
/// # Errors
/// As [`parse`]; [`ErrorKind::Data`] for any other key of the file.
pub(super) fn list(file: &str, text: &str, what: &str) -> Result<Vec<toml::Table>, Error> {
    let mut tables: BTreeMap<String, toml::Value> = parse(file, text)?;
    let list = tables.remove(what).unwrap_or_else(|| toml::Value::Array(Vec::new()));
    if let Some(key) = tables.keys().next() {
        return Err(wrong(file, format!("unknown key '{key}'{} (known: {what})", suggest(key, [what]))));
    }
    list.try_into().map_err(|_| wrong(file, format!("'{what}' is no list of tables")))
}

/// What `read` makes of each table of such a list.
///
/// # Errors
/// [`ErrorKind::Data`] with what `read` says, and where: the file, and the name in the table or its number.
pub(super) fn in_turn<T>(
    file: &str,
    what: &str,
    tables: &[toml::Table],
    mut read: impl FnMut(&toml::Table) -> Result<T, String>,
) -> Result<Vec<T>, Error> {
    let each = tables.iter().enumerate().map(|(i, table)| {
        let place = match table.get("name").and_then(toml::Value::as_str) {
            Some(name) => format!("{what} '{name}'"),
            None => format!("{what} {}", i + 1),
        };
        read(table).map_err(|why| wrong(file, format!("{place}: {why}")))
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_list_of_one_kind() {
        let read = |text: &str| {
            let named = |table: &toml::Table| {
                table.get("name").map(ToString::to_string).ok_or_else(|| "no name".to_owned())
            };
            in_turn("f.toml", "unit", &list("f.toml", text, "unit")?, named)
        };
        assert_eq!(read("[[unit]]\nname = 1\n[[unit]]\nname = 2").unwrap(), ["1", "2"]);
        assert_eq!(read("[[unit]]\nx = 1").unwrap_err().to_string(), "f.toml: unit 1: no name");
        assert_eq!(read("[[card]]").unwrap_err().to_string(), "f.toml: unknown key 'card' (known: unit)");
    }
}
