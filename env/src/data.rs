//! Reading data files: TOML to plain structures, with errors that say where.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::by_key::ByKey;
use crate::error::{Error, ErrorKind, suggest};
use crate::finite::Finite;
use crate::layout::short_hash;

/// The most bytes of a data file: a hundred times what the largest takes.
pub const MOST_BYTES: u64 = 1 << 22;

/// The text of a built-in data file, by its path in `configs/`.
macro_rules! config {
    ($path:literal) => {
        include_str!(concat!(env!("HOLOTABLE_CONFIGS"), "/", $path))
    };
}
pub(crate) use config;

/// The text of a file.
///
/// # Errors
/// [`ErrorKind::Io`] with the path and the reason.
pub fn read(path: &Path) -> Result<String, Error> {
    let wrong =
        |why: &dyn Display| Error::new(ErrorKind::Io, format!("cannot read {}: {why}", path.display()));
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text));
    read.map_err(|e| wrong(&e))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(wrong(&format!("it holds more than {MOST_BYTES} bytes")));
    }
    Ok(text)
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

/// The texts of the files of a data set: those in `folder`, or the built-in ones.
///
/// # Errors
/// As [`read`].
pub fn texts(files: &[(&str, &str)], folder: Option<&Path>) -> Result<Vec<String>, Error> {
    let text = |(name, built_in): &(&str, &str)| match folder {
        None => Ok((*built_in).to_owned()),
        Some(folder) => read(&folder.join(name)),
    };
    files.iter().map(text).collect()
}

/// A hash of what a data set says, whatever its comments and its labels of provenance: sixteen hexadecimal digits.
pub fn hash(texts: &[String]) -> String {
    let values: Vec<String> = texts.iter().map(|text| values(text)).collect();
    short_hash(values.iter().map(String::as_bytes))
}

/// The values of a file in the order of their keys. A text that is no TOML stays as it is: who reads it refuses it.
fn values(text: &str) -> String {
    let Ok(mut values) = text.parse::<toml::Table>().map(toml::Value::Table) else { return text.to_owned() };
    unlabel(&mut values);
    serde_json::to_string(&values).expect("plain data is JSON")
}

/// Takes the labels of provenance off.
fn unlabel(value: &mut toml::Value) {
    match value {
        toml::Value::Table(table) => {
            table.remove("source");
            table.iter_mut().for_each(|(_, value)| unlabel(value));
        }
        toml::Value::Array(list) => list.iter_mut().for_each(unlabel),
        toml::Value::String(_)
        | toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_) => {}
    }
}

