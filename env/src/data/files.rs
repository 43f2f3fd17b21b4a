//! [`Files`]: the files of a data set, and what is printed on the components in them.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::check::wrong;
use super::label::Label;
use super::sections::Sections;
use super::tables::{in_turn, list, parse, sourced};
use crate::catalogue::Entry;
use crate::error::{Error, ErrorKind};
use crate::hash::short_hash;

/// The most bytes of a data file: a hundred times what the largest takes.
pub const MOST_BYTES: u64 = 1 << 22;

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

/// The files of a data set. Whatever is read from them goes into a catalogue, value by value with its provenance.
#[derive(Clone, Debug)]
pub struct Files {
    texts: BTreeMap<&'static str, String>,
    printed: Vec<Entry>,
    hash: String,
}

impl Files {
    /// Those in `folder`, or the built-in ones, which are given with their text.
    ///
    /// # Errors
    /// As [`read()`].
    pub fn read(files: &[(&'static str, &str)], folder: Option<&Path>) -> Result<Self, Error> {
        let text = |(name, built_in): &(&'static str, &str)| match folder {
            None => Ok((*built_in).to_owned()),
            Some(folder) => read(&folder.join(name)),
        };
        let texts = files.iter().map(text).collect::<Result<Vec<_>, Error>>()?;
        let (hash, printed) = (hash(&texts), Vec::new());
        Ok(Self { texts: files.iter().map(|(name, _)| *name).zip(texts).collect(), printed, hash })
    }

    /// A hash of what the data set says, whatever its comments and its labels of provenance: sixteen hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The catalogue of what was read so far.
    pub fn printed(&self) -> &[Entry] {
        &self.printed
    }

    /// A whole file as one value, which the catalogue does not have.
    ///
    /// # Errors
    /// As [`parse`].
    pub fn whole<D: DeserializeOwned>(&self, file: &str) -> Result<D, Error> {
        parse(file, &self.texts[file])
    }

    /// What `read` makes of each `[[what]]` of a file that holds nothing else. Every value but those of the keys in `names` says
    /// where it comes from. The catalogue calls the component `what`, by its `name` or the first of `names`.
    ///
    /// # Errors
    /// [`ErrorKind::Data`] with the file, the place in it and the reason.
    pub fn each<D: DeserializeOwned, T>(
        &mut self,
        file: &str,
        what: &'static str,
        names: &[&str],
        mut read: impl FnMut(D, &mut Label) -> Result<T, String>,
    ) -> Result<Vec<T>, Error> {
        let tables = list(file, &self.texts[file], what)?;
        in_turn(file, what, &tables, |table| self.table(what, names, table, &mut read))
    }

    /// What `read` makes of each `[[what]]` of a file that holds nothing else, and that the catalogue does not have.
    ///
    /// # Errors
    /// [`ErrorKind::Data`] with the file, the place in it and the reason.
    pub fn each_unprinted<T>(
        &self,
        file: &str,
        what: &str,
        read: impl FnMut(&toml::Table) -> Result<T, String>,
    ) -> Result<Vec<T>, Error> {
        in_turn(file, what, &list(file, &self.texts[file], what)?, read)
    }

    /// What `read` makes of one table. Every value but those of the keys in `names` says where it comes from. The catalogue calls
    /// the component `what`, by the first of `names` or its `name`, unless `read` says otherwise.
    ///
    /// # Errors
    /// One line, without the place in the file.
    pub fn table<D: DeserializeOwned, T>(
        &mut self,
        what: &'static str,
        names: &[&str],
        table: &toml::Table,
        read: impl FnOnce(D, &mut Label) -> Result<T, String>,
    ) -> Result<T, String> {
        let (data, sources) = sourced(table, names)?;
        let name = names.iter().chain(&["name"]).find_map(|key| table.get(*key)?.as_str());
        let mut label = Label::new(what, name.unwrap_or_default(), table, &sources);
        let made = read(data, &mut label)?;
        self.printed.extend(label.entries());
        Ok(made)
    }

    /// A file of tables with names.
    ///
    /// # Errors
    /// As [`parse`].
    pub fn sections(&self, file: &'static str) -> Result<Sections, Error> {
        Ok(Sections::new(file, self.whole(file)?))
    }

    /// A section, all of whose values say where they come from. The catalogue has it as a `value` of this name.
    ///
    /// # Errors
    /// [`ErrorKind::Data`] with the file, the section and the reason.
    pub fn section<D: DeserializeOwned>(&mut self, sections: &mut Sections, name: &str) -> Result<D, Error> {
        self.section_by(sections, name, |data, label| {
            label.call("value", name);
            Ok(data)
        })
    }

    /// What `read` makes of a section. The catalogue calls it what `read` calls it.
    ///
    /// # Errors
    /// [`ErrorKind::Data`] with the file, the section and the reason.
    pub fn section_by<D: DeserializeOwned, T>(
        &mut self,
        sections: &mut Sections,
        name: &str,
        read: impl FnOnce(D, &mut Label) -> Result<T, String>,
    ) -> Result<T, Error> {
        let table = sections.take(name)?;
        let made = self.table("value", &[], &table, read);
        made.map_err(|why| wrong(sections.file(), format!("[{name}]: {why}")))
    }
}

fn hash(texts: &[String]) -> String {
    let values: Vec<String> = texts.iter().map(|text| values(text)).collect();
    short_hash(values.iter().map(String::as_bytes))
}

/// The values of a file in the order of their keys. A text that is no TOML stays as it is: who reads it refuses it.
fn values(text: &str) -> String {
    let Ok(mut values) = text.parse::<toml::Table>().map(toml::Value::Table) else { return text.to_owned() };
    unlabel(&mut values);
    let mut values = serde_json::to_value(&values).expect("plain data is JSON");
    values.sort_all_objects();
    values.to_string()
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

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::check::{distinct, once_each};
    use super::*;
    use crate::by_key::ByKey;
    use crate::finite::Finite;
    use crate::slot::Slot;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Ship {
        place: usize,
        name: String,
    }

    type Ships = (ByKey<Slot<2>, String, 2>, Vec<Entry>);

    /// The names of the ships by place, and the catalogue.
    fn ships(text: &str) -> Result<Ships, String> {
        let read = || {
            let mut files = Files::read(&[("ships.toml", text)], None)?;
            let list = files.each("ships.toml", "ship", &["place"], |ship: Ship, label| {
                label.call("ship", format!("place {}", ship.place));
                Ok((Slot::try_at(ship.place).ok_or("there is no such place")?, ship.name))
            })?;
            distinct(list.iter().map(|(_, name)| name.as_str())).map_err(|why| wrong("ships.toml", why))?;
            Ok((once_each("ships.toml", list)?, files.printed().to_vec()))
        };
        read().map_err(|e: Error| e.to_string())
    }

    #[test]
    fn each_place_of_a_file_is_filled_once() {
        let ship = |place: usize, name: &str| {
            format!("[[ship]]\nplace = {place}\nname = '{name}'\nsource = {{ name = 'rulebook' }}\n")
        };
        let both = ship(1, "B-wing") + &ship(0, "A-wing");
        let (places, printed) = ships(&both).unwrap();
        assert_eq!(places.values(), &["A-wing", "B-wing"]);
        let said = printed
            .iter()
            .map(|e| format!("{} {}: {} {} ({})", e.component, e.name, e.key, e.value, e.source));
        assert!(said.eq(["ship place 1: name B-wing (rulebook)", "ship place 0: name A-wing (rulebook)"]));
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
}