/// The files of a data set, with what every game reads them for.
#[derive(Clone, Debug)]
pub struct Files(BTreeMap<&'static str, String>);

impl Files {
    /// Those in `folder`, or the built-in ones, and their [`hash`].
    ///
    /// # Errors
    /// As [`read`].
    pub fn read(files: &[(&'static str, &str)], folder: Option<&Path>) -> Result<(Self, String), Error> {
        let texts = texts(files, folder)?;
        let hash = hash(&texts);
        Ok((Self(files.iter().map(|(name, _)| *name).zip(texts).collect()), hash))
    }

    /// A whole file as one value.
    ///
    /// # Errors
    /// As [`parse`].
    pub fn whole<D: DeserializeOwned>(&self, file: &str) -> Result<D, Error> {
        parse(file, &self.0[file])
    }

    /// What `read` makes of each `[[what]]` of a file that holds nothing else. Every value but those of the keys in
    /// `names` says where it comes from, which `read` gets too.
    ///
    /// # Errors
    /// [`ErrorKind::Data`] with the file, the place in it and the reason.
    pub fn each<D: DeserializeOwned, S: DeserializeOwned, T>(
        &self,
        file: &str,
        what: &str,
        names: &[&str],
        mut read: impl FnMut(D, BTreeMap<String, S>) -> Result<T, String>,
    ) -> Result<Vec<T>, Error> {
        each(file, &self.0[file], what, |table| {
            let (data, source) = sourced_but(table, names)?;
            read(data, source)
        })
    }
}

/// A refusal of a data file, in one line.
pub fn wrong(file: &str, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Data, format!("{file}: {why}"))
}

/// A value for each key, from a list that has each once.
///
/// # Errors
/// [`ErrorKind::Data`] with the key that is written twice or missing.
pub fn once_each<K: Finite, V, const N: usize>(
    file: &str,
    list: impl IntoIterator<Item = (K, V)>,
) -> Result<ByKey<K, V, N>, Error> {
    let mut found: ByKey<K, Option<V>, N> = ByKey::from_fn(|_| None);
    for (key, value) in list {
        if found[key].replace(value).is_some() {
            return Err(wrong(file, format!("'{}' is written twice", key.label())));
        }
    }
    if let Some((key, _)) = found.iter().find(|(_, value)| value.is_none()) {
        return Err(wrong(file, format!("'{}' is missing", key.label())));
    }
    Ok(found.map(|value| value.expect("none is missing")))
}

/// Runs `read` on the `i`-th table called `what` of a file.
///
/// # Errors
/// [`ErrorKind::Data`] with what `read` says, and where: the file, and the name in the table or its number.
pub fn at<T>(
    file: &str,
    what: &str,
    i: usize,
    table: &toml::Table,
    mut read: impl FnMut(&toml::Table) -> Result<T, String>,
) -> Result<T, Error> {
    let place = match table.get("name").and_then(toml::Value::as_str) {
        Some(name) => format!("{what} '{name}'"),
        None => format!("{what} {}", i + 1),
    };
    read(table).map_err(|why| Error::new(ErrorKind::Data, format!("{file}: {place}: {why}")))
}

/// Reads a table whose every value has an entry in its `source`, which says where the value comes from.
///
/// # Errors
/// One line that names the value without provenance, or what cannot be read.
pub fn sourced<D: DeserializeOwned, S: DeserializeOwned>(
    table: &toml::Table,
) -> Result<(D, BTreeMap<String, S>), String> {
    sourced_but(table, &[])
}

/// The same, but the keys of `but` are names and need no source.
///
/// # Errors
/// As [`sourced`].
pub fn sourced_but<D: DeserializeOwned, S: DeserializeOwned>(
    table: &toml::Table,
    but: &[&str],
) -> Result<(D, BTreeMap<String, S>), String> {
    let mut values = table.clone();
    let source = values.remove("source").ok_or("there is no 'source'")?;
    let source: BTreeMap<String, S> =
        source.try_into().map_err(|e: toml::de::Error| format!("source: {}", e.message()))?;
    if let Some(key) = values.keys().find(|k| !source.contains_key(*k) && !but.contains(&k.as_str())) {
        return Err(format!("'{key}' has no provenance in 'source'"));
    }
    if let Some(key) = source.keys().find(|k| !values.contains_key(*k)) {
        return Err(format!("'source' speaks of '{key}', which is not there"));
    }
    let data = values.try_into().map_err(|e: toml::de::Error| e.message().to_owned())?;
    Ok((data, source))
}

/// Runs `read` on each table of a file that is a list of tables called `what`.
///
/// # Errors
/// As [`parse`] and [`at`]; [`ErrorKind::Data`] for any other key of the file.
pub fn each<T>(
    file: &str,
    text: &str,
    what: &str,
    mut read: impl FnMut(&toml::Table) -> Result<T, String>,
) -> Result<Vec<T>, Error> {
    let mut tables: BTreeMap<String, toml::Value> = parse(file, text)?;
    let list = tables.remove(what).unwrap_or_else(|| toml::Value::Array(Vec::new()));
    if let Some(key) = tables.keys().next() {
        return Err(wrong(file, format!("unknown key '{key}'{} (known: {what})", suggest(key, [what]))));
    }
    let list: Vec<toml::Table> =
        list.try_into().map_err(|_| wrong(file, format!("'{what}' is no list of tables")))?;
    list.iter().enumerate().map(|(i, table)| at(file, what, i, table, &mut read)).collect()
}

/// The place of a name among names of a kind of thing.
///
/// # Errors
/// One line with the nearest name.
pub fn find<'a>(
    names: impl Iterator<Item = &'a str> + Clone,
    name: &str,
    what: &str,
) -> Result<usize, String> {
    let place = names.clone().position(|n| n == name);
    place.ok_or_else(|| format!("no {what} is called '{name}'{}", suggest(name, names)))
}

/// Holds names to being different.
///
/// # Errors
/// One line with the first that is used twice.
pub fn distinct<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    match names.into_iter().find(|name| !seen.insert(*name)) {
        Some(name) => Err(format!("the name '{name}' is used twice")),
        None => Ok(()),
    }
}

/// Holds a die to its six faces.
///
/// # Errors
/// One line with the number.
pub fn six(faces: usize) -> Result<(), String> {
    if faces == 6 { Ok(()) } else { Err(format!("a die has 6 faces, not {faces}")) }
}

/// Holds a number of a component to its range.
///
/// # Errors
/// One line with the component, the number and the range.
pub fn range(name: &str, what: &str, n: u8, lo: u8, hi: u8) -> Result<u8, String> {
    if (lo..=hi).contains(&n) { Ok(n) } else { Err(format!("{name}: {what} is {n}, not {lo} to {hi}")) }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::slot::Slot;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Ship {
        place: usize,
        name: String,
    }

    /// The names of the ships by place.
    fn ships(text: &str) -> Result<ByKey<Slot<2>, String, 2>, String> {
        let read = || {
            let (files, _) = Files::read(&[("ships.toml", text)], None)?;
            let list =
                files.each("ships.toml", "ship", &["place"], |ship: Ship, _: BTreeMap<String, String>| {
                    Ok((Slot::try_at(ship.place).ok_or("there is no such place")?, ship.name))
                })?;
            distinct(list.iter().map(|(_, name)| name.as_str())).map_err(|why| wrong("ships.toml", why))?;
            once_each("ships.toml", list)
        };
        read().map_err(|e: Error| e.to_string())
    }

    #[test]
    fn each_place_of_a_file_is_filled_once() {
        let ship = |place: usize, name: &str| {
            format!("[[ship]]\nplace = {place}\nname = '{name}'\nsource = {{ name = 'book' }}\n")
        };
        let both = ship(1, "B-wing") + &ship(0, "A-wing");
        assert_eq!(ships(&both).unwrap().values(), &["A-wing", "B-wing"]);
        for (text, why) in [
            (ship(0, "A-wing"), "ships.toml: '1' is missing"),
            (both.clone() + &ship(1, "X-wing"), "ships.toml: '1' is written twice"),
            (both.clone() + &ship(1, "A-wing"), "ships.toml: the name 'A-wing' is used twice"),
            (ship(2, "X-wing"), "ships.toml: ship 'X-wing': there is no such place"),
            (
                format!("ships = 3\n{both}"),
                "ships.toml: unknown key 'ships'; did you mean 'ship'? (known: ship)",
            ),
        ] {
            assert_eq!(ships(&text).unwrap_err(), why);
        }
    }

    #[test]
    fn the_hash_is_of_values_alone() {
        let hash = |text: &str| hash(&[text.to_owned()]);
        let plain = hash("[[ship]]\nplace = 1\nname = 'A-wing'\nsource = { name = 'book' }\n");
        assert_eq!(plain, hash("# A comment.\n[[ship]]\nname = 'A-wing'\nplace = 1\n"));
        assert_ne!(plain, hash("[[ship]]\nname = 'A-wing'\nplace = 2\n"));
    }

    #[test]
    fn names_are_found_and_differ() {
        let names = ["X-wing", "Y-wing", "Corvette"];
        assert_eq!(find(names.into_iter(), "Y-wing", "ship"), Ok(1));
        let why = find(names.into_iter(), "Corvete", "ship").unwrap_err();
        assert_eq!(why, "no ship is called 'Corvete'; did you mean 'Corvette'?");
        assert_eq!(distinct(names.into_iter()), Ok(()));
        assert_eq!(distinct(["a", "b", "a"].into_iter()), Err("the name 'a' is used twice".into()));
    }

    #[test]
    fn lists_of_tables_are_read_one_by_one() {
        let read = |text: &str| {
            each("f.toml", text, "unit", |table| {
                table.get("name").map(ToString::to_string).ok_or("no name".into())
            })
        };
        assert_eq!(read("[[unit]]\nname = 1\n[[unit]]\nname = 2").unwrap(), ["1", "2"]);
        assert_eq!(read("[[unit]]\nx = 1").unwrap_err().to_string(), "f.toml: unit 1: no name");
        assert_eq!(read("[[card]]").unwrap_err().to_string(), "f.toml: unknown key 'card' (known: unit)");
    }
}
